import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { followPage } from './pageCrash.ts'

function followed() {
  const webContents = new EventEmitter()
  const window = Object.assign(new EventEmitter(), { webContents, isDestroyed: () => state.isDestroyed })
  const state = { isDestroyed: false, nowMs: 0 }
  const done: string[] = []
  followPage(window, {
    clock: { monotonicNowMs: () => state.nowMs },
    log: (level, event, facts) => done.push(`${level} ${event} ${JSON.stringify(facts ?? {})}`),
    reload: () => done.push('reload'),
    giveUp: () => done.push('giveUp'),
  })
  const lose = () => webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 9 })
  const acts = () => done.filter((each) => !each.includes(' '))
  return { window, state, done, lose, acts }
}

test('a lost page is loaded again; lost again within a minute, the problem page comes, once', () => {
  const { state, done, lose, acts } = followed()
  lose()
  expect(done).toEqual(['error page.gone {"reason":"oom","exitCode":9}', 'reload'])
  state.nowMs = 59_000
  lose()
  lose()
  expect(acts()).toEqual(['reload', 'giveUp'])
})

test('once a minute it is loaded again; a destroyed window is left alone, and a page that hangs is told', () => {
  const { window, state, done, lose, acts } = followed()
  for (const nowMs of [0, 61_000, 200_000]) {
    state.nowMs = nowMs
    lose()
  }
  expect(acts()).toEqual(['reload', 'reload', 'reload'])
  state.isDestroyed = true
  lose()
  expect(acts()).toHaveLength(3)
  window.emit('unresponsive')
  window.emit('responsive')
  expect(done.slice(-2)).toEqual(['warn page.unresponsive {}', 'info page.responsive {}'])
})
