import { fc } from '../testing/fuzz.ts'
import { expect, test } from 'vitest'
import { FakeSettings } from '../session/testing/fakes.ts'
import { accessBench, outcome, PIN, SECRET, type AccessBench } from './testing/accessBench.ts'

const MINUTE_MS = 60_000

async function restartedWith(change: (settings: FakeSettings) => void): Promise<AccessBench> {
  const bench = accessBench()
  await bench.setPin()
  bench.access().lock()
  await bench.access().enter('564738')
  await bench.access().enter('564738')
  change(bench.settings)
  bench.restart()
  return bench
}

const part = (change: object) => (settings: FakeSettings) =>
  void settings.values.set('access:pin', { ...(settings.values.get('access:pin') as object), ...change })

test.each([
  ['gone', (settings: FakeSettings) => void settings.values.delete('access:pin')],
  ['null', (settings: FakeSettings) => void settings.values.set('access:pin', null)],
  ['a text', (settings: FakeSettings) => void settings.values.set('access:pin', PIN)],
  ['an empty object', (settings: FakeSettings) => void settings.values.set('access:pin', {})],
  ['half a hash', part({ hash: 'ab12' })],
  ['an empty hash', part({ hash: '' })],
  ['an empty salt', part({ salt: '' })],
  ['no hash', part({ hash: undefined })],
  ['a weak cost', part({ cost: 2 })],
  ['a cost that would take all memory', part({ cost: 2 ** 30 })],
  ['a cost that is no power of two', part({ cost: 40_000 })],
  ['another algorithm', part({ algorithm: 'plain' })],
  ['another block size', part({ blockSize: 1 })],
  ['an extra key', part({ pin: PIN })],
  ['__proto__', part({ clientId: { __proto__: { a: 1 } } })],
])('a stored PIN that is %s locks, keeps the count, and only the secret fixes it', async (_name, change) => {
  const bench = await restartedWith(change)
  expect(bench.access().view()).toMatchObject({ role: 'cashier', pin: 'damaged', wrongTries: 2, waitMs: 0 })
  expect(outcome(await bench.access().enter(PIN))).toBe('notAllowed')
  expect(outcome(await bench.access().setPin({ currentPin: PIN, pin: '564738' }))).toBe('notAllowed')
  expect(bench.access().refusal()).toBeDefined()
  expect(outcome(await bench.access().reset({ secretKey: 'a guess', pin: '564738' }))).toBe('wrongSecret')
  expect(bench.access().view()).toMatchObject({ wrongTries: 3, waitMs: 30_000 })
  await bench.pass(30_000)
  expect(outcome(await bench.access().reset({ secretKey: SECRET, pin: '564738' }))).toBe('manager')
  bench.restart()
  expect(bench.access().view()).toMatchObject({ pin: 'set', wrongTries: 0 })
})

test.each([
  ['gone', undefined],
  ['null', null],
  ['negative', { wrongTries: -5, waitUntilAwakeMs: 0 }],
  ['a fraction', { wrongTries: 0.5, waitUntilAwakeMs: 0 }],
  ['a text', { wrongTries: '0', waitUntilAwakeMs: 0 }],
  ['half of it', { wrongTries: 0 }],
])('a count that is %s waits the longest, and the PIN still opens afterwards', async (_name, tries) => {
  const bench = await restartedWith((settings) => {
    if (tries === undefined) settings.values.delete('access:tries')
    else settings.values.set('access:tries', tries)
  })
  expect(bench.access().view()).toMatchObject({ pin: 'set', waitMs: 60 * MINUTE_MS })
  expect(outcome(await bench.access().enter(PIN))).toBe('tooManyTries')
  await bench.pass(60 * MINUTE_MS)
  expect(outcome(await bench.access().enter(PIN))).toBe('manager')
})

test('with any content of the settings: nothing throws, manager mode stays locked, and a PIN that was set is not forgotten', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), fc.boolean(), (pin, tries, wasSet) => {
      const settings = new FakeSettings()
      settings.values.set('access:pin', pin)
      settings.values.set('access:tries', tries)
      const bench = accessBench({ settings })
      bench.facts.wasSet = wasSet
      bench.restart()
      const view = bench.access().view()
      expect(view.role).toBe('cashier')
      expect(bench.access().refusal()).toBeDefined()
      if (pin !== undefined || wasSet) expect(view.pin).not.toBe('none')
      expect(view.waitMs).toBeLessThanOrEqual(60 * MINUTE_MS)
    }),
    { numRuns: 300 },
  )
})
