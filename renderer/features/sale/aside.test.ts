import { expect, test } from 'vitest'
import { callError } from '../../../shared/callError.ts'
import { strings } from '../../strings/strings.ts'
import { openApp, settled } from '../../testing/openApp.ts'
import { cashiersOf } from '../../testing/peopleDouble.ts'
import { asideText } from './aside.ts'

const people = cashiersOf('Ngozi', 'Ada')
const locked = { ...people, currentId: null }

test('a lock of the system, and another cashier, lay what was typed aside; nothing typed leaves nothing', async () => {
  const { store, double } = await openApp({ people })
  double.change({ people: locked })
  double.change({ people })
  expect(store.getState().entry.aside).toEqual([])
  store.getState().setDraft({ amountText: '505', note: 'rice' })
  double.change({ people: { ...people, currentId: 'c2' } })
  const { entry } = store.getState()
  expect(entry.draft).toEqual({ amountText: '', transactionId: '', note: '' })
  expect(entry.aside.map((each) => asideText(each, 'RRN'))).toEqual([
    '₦505.00, rice was typed before the lock. It is not recorded.',
  ])
})

test('two locks, and an entry typed in between: each stays until it is taken up or dropped', async () => {
  const { store, double } = await openApp({ people })
  for (const amountText of ['505', '606']) {
    store.getState().setDraft({ amountText })
    double.change({ people: locked })
    double.change({ people })
  }
  store.getState().setDraft({ amountText: '707' })
  store.getState().takeUpAside()
  const amounts = () => {
    const { draft, aside } = store.getState().entry
    return [draft, ...aside.map((each) => each.draft)].map(({ amountText }) => amountText)
  }
  expect(amounts()).toEqual(['606', '707', '505'])
  store.getState().dropAside()
  expect(amounts()).toEqual(['606', '505'])
})

test('a sale that is being saved at the lock is not offered again; what was typed since is', async () => {
  const { store, double } = await openApp({ people })
  store.getState().setDraft({ amountText: '505' })
  const saving = store.getState().submitEntry()
  store.getState().setDraft({ amountText: '6' })
  double.change({ people: locked })
  await saving
  const { entry } = store.getState()
  expect(entry.draft.amountText).toBe('')
  expect(entry.aside.map(({ draft }) => draft.amountText)).toEqual(['6'])
  // Nothing of the money is said on the lock screen.
  expect(store.getState().announcement).toBe(strings.people.locked)
})

test('a sale that could not be saved at the lock waits, and the next person reads that it is not recorded', async () => {
  const { store, double } = await openApp({ people })
  const late = Promise.withResolvers<unknown>()
  double.answerNext('sales.record', late.promise)
  store.getState().setDraft({ amountText: '505' })
  const saving = store.getState().submitEntry()
  double.change({ people: locked })
  late.resolve(callError('notSaved'))
  await saving
  const { entry } = store.getState()
  expect([entry.question, entry.notice]).toEqual([null, strings.sale.notSavedTitle])
  expect(entry.aside.map(({ draft }) => draft.amountText)).toEqual(['505'])
})

test('a question of before the lock is not answered after it, and its yes does not count', async () => {
  const { store, double } = await openApp({ people })
  double.answerNext('sales.record', callError('needsAmountConfirmation'))
  store.getState().setDraft({ amountText: '9000000' })
  await store.getState().submitEntry()
  expect(store.getState().entry.question).toBe('largeAmount')
  double.change({ people: locked })
  double.change({ people })
  expect(store.getState().entry.question).toBeNull()
  store.getState().takeUpAside()
  await settled()
  expect(store.getState().entry).toMatchObject({ draft: { amountText: '9000000' }, confirmedAmount: false })
})
