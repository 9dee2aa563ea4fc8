import { expect, test } from 'vitest'
import { recordSearchOf } from '../../testing/fixtures.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import {
  differenceText,
  incompleteText,
  noneText,
  noReferenceText,
  notAskedText,
  searchedText,
} from './findWords.ts'

const sale = { amountKobo: 250_050, terminalId: '2ABC1234' }

test('the same sale at the bank is no difference, however its decimals are written', () => {
  expect(differenceText(sale, { amount: '2500.5', terminalId: '2ABC1234' })).toBeNull()
  expect(differenceText(sale, { amount: '2500.50', terminalId: '2ABC1234' })).toBeNull()
})

test('an incomplete list says how many records cannot be read, and which fields', () => {
  const part = { incompleteReason: 'rowsUnreadable', unreadCount: 2, unreadFields: ['amount', 'id'] } as const
  expect(incompleteText(recordSearchOf({ ...part, unreadFields: [...part.unreadFields] }))).toBe(
    'Incomplete. 2 records of the bank cannot be read (amount, id). Support finds how they are written in the diagnostics.',
  )
  expect(
    incompleteText(
      recordSearchOf({ incompleteReason: 'countMissing', unreadCount: 1, unreadFields: ['amount'] }),
    ),
  ).toMatch(/^Incomplete\. The bank does not say how many .* 1 record of the bank cannot be read \(amount\)/u)
  expect(incompleteText(recordSearchOf({ incompleteReason: 'cancelled' }))).toBe(
    'Incomplete. Reading was stopped.',
  )
  expect(incompleteText(recordSearchOf())).toBeNull()
})

test('another amount or terminal is shown with both sides', () => {
  expect(differenceText(sale, { amount: '2600', terminalId: '2ABC1234' })).toBe(
    'The bank’s record is not the same as the sale here: amount ₦2,500.50 here, ₦2,600.00 at the bank.',
  )
  expect(differenceText(sale, { amount: '2500.505', terminalId: '2XYZ' })).toContain(
    'terminal 2ABC1234 here, 2XYZ at the bank',
  )
})

test('the screen says what of this computer was searched, and how far back', () => {
  const readThrough = { count: 50_000, oldestAtMs: new Date(2026, 7, 25, 14).getTime(), next: null }
  expect(searchedText(['reference', 'note'], readThrough)).toBe(
    'Searched this computer: references, notes of all sales.',
  )
  expect(searchedText(['reference', 'referenceEnd', 'amount', 'note'], { ...readThrough, next: 7 })).toBe(
    'Searched this computer: references, amounts of all sales; ends of references, notes of the newest 50,000 sales, back to 25 Aug 2026.',
  )
  expect(searchedText(['note'], { ...readThrough, next: 7 })).toMatch(
    /^Searched this computer: notes of the newest/u,
  )
  expect(searchedText([], readThrough)).toBe(lazyStrings.find.tooShort)
})

test('a search that has not read the oldest sale does not say that there is none', () => {
  const readThrough = { count: 50_000, oldestAtMs: 0, next: 7 }
  expect(noneText({ asked: 'rice', readThrough })).toBe('Nothing found so far for ‘rice’.')
  expect(noneText({ asked: 'rice', readThrough: { ...readThrough, next: null } })).toBe(
    'No sale of this computer matches ‘rice’.',
  )
})

test('a large count has its commas, in the list and in its totals', () => {
  expect(lazyStrings.find.records(4_182, '4,182')).toBe('4,182 records')
  expect(lazyStrings.find.records(1, '1')).toBe('1 record')
})

test('beside sales of this computer, “not asked” is said of the search', () => {
  const group = { by: 'amount' as const, ids: ['A-1'], hasMore: false }
  expect(notAskedText({ groups: [group] })).toMatch(/^These are the sales of this computer\. /u)
  expect(notAskedText({ groups: [] })).toBe('The bank was not asked for this search.')
  expect(noReferenceText('15000')).toContain('looks like an amount')
  expect(noReferenceText('Adebayo')).toBe(lazyStrings.find.noReference)
})
