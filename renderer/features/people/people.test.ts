import { expect, test } from 'vitest'
import { callError } from '../../../shared/callError.ts'
import { isAtWork } from '../../app/atWork.ts'
import { countsSeconds } from '../../app/countsSeconds.ts'
import { isLocked } from '../../core/locked.ts'
import { strings } from '../../strings/strings.ts'
import { DOUBLE_PIN } from '../../testing/accessDouble.ts'
import type { BridgeDouble } from '../../testing/bridgeDouble.ts'
import { cashier, saleOf } from '../../testing/fixtures.ts'
import { openApp, settled } from '../../testing/openApp.ts'
import { cashiersOf, DOUBLE_CASHIER_PIN } from '../../testing/peopleDouble.ts'

const people = cashiersOf('Ngozi', 'Ada')
const locked = { ...people, currentId: null }
const asked = (double: BridgeDouble, name: string) => double.asked.filter((call) => call.name === name)
const managerPin = { pin: DOUBLE_PIN, currentPin: '', secretKey: '' }

test('without cashiers nothing locks; a locked counter takes neither commands nor scans', async () => {
  const { store, double } = await openApp()
  expect(isLocked(store.getState())).toBe(false)
  double.change({ people: locked })
  expect(isLocked(store.getState())).toBe(true)
  expect(isAtWork(store.getState())).toBe(false)
  await store.getState().enterCashier('c2', DOUBLE_CASHIER_PIN)
  expect(isAtWork(store.getState())).toBe(true)
})

test('a start on a locked counter is locked before the first frame', async () => {
  const { store } = await openApp({ people: locked })
  expect(isLocked(store.getState())).toBe(true)
})

test('Lock lays the draft aside, and its announcement replaces what was said of a sale', async () => {
  const { store, double } = await openApp({ people })
  store.getState().setDraft({ amountText: '7321' })
  store.getState().run('lock')
  await settled()
  expect(asked(double, 'people.lock')).toHaveLength(1)
  expect(isLocked(store.getState())).toBe(true)
  expect(store.getState().announcement).toBe(strings.people.locked)
  await store.getState().enterCashier('c1', DOUBLE_CASHIER_PIN)
  const { entry } = store.getState()
  expect([entry.draft.amountText, entry.aside[0]?.draft.amountText]).toEqual(['', '7321'])
})

test('unlocking opens Sale, for the same cashier and for another', async () => {
  const { store } = await openApp({ people })
  store.getState().show('todo')
  await store.getState().lockCounter()
  await store.getState().enterCashier('c1', DOUBLE_CASHIER_PIN)
  expect(store.getState().screen).toBe('sale')
  store.getState().show('todo')
  await store.getState().lockCounter()
  await store.getState().enterCashier('c2', DOUBLE_CASHIER_PIN)
  expect(store.getState().screen).toBe('sale')
})

test('a wrong PIN leaves it locked, and says so', async () => {
  const { store } = await openApp({ people: locked })
  expect(await store.getState().enterCashier('c1', '1313')).toMatchObject({ code: 'wrongPin' })
  expect(isLocked(store.getState())).toBe(true)
  expect(store.getState().people.view?.cashiers[0]?.wrongTries).toBe(1)
})

test('a lock ends an act that waits for the manager’s PIN: the next PIN must not carry it out', async () => {
  const queued = saleOf({ transactionId: 'A', sequence: 1 })
  const { store, double } = await openApp({ people, sales: [queued] })
  const removing = store.getState().removeSale('A', 'typed twice')
  await settled()
  expect(store.getState().pinDialog.mode).toBe('enter')
  double.change({ people: locked })
  expect(store.getState().pinDialog.mode).toBe('closed')
  expect(await removing).toMatchObject({ code: 'needsManager' })
  store.getState().openPinDialog('enter')
  await store.getState().submitPin(managerPin)
  expect(asked(double, 'sales.cancel')).toHaveLength(1)
})

test('a manager goes past the lock; a sale there asks who is in, and waits beside the form', async () => {
  const { store, double } = await openApp({ people: locked })
  store.getState().openPinDialog('enter')
  await store.getState().submitPin(managerPin)
  expect(isLocked(store.getState())).toBe(false)
  store.getState().setDraft({ amountText: '4500' })
  await store.getState().submitEntry()
  expect(asked(double, 'sales.record')).toHaveLength(1)
  expect(isLocked(store.getState())).toBe(true)
  await store.getState().enterCashier('c1', DOUBLE_CASHIER_PIN)
  expect(isLocked(store.getState())).toBe(false)
  // A habit after the PIN does not record it; the person who is in takes it up.
  await store.getState().submitEntry()
  expect(asked(double, 'sales.record')).toHaveLength(1)
  store.getState().takeUpAside()
  await store.getState().submitEntry()
  expect(asked(double, 'sales.record').at(-1)).toMatchObject({ request: { amountText: '4500' } })
})

test('a refusal marked as seen while no cashier is in asks who is, as a sale does', async () => {
  const refused = saleOf({ transactionId: 'A', sequence: 1, state: 'refused' })
  const { store, double } = await openApp({ people, sales: [refused] })
  double.answerNext('sales.noteRefusal', callError('needsCashier'))
  store.getState().show('todo')
  await store.getState().noteRefusal('A')
  expect(isLocked(store.getState())).toBe(true)
  await store.getState().enterCashier('c1', DOUBLE_CASHIER_PIN)
  expect(store.getState().screen).toBe('todo')
})

test('a PIN waits for fast keys to end: those of a scan are no try, those of a person are', async () => {
  const { store, double } = await openApp({ people: locked })
  const { followHeld, enterCashier } = store.getState()
  followHeld('goesOn')
  const scanned = enterCashier('c2', '1313')
  followHeld('scan')
  expect(await scanned).toBeNull()
  expect(asked(double, 'people.enter')).toEqual([])
  expect(store.getState().people.heldScans).toBe(1)
  followHeld('goesOn')
  const typed = enterCashier('c2', DOUBLE_CASHIER_PIN)
  await settled()
  expect(asked(double, 'people.enter')).toEqual([])
  followHeld('typed')
  await typed
  expect(isLocked(store.getState())).toBe(false)
})

test('Lock wins over a PIN that was typed before it: one that still waits for fast keys to end, and one at main', async () => {
  const { store, double } = await openApp({ people: locked })
  const { followHeld, enterCashier, lockCounter } = store.getState()
  followHeld('goesOn')
  const held = enterCashier('c2', DOUBLE_CASHIER_PIN)
  const locking = lockCounter()
  followHeld('typed')
  expect([await held, await locking]).toEqual([null, undefined])
  expect(asked(double, 'people.enter')).toEqual([])
  expect(isLocked(store.getState())).toBe(true)
  // Main answers the PIN first. Until it has answered Lock too, the next keys must not reach a sale.
  const entering = enterCashier('c2', DOUBLE_CASHIER_PIN)
  double.answerNext('people.lock', callError('internal'))
  void lockCounter()
  await entering
  expect(isLocked(store.getState())).toBe(true)
})

test('the wait of a cashier is counted in seconds on the lock screen, and not behind it', async () => {
  const [first, ...others] = people.cashiers
  if (first === undefined) throw new Error('no cashier')
  const waiting = { ...people, cashiers: [{ ...first, waitMs: 30_000 }, ...others] }
  const { store, double } = await openApp({ people: locked })
  expect(countsSeconds(store.getState())).toBe(false)
  double.change({ people: { ...waiting, currentId: null } })
  expect(countsSeconds(store.getState())).toBe(true)
  double.change({ people: waiting })
  expect(countsSeconds(store.getState())).toBe(false)
})

test('a damaged list locks nothing', async () => {
  const { store } = await openApp({ people: { state: 'damaged', cashiers: [], currentId: null } })
  expect(isLocked(store.getState())).toBe(false)
})

test('work at the counter is reported, so that it does not lock; without anybody in it is not', async () => {
  const { store, double, pass } = await openApp({ people })
  store.getState().touch()
  expect(asked(double, 'access.touch')).toHaveLength(1)
  double.change({ people: locked })
  pass(20_000)
  store.getState().touch()
  expect(asked(double, 'access.touch')).toHaveLength(1)
})

test('signing out needs the manager once a PIN is set; without the PIN the client stays', async () => {
  const { store, double } = await openApp({ sales: [], access: cashier })
  store.getState().askSignOut()
  await settled()
  expect(store.getState().pinDialog.mode).toBe('enter')
  store.getState().closePinDialog()
  await settled()
  expect(store.getState().session?.status).toBe('signedIn')
  store.getState().askSignOut()
  await settled()
  await store.getState().submitPin(managerPin)
  await settled()
  expect(store.getState().session?.status).toBe('signedOut')
  expect(asked(double, 'session.signOut')).toHaveLength(3)
})

test('a sign-out that waits for the last sale does not ask for a PIN on a locked screen', async () => {
  const queued = saleOf({ transactionId: 'A', sequence: 1 })
  const { store, double } = await openApp({ people, sales: [queued] })
  store.getState().signOutWhenSent(true)
  double.change({ people: locked })
  double.change({ sales: [] })
  await settled()
  expect(asked(double, 'session.signOut')).toHaveLength(0)
  expect(store.getState().pinDialog.mode).toBe('closed')
})
