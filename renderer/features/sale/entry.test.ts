import { expect, test } from 'vitest'
import { callError } from '../../../shared/callError.ts'
import type { Request } from '../../../shared/contract.ts'
import { ok } from '../../../shared/result.ts'
import { strings } from '../../strings/strings.ts'
import { queueOf } from '../../testing/salesDouble.ts'
import { FIXED_NOW_MS, saleOf } from '../../testing/fixtures.ts'
import { openApp, settled, type Opened } from '../../testing/openApp.ts'

const recorded = ({ double }: Opened) =>
  double.asked
    .filter(({ name }) => name === 'sales.record')
    .map(({ request }) => request as Request<'sales.record'>)

const lost = saleOf({ transactionId: 'LOST-1', sequence: 1, state: 'unknown', amountKobo: 660_000 })
const refused = saleOf({ transactionId: 'NO-1', sequence: 2, state: 'refused', amountKobo: 990_000 })

test('main asks because of a sale that no list shows: the question names that sale', async () => {
  const open = await openApp()
  open.double.answerNext(
    'sales.record',
    callError('needsSecondSaleConfirmation', { sale: lost, otherCount: 1 }),
  )
  open.store.getState().setDraft({ amountText: '6600' })
  await open.store.getState().submitEntry()
  const { entry, sales } = open.store.getState()
  expect(entry).toMatchObject({ question: 'secondSale', earlierId: 'LOST-1', otherCount: 1 })
  expect(sales['LOST-1']?.sale).toEqual(lost)
})

test('the sale that a question is about is shown, nothing is recorded, and the entry keeps its text', async () => {
  const open = await openApp({ sales: [lost] })
  open.store.getState().setDraft({ amountText: '6600', note: 'rice' })
  await open.store.getState().submitEntry()
  open.store.getState().showEarlier()
  await settled()
  const { screen, detail, entry, sales } = open.store.getState()
  expect([screen, detail?.transactionId, entry.question]).toEqual(['transactions', 'LOST-1', null])
  expect(entry.draft).toEqual({ amountText: '6600', transactionId: '', note: 'rice' })
  expect(Object.keys(sales)).toEqual(['LOST-1'])
  // Opening the sale does not confirm the entry: the next Enter asks again.
  await open.store.getState().submitEntry()
  expect(open.store.getState().entry.question).toBe('secondSale')
})

test('a reference of a sale that is being checked: the field says so, and the sale can be opened', async () => {
  const open = await openApp({ sales: [lost] })
  open.store.getState().setDraft({ amountText: '6600', transactionId: 'LOST-1' })
  await open.store.getState().submitEntry()
  const { entry } = open.store.getState()
  expect(entry.problems.transactionId).toContain('₦6,600.00 from 08:05, Checking')
  expect(entry.notice).toBe(strings.earlier.usedOpen)
  expect(entry.earlierId).toBe('LOST-1')
  open.store.getState().setDraft({ transactionId: 'OTHER-1' })
  expect(open.store.getState().entry).toMatchObject({ notice: null, earlierId: null })
})

test('a reference typed in groups, as the screen shows it, is accepted and goes to main unchanged', async () => {
  const open = await openApp()
  open.store.getState().setDraft({ amountText: '6600', transactionId: '01M8 04G0 GEFN' })
  await open.store.getState().submitEntry()
  expect(recorded(open)).toMatchObject([{ transactionId: '01M8 04G0 GEFN' }])
})

test('an unchanged correction needs a confirmation before it is recorded', async () => {
  const open = await openApp({ sales: [refused] })
  open.store.getState().startCorrection(refused)
  open.pass(2_000)
  await open.store.getState().submitEntry()
  expect(open.store.getState().entry.question).toBe('unchanged')
  await open.store.getState().answerQuestion(false)
  expect(recorded(open)).toEqual([])
  expect(open.store.getState().entry.corrects).toBe('NO-1')
  await open.store.getState().submitEntry()
  expect(open.store.getState().entry.question).toBe('unchanged')
  open.double.answerNext('sales.record', ok(saleOf({ transactionId: 'NEW-1', sequence: 3 })))
  await open.store.getState().answerQuestion(true)
  expect(recorded(open)).toMatchObject([{ amountText: '9,900.00', corrects: 'NO-1' }])
  expect(open.store.getState().entry.corrects).toBeNull()
})

test('a changed correction is recorded at once: another amount, or another reference for the same amount', async () => {
  for (const change of [{ amountText: '99' }, { transactionId: 'FITS-1' }]) {
    const open = await openApp({ sales: [refused] })
    open.store.getState().startCorrection(refused)
    open.store.getState().setDraft(change)
    await open.store.getState().submitEntry()
    expect(recorded(open)).toMatchObject([{ ...change, corrects: 'NO-1' }])
    // The field was changed and changed back, so the correction is unchanged.
    open.store.getState().startCorrection(refused)
    open.pass(2_000)
    open.store.getState().setDraft(change)
    open.store.getState().setDraft({ amountText: '9,900', transactionId: '' })
    await open.store.getState().submitEntry()
    expect(open.store.getState().entry.question).toBe('unchanged')
    expect(recorded(open)).toHaveLength(1)
  }
})

test('midnight passes with nothing recorded: main is asked for the new day’s count once', async () => {
  const open = await openApp({ sales: [lost] })
  const queues = () => open.double.asked.filter(({ name }) => name === 'queue.get').length
  const before = queues()
  open.pass(60_000)
  open.store.getState().tick()
  await settled()
  expect(queues()).toBe(before)
  open.pass(10 * 60 * 60_000)
  const midnightMs = new Date(FIXED_NOW_MS).setHours(24, 0, 0, 0)
  open.double.answerNext('queue.get', ok({ ...queueOf([lost], 9), todaySinceMs: midnightMs, usualPayMs: 7 }))
  open.store.getState().tick()
  await settled()
  expect(open.store.getState().queue).toMatchObject({ todaySinceMs: midnightMs, usualPayMs: 7 })
  open.store.getState().tick()
  await settled()
  expect(queues()).toBe(before + 1)
})

test('the Sell screen reads open sales and the newest sales separately', async () => {
  const newest = Array.from({ length: 30 }, (_, place) =>
    saleOf({ transactionId: `T${place}`, sequence: place + 2, state: 'accepted' }),
  )
  const open = await openApp({ sales: [lost, ...newest] })
  const { lists, sales } = open.store.getState()
  expect(lists.today.ids).not.toContain('LOST-1')
  expect(lists.open.ids).toEqual(['LOST-1'])
  expect(sales['LOST-1']?.sale.state).toBe('unknown')
})

test('a slip of before in other letters: main asks, and only a new entry after the yes says that it is another', async () => {
  const open = await openApp()
  const earlier = saleOf({ transactionId: '1234 5678', sequence: 3 })
  open.double.answerNext('sales.record', callError('needsAlikeSlipConfirmation', { sale: earlier }))
  open.store.getState().setDraft({ amountText: '6600', transactionId: '12345678' })
  await open.store.getState().submitEntry()
  expect(open.store.getState().entry).toMatchObject({ question: 'alikeSlip', earlierId: '1234 5678' })
  expect(recorded(open).at(-1)?.confirmedAlikeSlip).toBeUndefined()
  open.double.answerNext('sales.record', callError('needsManager', { needs: 'enterPin' }))
  const answering = open.store.getState().answerQuestion(true)
  await settled()
  expect(recorded(open).at(-1)?.confirmedAlikeSlip).toBe(true)
  expect(open.store.getState().pinDialog.mode).toBe('enter')
  open.store.getState().closePinDialog()
  await answering
  // Another number is another question.
  open.store.getState().setDraft({ transactionId: '12345679' })
  expect(open.store.getState().entry).toMatchObject({ question: null, confirmedAlikeSlip: false })
})

test('a slip that was removed unread: main asks, the answer is sent with the entry, and a manager must confirm', async () => {
  const open = await openApp()
  const removed = saleOf({ transactionId: 'SLIP-1', sequence: 3, state: 'cancelled', amountKobo: 660_000 })
  open.double.answerNext('sales.record', callError('needsRemovedSlipConfirmation', { sale: removed }))
  open.store.getState().setDraft({ amountText: '6600' })
  await open.store.getState().submitEntry()
  expect(open.store.getState().entry).toMatchObject({ question: 'removedSlip', earlierId: 'SLIP-1' })
  expect(recorded(open).at(-1)?.confirmedRemovedSlip).toBeUndefined()
  open.double.answerNext('sales.record', callError('needsManager', { needs: 'enterPin' }))
  const answering = open.store.getState().answerQuestion(true)
  await settled()
  expect(recorded(open).at(-1)?.confirmedRemovedSlip).toBe(true)
  expect(open.store.getState().pinDialog.mode).toBe('enter')
  open.store.getState().closePinDialog()
  await answering
  // Nothing was recorded, the entry stays, and the next Enter asks again.
  const { entry } = open.store.getState()
  expect(entry).toMatchObject({ isSaving: false, question: null, confirmedRemovedSlip: false })
  expect(entry.draft.amountText).toBe('6600')
})
