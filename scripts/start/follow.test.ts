import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { follow, type Around } from './follow.ts'

function started(around: Partial<Around> = {}) {
  const sent: string[] = []
  const said: string[] = []
  const signals = new EventEmitter()
  const child = Object.assign(new EventEmitter(), { kill: (signal: string) => sent.push(signal) > 0 })
  const whole: Around = { platform: 'linux', isOnTerminal: true, signals, say: (line) => said.push(line) }
  return { child, sent, said, signals, code: follow(child, { ...whole, ...around }) }
}

test('on a terminal Ctrl+C is not forwarded, since the terminal sends it to the app too: a second one would kill it', () => {
  const { signals, sent } = started()
  signals.emit('SIGINT')
  signals.emit('SIGHUP')
  expect(sent).toEqual([])
  signals.emit('SIGTERM')
  expect(sent).toEqual(['SIGTERM'])
})

test.each<Partial<Around>>([{ isOnTerminal: false }, { platform: 'win32' }])(
  'elsewhere every signal is forwarded: %o',
  (around) => {
    const { signals, sent } = started(around)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) signals.emit(signal)
    expect(sent).toEqual(['SIGINT', 'SIGTERM', 'SIGHUP'])
  },
)

test('a good end is silent, and so is a requested one', async () => {
  const good = started()
  good.child.emit('exit', 0, null)
  expect([await good.code, good.said]).toEqual([0, []])
  const asked = started()
  asked.signals.emit('SIGINT')
  asked.child.emit('exit', null, 'SIGINT')
  expect([await asked.code, asked.said]).toEqual([1, []])
})

test('an unexpected end is reported: a program that dies at once has no other message', async () => {
  const failed = started()
  failed.child.emit('exit', 3221225781, null)
  expect([await failed.code, failed.said]).toEqual([3221225781, ['Tillside ended with code 3221225781.']])
  const crashed = started()
  crashed.child.emit('exit', null, 'SIGTRAP')
  expect([await crashed.code, crashed.said]).toEqual([1, ['Tillside ended by SIGTRAP.']])
})

test('a program that cannot be started is reported, without an exception', async () => {
  const none = started()
  none.child.emit('error', Object.assign(new Error('spawn x EACCES'), { code: 'EACCES' }))
  expect([await none.code, none.said]).toEqual([1, ['Tillside could not be started (EACCES).']])
})

test('afterwards no signal has a listener', async () => {
  const { child, signals, code } = started()
  child.emit('exit', 0, null)
  await code
  expect(signals.eventNames()).toEqual([])
})
