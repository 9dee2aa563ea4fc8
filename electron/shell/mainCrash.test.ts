import { EventEmitter } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createVirtualTime } from '../testing/virtualTime.ts'
import { guardAgainstCrashes, noteCrash } from './mainCrash.ts'

function guarded(isRepeated = false, isLeaving = false) {
  const process = new EventEmitter()
  const time = createVirtualTime()
  const done: string[] = []
  const lines: string[] = []
  const guard = guardAgainstCrashes({
    process,
    log: (_level, event, facts) => lines.push(`${event} ${JSON.stringify(facts ?? {})}`),
    timers: time.timers,
    isLeaving: () => isLeaving,
    wasJustCrashing: () => isRepeated,
    restart: () => done.push('restart'),
    giveUp: () => done.push('giveUp'),
  })
  return { process, time, done, lines, guard }
}

test.each(['uncaughtException', 'unhandledRejection'])(
  'after an %s main stops once, waits for what is in flight, and starts anew',
  async (kind) => {
    const { process, time, done, lines, guard } = guarded()
    const stopped = Promise.withResolvers<void>()
    guard.stopBy(() => {
      done.push('stop')
      return stopped.promise
    })
    process.emit(kind, new TypeError('token zQ7-secret is undefined'))
    process.emit(kind, new Error('another, while it ends'))
    await time.pass(1_000)
    expect(done).toEqual(['stop'])
    stopped.resolve()
    await time.pass(1_000)
    expect(done).toEqual(['stop', 'restart'])
    expect(lines[0]).toMatch(/^app\.crashed \{"kind":"\w+","name":"TypeError","at":"at .*mainCrash\.test/u)
    expect(lines.join()).not.toContain('zQ7')
  },
)

test('a stop that hangs or throws is not waited for for ever, and anything may be thrown', async () => {
  const hanging = guarded()
  hanging.guard.stopBy(() => new Promise(() => undefined))
  hanging.process.emit('uncaughtException', 'a text')
  await hanging.time.pass(69_000)
  expect(hanging.done).toEqual([])
  await hanging.time.pass(2_000)
  expect(hanging.done).toEqual(['restart'])
  const throwing = guarded()
  throwing.guard.stopBy(() => {
    throw new Error('no state at all')
  })
  throwing.process.emit('unhandledRejection', undefined)
  await throwing.time.pass(1_000)
  expect(throwing.done).toEqual(['restart'])
  expect(throwing.lines.join()).toContain('app.notStopped')
})

test('an error while Tillside is closed is told, and opens nothing again', async () => {
  const { process, time, done, lines } = guarded(false, true)
  process.emit('uncaughtException', new Error('late'))
  await time.pass(80_000)
  expect(done).toEqual([])
  expect(lines.join()).toContain('app.crashed')
})

test('a crash at each start ends with a box instead of another start', async () => {
  const { process, time, done } = guarded(true)
  process.emit('uncaughtException', new Error('again'))
  await time.pass(1_000)
  expect(done).toEqual(['giveUp'])
})

test('crashes are counted over restarts, the third within ten minutes is too many; an unreadable count is none', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-crash-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const file = path.join(dir, 'crashes.json')
  const MINUTE_MS = 60_000
  expect([0, 1, 2].map((minute) => noteCrash(file, minute * MINUTE_MS))).toEqual([false, false, true])
  expect(noteCrash(file, 30 * MINUTE_MS)).toBe(false)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([30 * MINUTE_MS])
  for (const text of ['', '{}', '["x"]', 'null']) {
    writeFileSync(file, text)
    expect(noteCrash(file, 0)).toBe(false)
  }
  expect(noteCrash(path.join(dir, 'no such folder', 'crashes.json'), 0)).toBe(false)
})
