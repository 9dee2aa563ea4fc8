import { expect, test } from 'vitest'
import { AccessView } from '../../shared/access.ts'
import { callError } from '../../shared/callError.ts'
import { parseUnknown } from '../../shared/parse.ts'
import { FakeSettings } from '../session/testing/fakes.ts'
import { pinProblem } from '../../shared/newPin.ts'
import { accessBench, outcome, PIN, SECRET } from './testing/accessBench.ts'

const MINUTE_MS = 60_000
const detailOf = (refusal: ReturnType<ReturnType<ReturnType<typeof accessBench>['access']>['refusal']>) =>
  refusal !== undefined && !refusal.ok && refusal.error.code === 'needsManager'
    ? refusal.error.needs
    : undefined

test('everyone is a cashier until a PIN is set, and the person who sets it is a manager', async () => {
  const bench = accessBench()
  expect(bench.access().view()).toEqual({
    role: 'cashier',
    pin: 'none',
    wrongTries: 0,
    waitMs: 0,
    locksInMs: null,
    resetBy: 'heldSecret',
  })
  expect(detailOf(bench.access().refusal())).toBe('setPin')
  await bench.setPin()
  expect(bench.access().refusal()).toBeUndefined()
  expect(bench.told.at(-1)).toMatchObject({ role: 'manager', pin: 'set', locksInMs: 5 * MINUTE_MS })
  bench.access().lock()
  expect(detailOf(bench.access().refusal())).toBe('enterPin')
  expect(outcome(await bench.access().enter(PIN))).toBe('manager')
})

test('the PIN survives a restart, manager mode does not', async () => {
  const bench = accessBench()
  await bench.setPin()
  bench.restart()
  expect(bench.access().view()).toMatchObject({ role: 'cashier', pin: 'set' })
  expect(outcome(await bench.access().enter(PIN))).toBe('manager')
})

test('the PIN is in no view, event, log line or setting, and two counters with one PIN store different texts', async () => {
  const bench = accessBench()
  await bench.setPin()
  const wrong = '56473829'
  await bench.access().enter(wrong)
  const seen = JSON.stringify([bench.told, bench.logLines, bench.settings.text(), bench.access().view()])
  for (const pin of [PIN, wrong]) expect(seen).not.toContain(pin)
  for (const view of bench.told) expect(parseUnknown(AccessView, view).ok).toBe(true)
  const kept = bench.settings.values.get('access:pin') as { cost: number; salt: string }
  expect(kept.cost).toBeGreaterThanOrEqual(2 ** 15)
  expect(kept.salt).toHaveLength(32)
  await bench.access().enter(PIN)
  await bench.access().setPin({ currentPin: PIN, pin: PIN })
  expect(bench.settings.values.get('access:pin')).not.toMatchObject({ salt: kept.salt })
})

test.each([
  ['', 'tooShort'],
  ['837', 'tooShort'],
  ['8371', undefined],
  ['83712945', undefined],
  ['837129456', 'tooLong'],
  ['83 71', 'notDigits'],
  ['837a', 'notDigits'],
  ['٣٤٥٧', 'notDigits'],
  ['-371', 'notDigits'],
  ['0000', 'tooSimple'],
  ['1234', 'tooSimple'],
  ['87654', 'tooSimple'],
  ['1212', undefined],
  ['2468', undefined],
])('a new PIN %j is %s', async (pin, problem) => {
  expect(pinProblem(pin)).toBe(problem)
  if (problem === undefined) return
  const set = await accessBench().access().setPin({ currentPin: '', pin })
  expect(set).toMatchObject({ ok: false, error: { code: 'invalid', fields: [{ field: 'pin', problem }] } })
})

test('another PIN needs the one before it, also from a manager', async () => {
  const bench = accessBench()
  await bench.setPin()
  expect(outcome(await bench.access().setPin({ currentPin: '', pin: '564738' }))).toBe('wrongPin')
  expect(bench.access().view().wrongTries).toBe(1)
  expect(outcome(await bench.access().setPin({ currentPin: PIN, pin: '564738' }))).toBe('manager')
  bench.access().lock()
  expect(outcome(await bench.access().enter(PIN))).toBe('wrongPin')
  expect(outcome(await bench.access().enter('564738'))).toBe('manager')
})

test('a settings file that refuses writes: no PIN is set, and no try is checked that cannot be counted', async () => {
  const bench = accessBench()
  bench.settings.isBroken = true
  expect(outcome(await bench.access().setPin({ currentPin: '', pin: PIN }))).toBe('notSaved')
  expect(bench.access().view()).toMatchObject({ role: 'cashier', pin: 'none' })
  bench.settings.isBroken = false
  await bench.setPin()
  bench.access().lock()
  bench.settings.isBroken = true
  expect(outcome(await bench.access().enter(PIN))).toBe('notSaved')
  expect(bench.access().view().role).toBe('cashier')
})

test('the partner’s secret sets a new PIN; a wrong one counts like a wrong PIN', async () => {
  const bench = accessBench()
  await bench.setPin()
  bench.access().lock()
  expect(outcome(await bench.access().reset({ secretKey: 'a guess', pin: '564738' }))).toBe('wrongSecret')
  expect(bench.access().view().wrongTries).toBe(1)
  expect(outcome(await bench.access().enter('564738'))).toBe('wrongPin')
  expect(outcome(await bench.access().reset({ secretKey: 'a guess', pin: '564738' }))).toBe('wrongSecret')
  expect(outcome(await bench.access().reset({ secretKey: SECRET, pin: '564738' }))).toBe('tooManyTries')
  await bench.pass(31_000)
  expect(outcome(await bench.access().reset({ secretKey: SECRET, pin: '564738' }))).toBe('manager')
  expect(bench.access().view()).toMatchObject({ wrongTries: 0, waitMs: 0 })
  bench.access().lock()
  expect(outcome(await bench.access().enter(PIN))).toBe('wrongPin')
})

test('a service that cannot be asked about the secret costs no try, and opens nothing', async () => {
  const bench = accessBench()
  await bench.setPin()
  bench.access().lock()
  bench.facts.trouble = callError('unreachable', { fault: { kind: 'unsent', reason: 'refused' } })
  expect(outcome(await bench.access().reset({ secretKey: SECRET, pin: '564738' }))).toBe('unreachable')
  expect(bench.access().view()).toMatchObject({ role: 'cashier', wrongTries: 0 })
})

test('signed out, the service is asked about the client under whom the PIN was set', async () => {
  const bench = accessBench()
  await bench.setPin()
  bench.facts.clientId = null
  bench.facts.holdsSecret = false
  bench.restart()
  expect(bench.access().view().resetBy).toBe('service')
  await bench.access().reset({ secretKey: SECRET, pin: '564738' })
  expect(bench.asked).toEqual(['ADA-CLIENT'])
  const never = accessBench()
  never.facts.clientId = null
  never.facts.holdsSecret = false
  expect(never.access().view().resetBy).toBe('signInFirst')
})

test('another client who signs in here cannot take the PIN over with their own secret', async () => {
  const bench = accessBench()
  await bench.setPin()
  bench.access().lock()
  bench.facts.clientId = 'BOLA-CLIENT'
  bench.restart()
  expect(bench.access().view().resetBy).toBe('service')
  await bench.access().reset({ secretKey: SECRET, pin: '564738' })
  expect(bench.asked).toEqual(['ADA-CLIENT'])
})

test('a PIN whose settings are gone is damaged and not forgotten: only the secret opens it again', async () => {
  const bench = accessBench()
  await bench.setPin()
  bench.settings.values.clear()
  bench.restart()
  expect(bench.access().view().pin).toBe('damaged')
  expect(detailOf(bench.access().refusal())).toBe('enterPin')
  expect(await bench.access().setPin({ currentPin: '', pin: '564738' })).toMatchObject({
    error: { code: 'notAllowed', reason: 'damaged' },
  })
  // The count is lost too: the number of tries is unknown, so the longest delay applies.
  expect(bench.access().view().waitMs).toBe(60 * MINUTE_MS)
  await bench.pass(60 * MINUTE_MS)
  expect(outcome(await bench.access().reset({ secretKey: SECRET, pin: '564738' }))).toBe('manager')
})

test('a sales file that cannot say whether there was a PIN keeps the mode locked', () => {
  const bench = accessBench()
  bench.facts.isWitnessBroken = true
  bench.restart()
  expect(bench.access().view().pin).toBe('damaged')
})

test('an outside change of the settings file while the program runs changes nothing', async () => {
  const bench = accessBench()
  await bench.setPin()
  bench.access().lock()
  await bench.access().enter('564738')
  const other = accessBench({ settings: new FakeSettings() })
  await other.access().setPin({ currentPin: '', pin: '564738' })
  for (const [key, value] of other.settings.values) bench.settings.values.set(key, value)
  expect(bench.access().view().wrongTries).toBe(1)
  expect(outcome(await bench.access().enter('564738'))).toBe('wrongPin')
})
