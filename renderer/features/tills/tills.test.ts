import { expect, test } from 'vitest'
import { callError } from '../../../shared/callError.ts'
import { strings } from '../../strings/strings.ts'
import { openApp, type Opened, settled } from '../../testing/openApp.ts'
import { saleOf } from '../../testing/fixtures.ts'
import { handedSale } from '../../testing/tillDouble.ts'

const handed = { sales: [handedSale, { ...handedSale, handoverId: 42, slip: '417394' }], count: 2 }

/** With a person who has had time to see what stands there. */
async function openWithHanded(): Promise<Opened> {
  const open = await openApp({ handed })
  open.pass(5_000)
  return open
}

const recorded = ({ double }: Opened) =>
  double.asked.filter(({ name }) => name === 'sales.record').map(({ request }) => request)

test('Enter in an empty entry records the first sale that a till handed over', async () => {
  const open = await openWithHanded()
  await open.store.getState().submitEntry()
  expect(recorded(open)).toMatchObject([
    { amountText: '9,800.00', transactionId: '417393', note: 'Order 00031', handoverId: 41 },
  ])
  const { entry, tills } = open.store.getState()
  expect(tills.handed).toMatchObject({ count: 1, sales: [{ handoverId: 42 }] })
  expect(entry).toMatchObject({ savedKobo: 980_000, handoverId: null, opened: [] })
})

test('a second Enter by habit records no other sale: each one has its moment to be seen', async () => {
  const open = await openWithHanded()
  await open.store.getState().submitEntry()
  await open.store.getState().submitEntry()
  open.pass(300)
  await open.store.getState().submitEntry()
  await open.store.getState().sendHandedBack()
  expect(recorded(open)).toHaveLength(1)
  expect(open.store.getState().tooFast).toBe(strings.sale.enterRecords)
  open.pass(1_000)
  await open.store.getState().submitEntry()
  expect(recorded(open)).toHaveLength(2)
})

test('it never overwrites a half-typed sale, and queues behind it', async () => {
  const open = await openWithHanded()
  open.store.getState().setDraft({ amountText: '500' })
  await open.store.getState().recordHanded()
  await open.store.getState().sendHandedBack()
  expect(open.double.asked.filter(({ name }) => name === 'handed.sendBack')).toEqual([])
  await open.store.getState().submitEntry()
  expect(recorded(open)).toMatchObject([{ amountText: '500' }])
  expect(recorded(open)[0]).not.toHaveProperty('handoverId')
  expect(open.store.getState().tills.handed?.count).toBe(2)
})

test('what a typed sale is asked, this one is asked too; No leaves it waiting, and the fields empty', async () => {
  const open = await openWithHanded()
  const earlier = saleOf({ transactionId: '4173-93', sequence: 1 })
  open.double.answerNext('sales.record', callError('needsAlikeSlipConfirmation', { sale: earlier }))
  await open.store.getState().submitEntry()
  expect(open.store.getState().entry).toMatchObject({ question: 'alikeSlip', handoverId: 41 })
  await open.store.getState().answerQuestion(false)
  expect(open.store.getState().entry).toMatchObject({
    question: null,
    handoverId: null,
    draft: { amountText: '', transactionId: '', note: '' },
  })
  expect(open.store.getState().tills.handed?.count).toBe(2)
})

test('a disk that refuses says that it still waits, and asks nobody to type it', async () => {
  const open = await openWithHanded()
  open.double.answerNext('sales.record', callError('notSaved'))
  await open.store.getState().submitEntry()
  expect(open.store.getState().entry).toMatchObject({
    question: null,
    notice: strings.handed.notSaved,
    draft: { amountText: '' },
  })
})

test('a lock lays nothing aside of a sale that still waits', async () => {
  const open = await openWithHanded()
  open.double.answerNext('sales.record', callError('needsAmountConfirmation'))
  await open.store.getState().submitEntry()
  open.store.getState().layEntryAside()
  expect(open.store.getState().entry).toMatchObject({ aside: [], draft: { amountText: '' }, question: null })
})

test('Esc sends the first one back', async () => {
  const open = await openWithHanded()
  await open.store.getState().sendHandedBack()
  await settled()
  expect(open.store.getState().tills.handed).toMatchObject({ count: 1, sales: [{ handoverId: 42 }] })
})
