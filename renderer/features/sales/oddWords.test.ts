import { expect, test } from 'vitest'
import { recordOf, recordTotals } from '../../testing/fixtures.ts'
import { completeText, paidText, whatToKnow } from '../bankRecords/findWords.ts'
import { recordTextOf } from './RecordFields.tsx'
import { oddTexts } from './oddWords.ts'

const TODAY = '2026-11-20'
const record = recordOf({ recordId: '1', transactionId: 'T', amount: '5000', amountSettled: '4975' })

test('a consistent record has nothing that looks wrong', () => {
  expect(oddTexts(record, TODAY)).toEqual([])
  expect(oddTexts({ ...record, isPaid: false, datePaid: '0001-01-01T00:00:00' }, TODAY)).toEqual([])
})

test.each([
  [{ datePaid: '2026-11-22T10:00:00' }, '22 Nov 2026, 10:00 as the paid date. That day has not come'],
  [{ datePaid: '0001-01-01T00:00:00' }, 'calls this paid, but gives no date'],
  [{ datePaid: '1900-01-01T00:00:00' }, '1 Jan 1900, 00:00 as the paid date, before it received the sale'],
  [{ datePaid: 'soon' }, 'calls this paid, but gives no date'],
  [{ amountSettled: '-0.01' }, '-₦0.01 as settled, which is below zero'],
  [{ amountSettled: '5000.001' }, '₦5,000.001 as settled, more than the sale of ₦5,000.00'],
  [{ timeReceived: '20/11/2026' }, 'no time that we can read'],
])('a record with %j is shown as given, with a note: %s', (part, words) => {
  expect(oddTexts({ ...record, ...part }, TODAY)).toEqual([expect.stringContaining(words)])
})

test('a paid date after tomorrow is shown but never called paid; tomorrow may be a time zone', () => {
  expect(paidText({ ...record, datePaid: '2026-11-22T00:00:00' }, TODAY)).toBe(
    'Not paid yet, dated 22 Nov 2026, 00:00',
  )
  expect(paidText({ ...record, datePaid: '2026-11-21T23:59:00' }, TODAY)).toBe('21 Nov 2026, 23:59')
  expect(paidText({ ...record, isPaid: false, datePaid: '0001-01-01T00:00:00' }, TODAY)).toBe('Not paid yet')
})

test('a search by paid date is called complete only with the sales that it covers', () => {
  expect(completeText({ basis: 'saleDate', readFrom: '2026-11-20' })).toBe('Complete')
  expect(completeText({ basis: 'paidDate', readFrom: '2026-11-13' })).toBe(
    'Complete for sales received from 13 Nov 2026 on',
  )
})

test('the notes of a list are shown', () => {
  const nothing = { undatedCount: 0, strayCount: 0, totals: recordTotals }
  expect(whatToKnow(nothing)).toBe('')
  const all = whatToKnow({ undatedCount: 1, strayCount: 2, totals: { ...recordTotals, oddCount: 3 } })
  expect(all).toContain('The day of 1 record cannot be read.')
  expect(all).toContain('2 records of days we did not ask for')
  expect(all).toContain('3 records look wrong.')
})

test('a field that no rule reads is shown as its kind', () => {
  expect(recordTextOf.text('Do not honour')).toBe('Do not honour')
  expect(recordTextOf.amount('1500.5')).toBe('₦1,500.50')
  expect(recordTextOf.time('2026-11-20T13:41:07')).toBe('20 Nov 2026, 13:41')
  expect([recordTextOf.flag('true'), recordTextOf.flag('false')]).toEqual(['yes', 'no'])
})
