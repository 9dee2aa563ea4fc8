import { expect, test } from 'vitest'
import { callError } from '../../../shared/callError.ts'
import { ok } from '../../../shared/result.ts'
import { strings } from '../../strings/strings.ts'
import { DOUBLE_PIN, DOUBLE_SECRET } from '../../testing/accessDouble.ts'
import type { BridgeDouble } from '../../testing/bridgeDouble.ts'
import { cashier, detailOf, saleOf } from '../../testing/fixtures.ts'
import { openApp, settled } from '../../testing/openApp.ts'

const asked = (double: BridgeDouble, name: string) => double.asked.filter((call) => call.name === name)
const pin = (text: string) => ({ pin: text, currentPin: '', secretKey: '' })
const queued = saleOf({ transactionId: 'A', sequence: 1 })
const review = saleOf({
  transactionId: 'R',
  sequence: 2,
  state: 'review',
  reviewReason: 'unsettled',
  sendCount: 1,
})

test('a guarded call asks for the PIN, and after the right one it is made again, once', async () => {
  const { double, store } = await openApp({ sales: [queued] })
  const removing = store.getState().removeSale('A', 'typed twice')
  await settled()
  expect(store.getState().pinDialog.mode).toBe('enter')
  await store.getState().submitPin(pin(DOUBLE_PIN))
  expect(await removing).toBeNull()
  expect(asked(double, 'sales.cancel')).toHaveLength(2)
  expect(store.getState().sales['A']?.sale.state).toBe('cancelled')
  expect(store.getState().pinDialog.mode).toBe('closed')
})

test('a wrong PIN changes nothing and says so; cancelling leaves the sale as it was', async () => {
  const { double, store } = await openApp({ sales: [queued] })
  const removing = store.getState().removeSale('A', 'typed twice')
  await settled()
  await store.getState().submitPin(pin('1111'))
  expect(store.getState().pinDialog.problem?.code).toBe('wrongPin')
  store.getState().closePinDialog()
  expect(await removing).toMatchObject({ code: 'needsManager' })
  expect(asked(double, 'sales.cancel')).toHaveLength(1)
  expect(store.getState().sales['A']?.sale.state).toBe('queued')
})

test('where no PIN is set yet the first guarded action asks for one, and then continues', async () => {
  const { double, store } = await openApp({ sales: [queued], access: { ...cashier, pin: 'none' } })
  const changing = store.getState().changeSettings({ theme: 'dark' })
  await settled()
  expect(store.getState().pinDialog.mode).toBe('set')
  await store.getState().submitPin(pin('2580'))
  await changing
  expect(store.getState().settingsState.settings?.theme).toBe('dark')
  expect(asked(double, 'settings.change')).toHaveLength(2)
})

test('a forgotten PIN can be reset in between, and the action continues', async () => {
  const { store } = await openApp()
  const changing = store.getState().changeSettings({ density: 'compact' })
  await settled()
  store.getState().openPinDialog('reset')
  await store.getState().submitPin({ pin: '9137', currentPin: '', secretKey: DOUBLE_SECRET })
  await changing
  expect(store.getState().settingsState.settings?.density).toBe('compact')
})

test('where the stored PIN cannot be read, the dialog asks for the secret at once', async () => {
  const { store } = await openApp({ access: { ...cashier, pin: 'damaged' } })
  void store.getState().changeSettings({ theme: 'dark' })
  await settled()
  expect(store.getState().pinDialog.mode).toBe('reset')
})

test('a PIN and a secret are in the request and never in the state', async () => {
  const { double, store } = await openApp()
  store.getState().openPinDialog('reset')
  await store.getState().submitPin({ pin: '80414041', currentPin: '', secretKey: 'very-own-secret' })
  expect(JSON.stringify(asked(double, 'access.reset'))).toContain('very-own-secret')
  expect(JSON.stringify(store.getState())).not.toMatch(/very-own-secret|80414041/u)
})

test('a manager’s activity is reported to main at most every ten seconds', async () => {
  const { double, store, pass } = await openApp({
    access: { ...cashier, role: 'manager', locksInMs: 300_000 },
  })
  for (let press = 0; press < 50; press += 1) store.getState().touch()
  expect(asked(double, 'access.touch')).toHaveLength(1)
  pass(10_000)
  store.getState().touch()
  expect(asked(double, 'access.touch')).toHaveLength(2)
  // A clock that was set back an hour must not suppress the report for an hour.
  pass(-3_600_000)
  store.getState().touch()
  expect(asked(double, 'access.touch')).toHaveLength(3)
})

test('a cashier’s activity is not reported, and automatic locking is announced', async () => {
  const { double, store } = await openApp({ access: { ...cashier, role: 'manager', locksInMs: 1_000 } })
  double.change({ access: cashier })
  expect(store.getState().announcement).toBe(strings.access.locked)
  store.getState().touch()
  expect(asked(double, 'access.touch')).toHaveLength(0)
})

test('a decision sends back what the screen showed, and the sale changes only with main’s answer', async () => {
  const { double, store } = await openApp({
    sales: [review],
    access: { ...cashier, role: 'manager', locksInMs: 300_000 },
  })
  store.getState().openDetail('R')
  await settled()
  double.answerNext('sales.resolve', callError('needsLookUp'))
  expect(await store.getState().resolveSale('R', 'writeOff', 'paid in cash')).toMatchObject({
    code: 'needsLookUp',
  })
  expect(store.getState().sales['R']?.sale.state).toBe('review')
  expect(await store.getState().resolveSale('R', 'writeOff', 'paid in cash')).toBeNull()
  expect(asked(double, 'sales.resolve').map(({ request }) => request)).toEqual([
    { transactionId: 'R', decision: 'writeOff', reason: 'paid in cash', seen: 'review 1' },
    { transactionId: 'R', decision: 'writeOff', reason: 'paid in cash', seen: 'review 1' },
  ])
  expect(store.getState().sales['R']?.sale.state).toBe('writtenOff')
})

test('after a new look-up, the next decision is about its result', async () => {
  const { double, store } = await openApp({ sales: [review], access: { ...cashier, role: 'manager' } })
  store.getState().openDetail('R')
  await settled()
  const detail = detailOf(review)
  const decision = detail.decision === null ? null : { ...detail.decision, seen: 'newer' }
  double.answerNext('sales.checkNow', ok({ ...detail, decision }))
  await store.getState().checkNow()
  await store.getState().resolveSale('R', 'sendAgain', 'the bank says it has none')
  expect(asked(double, 'sales.resolve')[0]?.request).toMatchObject({ seen: 'newer' })
})

test('when the window is asked to close it lists what waits; main gets one answer', async () => {
  const { double, store } = await openApp({ sales: [queued] })
  double.emit('app.closeAsked', { count: 1, totalKobo: 500_000, mayKeepRunning: false })
  expect(store.getState().closeAsked).toEqual({ count: 1, totalKobo: 500_000, mayKeepRunning: false })
  await store.getState().answerClose('keepOpen')
  expect(asked(double, 'app.close').map(({ request }) => request)).toEqual([
    { how: 'keepOpen', remember: false },
  ])
  expect(store.getState().closeAsked).toBeNull()
})

test('signing out once all is sent waits for the last sale; staying signed in cancels it', async () => {
  const { double, store } = await openApp({ sales: [queued] })
  store.getState().signOutWhenSent(true)
  await settled()
  // One more sale was recorded meanwhile, so the queue changes without becoming empty.
  double.change({ sales: [queued, saleOf({ transactionId: 'B', sequence: 2 })] })
  await settled()
  expect(asked(double, 'session.signOut')).toHaveLength(0)
  store.getState().signOutWhenSent(false)
  double.change({ sales: [{ ...queued, state: 'accepted' }] })
  expect(asked(double, 'session.signOut')).toHaveLength(0)
  double.change({ sales: [queued] })
  store.getState().signOutWhenSent(true)
  double.change({ sales: [{ ...queued, state: 'accepted' }] })
  await settled()
  expect(asked(double, 'session.signOut')).toHaveLength(1)
})

test('a corrected sale is a new one with the old amount, linked, and never with the old reference', async () => {
  const refused = saleOf({
    transactionId: 'OLD',
    sequence: 1,
    state: 'refused',
    amountKobo: 1_250_050,
    note: 'rice',
  })
  const { double, store } = await openApp({ sales: [refused] })
  store.getState().startCorrection(refused)
  expect(store.getState().screen).toBe('sale')
  expect(store.getState().entry.draft).toEqual({ amountText: '12,500.50', transactionId: '', note: 'rice' })
  store.getState().setDraft({ amountText: '12000' })
  await store.getState().submitEntry()
  expect(asked(double, 'sales.record')[0]?.request).toMatchObject({ corrects: 'OLD', transactionId: '' })
  expect(store.getState().entry.corrects).toBeNull()
  store.getState().setDraft({ amountText: '77' })
  await store.getState().submitEntry()
  expect(asked(double, 'sales.record')[1]?.request).not.toHaveProperty('corrects')
})

test('another terminal needs the PIN: without it the counter keeps its own, and no problem is shown', async () => {
  const { double, store } = await openApp()
  const chosen = () => store.getState().terminals?.chosenTerminalId
  const before = chosen()
  const given = store.getState().chooseTerminal('2ABC1235')
  await settled()
  expect(store.getState().pinDialog.mode).toBe('enter')
  store.getState().closePinDialog()
  await given
  expect([chosen(), store.getState().terminalsProblem]).toEqual([before, null])
  const choosing = store.getState().chooseTerminal('2ABC1235')
  await settled()
  await store.getState().submitPin(pin(DOUBLE_PIN))
  await choosing
  expect(chosen()).toBe('2ABC1235')
  expect(asked(double, 'terminals.choose')).toHaveLength(3)
})
