import { expect, test } from 'vitest'
import { callError } from '../../../shared/callError.ts'
import { ok } from '../../../shared/result.ts'
import { FIXED_NOW_MS, recordOf, saleOf, saleOfEveryState } from '../../testing/fixtures.ts'
import { openApp, settled } from '../../testing/openApp.ts'
import { copyOf } from './paperSlice.ts'
import type { SalePaper } from '../../core/paperTypes.ts'
import { nowText, receiptLines } from './paperWords.ts'

const sale = saleOf({ transactionId: 'TXN-1', sequence: 1 })

test('a receipt never claims more than is known, in any state', () => {
  for (const each of saleOfEveryState()) {
    const text = receiptLines(each).join(' ')
    expect(text.includes('Paid to the shop'), each.state).toBe(each.standing === 'paid')
    expect(text.includes('Bank accepted'), each.state).toBe(each.state === 'accepted')
    expect(text).not.toBe('')
  }
})

test('what is true now: what the bank shows or did not say, and where this counter counts otherwise', () => {
  const paper = {
    kind: 'sale',
    transactionId: 'TXN-1',
    detail: null,
    asked: null,
    madeAtMs: FIXED_NOW_MS,
  } as const
  const record = recordOf({ recordId: '1', transactionId: 'TXN-1' })
  const asked = { transactionId: 'TXN-1', record, bankMessage: null, readAtMs: FIXED_NOW_MS }
  expect(nowText(paper, '2026-11-20')).toBe(
    'This counter has no sale with reference TXN-1. Asked for this paper, the bank’s service did not answer: what is below was known before.',
  )
  const slip = { ...asked, record: { ...asked.record, amount: '100', terminalId: 'OTHER' } } as typeof asked
  const detail = { sale: saleOfEveryState()[0], record: null } as unknown as NonNullable<SalePaper['detail']>
  expect(nowText({ ...paper, detail, asked: slip }, '2026-11-20')).toMatch(
    /shows a record of ₦100\.00 at terminal OTHER under this reference: it is not this sale/u,
  )
  // In a conflict the kept record is the one that differs; only an accepted sale was accepted by its record.
  for (const [state, says] of [
    ['conflict', /it is not this sale/u],
    ['accepted', /shows it paid/u],
  ] as const) {
    const kept = { sale: { ...detail.sale, state }, record: slip.record } as typeof detail
    expect(nowText({ ...paper, detail: kept, asked: slip }, '2026-11-20')).toMatch(says)
  }
  const none = nowText({ ...paper, asked: { ...asked, record: null } }, '2026-11-20')
  expect(none).toMatch(/returned no record of it\.$/u)
  // The bank shows it paid, and this counter has not seen that itself.
  const onItsWay = {
    sale: saleOf({ transactionId: 'TXN-1', sequence: 1, state: 'accepted' }),
    record: null,
  } as unknown as typeof detail
  expect(nowText({ ...paper, detail: onItsWay, asked }, '2026-11-20')).toMatch(
    /shows it paid .* This counter still counts it as On its way/u,
  )
  // A paid date that has not come is no payment.
  const early = { ...asked, record: { ...record, isPaid: true, datePaid: '2027-01-01T10:00:00' } }
  expect(nowText({ ...paper, asked: early }, '2026-11-20')).toMatch(/does not show it paid/u)
})

test('a receipt after the first one is a copy', () => {
  const entry = { atMs: 1, kind: 'receiptPrinted', detail: null } as const
  expect([copyOf({ timeline: [] }), copyOf({ timeline: [entry, entry] })]).toEqual([1, 3])
})

test('a receipt is laid out, then printed, and the outcome is said; a closed dialog says nothing', async () => {
  const { double, store } = await openApp({ sales: [sale] })
  const print = async (): Promise<void> => {
    const printing = store.getState().printReceipt('TXN-1')
    await settled()
    expect(store.getState().paper.paper).toMatchObject({ kind: 'receipt', width: '80', copy: 1 })
    // A second press while it is made does nothing.
    await store.getState().printReceipt('TXN-1')
    store.getState().paperDrawn(120, [])
    await printing
    expect(store.getState().paper).toMatchObject({ paper: null, isBusy: false, about: 'TXN-1' })
  }
  await print()
  expect(store.getState().paper.said).toBe('Sent to the printer.')
  double.answerNext('paper.print', ok({ outcome: 'cancelled' }))
  await print()
  expect(store.getState().paper.said).toBeNull()
  double.answerNext('paper.print', ok({ outcome: 'failed' }))
  await print()
  expect(store.getState().paper).toMatchObject({ isProblem: true })
  const asked = double.asked.filter(({ name }) => name === 'paper.print').map(({ request }) => request)
  expect(asked).toEqual(Array.from({ length: 3 }, () => ({ width: '80', lengthMm: 120, receiptOf: 'TXN-1' })))
})

test('everything about a sale asks the bank anew first; one that does not answer is labelled, and no fault', async () => {
  const { double, store } = await openApp({ sales: [sale] })
  double.answerNext('records.byReference', callError('notSignedIn'))
  const saving = store.getState().saveSale('TXN-1', 'pdf')
  await settled()
  expect(store.getState().paper.paper).toMatchObject({ kind: 'sale', asked: null })
  store.getState().paperDrawn(500, [])
  await saving
  expect(store.getState().paper.said).toMatch(/^Written to .*\.pdf$/u)
  double.answerNext('paper.sale', callError('fileNotWritten', { reason: 'full' }))
  await store.getState().saveSale('TXN-1', 'json')
  expect(store.getState().paper).toMatchObject({ isProblem: true, said: expect.stringContaining('full') })
})

test('with a printer set a roll is sent to it, without a dialog; A4 still asks', async () => {
  const { double, store } = await openApp({ sales: [sale] })
  const { settings } = store.getState().settingsState
  if (settings === null) throw new Error('no settings')
  double.emit('settings.changed', { ...settings, printer: '192.168.1.50' })
  const line = { kind: 'rule' } as const
  const print = async (): Promise<void> => {
    const printing = store.getState().printReceipt('TXN-1')
    await settled()
    store.getState().paperDrawn(120, [line])
    await printing
  }
  await print()
  double.answerNext('paper.send', ok({ outcome: 'dropped' }))
  await print()
  expect(store.getState().paper).toMatchObject({
    isProblem: true,
    said: expect.stringContaining('Not all of it was taken'),
  })
  double.emit('settings.changed', { ...settings, printer: '192.168.1.50', receiptPaper: '210' })
  await print()
  const asked = double.asked
    .filter(({ name }) => name.startsWith('paper.'))
    .map(({ name, request }) => [name, request])
  const sent = ['paper.send', { width: '80', lines: [line], receiptOf: 'TXN-1' }]
  expect(asked).toEqual([sent, sent, ['paper.print', { width: '210', lengthMm: 120, receiptOf: 'TXN-1' }]])
})
