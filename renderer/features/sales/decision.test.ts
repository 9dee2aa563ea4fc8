import { expect, test } from 'vitest'
import type { DecisionView } from '../../../shared/decision.ts'
import { recordOf, saleOf } from '../../testing/fixtures.ts'
import {
  changedLine,
  differingEvidence,
  evidenceOf,
  freshLeftMs,
  helpOf,
  isShownAgain,
  lookUpText,
} from './decision.ts'

const TODAY = '2026-11-20'
const sale = saleOf({ transactionId: 'T', sequence: 1, state: 'conflict', amountKobo: 250_050 })
const record = recordOf({ recordId: '1', transactionId: 'T', amount: '2600' })
const decision = (part: Partial<DecisionView>): DecisionView => ({
  allowed: ['accept', 'writeOff'],
  seen: 's',
  lookUpAgeMs: 10_000,
  freshForMs: 50_000,
  notFoundCount: 0,
  differences: [],
  restsOnLookUp: true,
  ...part,
})
const line = (lines: ReturnType<typeof evidenceOf>, fact: string) => lines.find((one) => one.fact === fact)

test('both amounts are shown side by side, and a difference that main found is marked', () => {
  const lines = evidenceOf(sale, record, ['amount'])
  expect(line(lines, 'Amount')).toEqual({
    fact: 'Amount',
    here: '₦2,500.50',
    bank: '₦2,600.00',
    differs: true,
  })
  expect(lines.filter(({ differs }) => differs)).toHaveLength(1)
})

test('a time says whose clock it is by; an old one is marked', () => {
  const time = line(evidenceOf(sale, record, ['olderThanSale']), 'Time')
  expect(time?.here).toContain('this computer')
  expect(time?.bank).toContain('bank’s clock')
  expect(time?.differs).toBe(true)
})

test('where the bank shows nothing, no difference is marked', () => {
  const lines = evidenceOf(sale, null, ['amount'])
  expect(lines.map(({ bank }) => bank)).toEqual([null, null, null, null])
  expect(lines.some(({ differs }) => differs)).toBe(false)
})

test('ux 6: a record that is not paid says so, with any date in it', () => {
  const unpaid = { ...record, isPaid: false, datePaid: '0001-01-01T00:00:00' }
  expect(line(evidenceOf(sale, unpaid, []), 'Paid')?.bank).toBe('Not paid yet')
  const odd = { ...record, isPaid: true, datePaid: '0001-01-01T00:00:00' }
  expect(line(evidenceOf(sale, odd, []), 'Paid')?.bank).toBe('Not paid yet')
})

test('the bank’s answers are counted, and the age of the last one grows while the screen is open', () => {
  expect(lookUpText(decision({ lookUpAgeMs: null }), 0)).toBe(
    'The bank has not answered about this sale lately.',
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

test('taking the bank’s record names both amounts, and does not say that an existing record may appear later', () => {
  const differing = { ...sale, otherAmount: '2600' }
  expect(helpOf('accept', differing, { record: record, differing: null }, TODAY)).toBe(
    'This sale becomes ₦2,600.00, as the bank has it. ₦2,500.50 was recorded here.',
  )
  expect(helpOf('accept', sale, { record: record, differing: null }, TODAY)).not.toContain('₦')
  expect(helpOf('writeOff', sale, { record: null, differing: null }, TODAY)).toContain(
    'If the bank shows it later',
  )
  expect(helpOf('writeOff', sale, { record: record, differing: null }, TODAY)).not.toContain('shows it later')
})

test('a record that changed after acceptance is shown beside the accepted one, with the differences marked', () => {
  const accepted = saleOf({ transactionId: 'T', sequence: 1, state: 'accepted', standing: 'needsYou' })
  const theirs = { ...record, recordId: '2', amount: '2700', accountEnding: '1234' }
  const lines = differingEvidence(accepted, record, theirs, ['amount', 'account', 'secondRecord'])
  expect(lines.filter(({ differs }) => differs).map(({ fact }) => fact)).toEqual([
    'Amount',
    'Account',
    'Record ID',
  ])
  expect(line(lines, 'Amount')).toMatchObject({ here: '₦2,600.00', bank: '₦2,700.00' })
  expect(line(lines, 'Record ID')).toMatchObject({ here: '1', bank: '2' })
  // Accepted by the bank's answer without a record, so the recorded sale is shown.
  const recorded = differingEvidence(accepted, null, theirs, ['amount'])
  expect(line(recorded, 'Amount')).toMatchObject({ here: '₦5,000.00', bank: '₦2,700.00' })
  expect(line(recorded, 'Account')?.here).toBe('Not known yet')
})

test('the help for keeping ours or taking the bank’s names the bank’s sum, and says that nothing is sent', () => {
  const differing = { ...record, amount: '2700', isPaid: false }
  expect(helpOf('takeBanks', sale, { record, differing }, TODAY)).toBe(
    'This sale becomes ₦2,700.00, not paid yet, as the bank shows it now. Nothing is sent.',
  )
  expect(helpOf('keepOurs', sale, { record, differing }, TODAY)).toContain('stays')
})

test('a payment with a future date is not called paid', () => {
  const differing = { ...record, amount: '2700', isPaid: true, datePaid: '2027-03-01T10:00:00' }
  expect(helpOf('takeBanks', sale, { record, differing }, TODAY)).toContain('not paid yet')
  expect(helpOf('takeBanks', sale, { record, differing }, '2027-03-01')).toContain(', paid, ')
})

test('the text says when the bank shows the accepted record again, but not where it shows two records', () => {
  const of = (differences: DecisionView['differences'], recordReadAtMs: number | null) =>
    isShownAgain({ decision: decision({ differences }), recordReadAtMs, differingReadAtMs: 5 })
  expect([of(['payment'], 6), of(['payment'], 5), of(['payment'], null), of(['secondRecord'], 6)]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('a look-up ages while it is shown, and a clock that is set back does not make it newer', () => {
  expect(freshLeftMs(decision({}), 20_000)).toBe(30_000)
  expect(freshLeftMs(decision({}), 50_001)).toBe(0)
  expect(freshLeftMs(decision({}), -3_600_000)).toBe(50_000)
})

test('both sides of a changed fact are formatted, and an absent one has a word', () => {
  expect(changedLine({ fact: 'amountKobo', recorded: 150_000, stands: 750_000 })).toEqual({
    fact: 'Amount',
    recorded: '₦1,500.00',
    stands: '₦7,500.00',
  })
  expect(changedLine({ fact: 'corrects', recorded: 'RRN-1', stands: null })).toEqual({
    fact: 'Corrects',
    recorded: 'RRN-1',
    stands: 'None',
  })
  const time = changedLine({ fact: 'recordedAtMs', recorded: 0, stands: 60_000 })
  expect(time.recorded).toContain('this computer')
  expect(time.stands).not.toBe(time.recorded)
})

test('sending without the bank’s answer says what it may cost', () => {
  const held = saleOf({ transactionId: 'T', sequence: 1, state: 'held', heldReason: 'bankUnclear' })
  expect(helpOf('sendUnclear', held, { record: null, differing: null }, TODAY)).toContain(
    'no other counter was paid',
  )
  expect(helpOf('sendUnclear', held, { record: null, differing: null }, TODAY)).toContain('paid twice')
})
