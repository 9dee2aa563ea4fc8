import { expect, test, vi } from 'vitest'
import { callError } from '../../../shared/callError.ts'
import { ok } from '../../../shared/result.ts'
import { cashier, recordOf, saleOf } from '../../testing/fixtures.ts'
import { openApp, type Opened } from '../../testing/openApp.ts'
import { disputeOf } from '../../testing/disputeDouble.ts'
import { caseOfLines, caseOfRecord, caseOfSale } from '../sales/disputedSale.ts'
import { disputeProblem, leftText } from './disputeWords.ts'

const sale = saleOf({ transactionId: 'TXN-1', sequence: 1 })
const about = [{ transactionId: 'TXN-1', terminalId: '2ABC1234', amount: '1500', settled: null }]

const open = (facts: Parameters<typeof openApp>[0] = {}): Promise<Opened> =>
  openApp({ sales: [sale], access: { ...cashier, role: 'manager' }, ...facts })

test('a case opens on its screen, and its sale then says that it is in dispute', async () => {
  const { store } = await open()
  expect(await store.getState().openDispute(caseOfSale(sale))).toBeNull()
  await store.getState().loadDisputes()
  const { disputes, screen } = store.getState()
  expect(screen).toBe('disputes')
  expect(disputes).toMatchObject({
    open: { about: [{ transactionId: 'TXN-1' }] },
    about: { 'TXN-1': 'case-TXN-1' },
  })
  expect(disputes.page?.counts).toEqual({ open: 1, due: 0, closed: 0 })
  await store
    .getState()
    .stepDispute({ disputeId: 'case-TXN-1', kind: 'ended', change: { state: 'lost' }, note: '' })
  await store.getState().askDisputed(['TXN-1'])
  expect(store.getState().disputes.about).toEqual({})
})

test('a case by references takes own sales and records of the bank, and names an unknown reference', async () => {
  const { double, store } = await open()
  const typed = { reason: 'notPaid', atStake: null, note: '' } as const
  const record = recordOf({ recordId: '9', transactionId: 'POS2-1', amount: '250.505' })
  const asked = { transactionId: 'POS2-1', record, bankMessage: null, readAtMs: 1 }
  double.answerNext('records.byReference', ok(asked))
  expect(await store.getState().openTyped({ ...typed, references: ['TXN-1', 'POS2-1'] })).toBeNull()
  const opened = double.asked.find(({ name }) => name === 'disputes.open')?.request as { atStake: string }
  expect(Number(opened.atStake)).toBeCloseTo(sale.amountKobo / 100 + 250.505, 5)
  double.answerNext('records.byReference', ok({ ...asked, record: null }))
  const error = await store.getState().openTyped({ ...typed, references: ['NOBODYS'] })
  expect(error === null ? '' : disputeProblem(error)).toBe('Neither this counter nor the bank has ‘NOBODYS’.')
})

test('the pack is laid out first, with the bank asked anew about each sale; its steps follow', async () => {
  const { double, store } = await open({ disputes: [disputeOf({ about })] })
  await store.getState().showDispute('case-TXN-1')
  const packing = store.getState().packDispute()
  await vi.waitFor(() =>
    expect(store.getState().paper.paper).toMatchObject({
      kind: 'dispute',
      sales: [{ transactionId: 'TXN-1' }],
    }),
  )
  store.getState().paperDrawn(900, [])
  await packing
  expect(double.asked.map(({ name }) => name)).toContain('records.byReference')
  expect(store.getState().paper.said).toMatch(/^Written to .*\.zip$/u)
  expect(store.getState().disputes.open?.steps.at(-1)?.kind).toBe('packed')
})

test('an answer day is told in working days, today or overdue; a closed case has none left', async () => {
  const { store } = await open()
  const left = (answerBy: string, state: 'withBank' | 'won' = 'withBank') =>
    leftText(disputeOf({ about, answerBy, state }), store.getState())
  expect([left(''), left('2026-11-20'), left('2026-11-19'), left('2026-11-20', 'won')]).toEqual([
    null,
    'today',
    'overdue',
    null,
  ])
  // A Friday: the next working day is Monday.
  expect([left('2026-11-22'), left('2026-11-23'), left('2026-11-27')]).toEqual([
    '0 working days',
    '1 working day',
    '5 working days',
  ])
})

test('amounts of the bank that are none, or have a sign, make a case all the same', () => {
  const odd = recordOf({ recordId: '9', transactionId: 'ODD-1', amount: '-5', amountSettled: 'n/a' })
  expect(caseOfRecord(odd, true)).toMatchObject({
    reason: 'notOurs',
    atStake: '5',
    about: [{ amount: '5', settled: '0' }],
  })
  const line = {
    transactionId: 'TXN-1',
    terminalId: 'T',
    recordedTerminalId: 'T',
    standing: 'paid',
    recordedAtMs: 1,
    receivedAt: '',
    here: '24000',
    bank: '24000',
    difference: '0',
    expected: '23880',
    settled: '23760',
    accountEnding: null,
  } as const
  expect(caseOfLines([{ ...line, reason: 'paidLess' }], 'x')).toMatchObject({
    reason: 'paidLess',
    atStake: '120',
  })
  const two = caseOfLines(
    [
      { ...line, reason: 'paidLess' },
      { ...line, reason: 'late' },
    ],
    'x',
  )
  expect(two).toMatchObject({ reason: 'other', atStake: '24120' })
})

test('every refusal has its own sentence', () => {
  for (const error of [
    callError('notAllowed', { reason: 'noKeyStore' }),
    callError('notAllowed', { reason: 'disputeMoved' }),
    callError('invalid', { fields: [{ field: 'slip.jpg', problem: 'gone' }] }),
    callError('invalid', { fields: [{ field: 'note', problem: 'tooLong' }] }),
    callError('invalid', { fields: [{ field: 'file', problem: 'tooLarge' }] }),
  ])
    expect(error.ok ? '' : disputeProblem(error.error)).not.toMatch(/^(?:|Something.*)$/u)
})
