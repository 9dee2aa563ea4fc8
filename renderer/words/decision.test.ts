import { expect, test } from 'vitest'
import type { DecisionView } from '../../shared/sale.ts'
import { recordOf, saleOf } from '../testing/fixtures.ts'
import { evidenceOf, freshLeftMs, helpOf, lookUpText } from './decision.ts'

const sale = saleOf({ transactionId: 'T', sequence: 1, state: 'conflict', amountKobo: 250_050 })
const record = recordOf({ recordId: 1, transactionId: 'T', amount: '2600' })
const decision = (part: Partial<DecisionView>): DecisionView => ({
  allowed: ['accept', 'writeOff'],
  seen: 's',
  lookUpAgeMs: 10_000,
  freshForMs: 50_000,
  notFoundCount: 0,
  differences: [],
  ...part,
})
const line = (lines: ReturnType<typeof evidenceOf>, fact: string) => lines.find((one) => one.fact === fact)

test('both amounts stand side by side, and what main found to differ is marked', () => {
  const lines = evidenceOf(sale, record, ['amount'])
  expect(line(lines, 'Amount')).toEqual({
    fact: 'Amount',
    here: '₦2,500.50',
    bank: '₦2,600.00',
    differs: true,
  })
  expect(lines.filter(({ differs }) => differs)).toHaveLength(1)
})

test('a time says by whose clock it is; one that is too old is marked at the time', () => {
  const time = line(evidenceOf(sale, record, ['olderThanSale']), 'Time')
  expect(time?.here).toContain('this computer')
  expect(time?.bank).toContain('Bank time')
  expect(time?.differs).toBe(true)
})

test('a bank that shows nothing differs in nothing, and nothing is said for it', () => {
  const lines = evidenceOf(sale, null, ['amount'])
  expect(lines.map(({ bank }) => bank)).toEqual([null, null, null, null])
  expect(lines.some(({ differs }) => differs)).toBe(false)
})

test('ux 6: a record that is not paid says so, whatever date stands in it', () => {
  const unpaid = { ...record, isPaid: false, datePaid: '0001-01-01T00:00:00' }
  expect(line(evidenceOf(sale, unpaid, []), 'Paid')?.bank).toBe('Not paid yet')
  const odd = { ...record, isPaid: true, datePaid: '0001-01-01T00:00:00' }
  expect(line(evidenceOf(sale, odd, []), 'Paid')?.bank).toBe('Not paid yet')
})

test('what the bank said is counted, and how long ago it was asked grows while one reads', () => {
  expect(lookUpText(decision({ lookUpAgeMs: null }), 0)).toBe(
    'The bank has not answered about this sale yet.',
  )
  const asked = decision({ notFoundCount: 3, lookUpAgeMs: 100_000 })
  expect(lookUpText(asked, 30_000)).toBe(
    'The bank showed no record 3 times. That does not prove that it has none. The bank was last asked 2 min ago.',
  )
  expect(lookUpText(decision({ notFoundCount: 1 }), 0)).toContain('showed no record once')
  expect(lookUpText(decision({ notFoundCount: 1 }), null)).toBe(
    'The bank showed no record once. That does not prove that it has none.',
  )
  expect(lookUpText(decision({}), null)).toBe('')
  expect(lookUpText(decision({ lookUpAgeMs: null }), null)).toContain('has not answered')
})

test('taking the bank’s record names both amounts, and a record that is there is not said to turn up later', () => {
  const differing = { ...sale, otherAmount: '2600' }
  expect(helpOf('accept', differing, record)).toBe(
    'This sale becomes ₦2,600.00, as the bank has it. ₦2,500.50 was recorded here.',
  )
  expect(helpOf('accept', sale, record)).not.toContain('₦')
  expect(helpOf('writeOff', sale, null)).toContain('If the bank shows it later')
  expect(helpOf('writeOff', sale, record)).not.toContain('shows it later')
})

test('a look-up gets old while it is looked at, and a clock that is set back does not make it young', () => {
  expect(freshLeftMs(decision({}), 20_000)).toBe(30_000)
  expect(freshLeftMs(decision({}), 50_001)).toBe(0)
  expect(freshLeftMs(decision({}), -3_600_000)).toBe(50_000)
})
