import { expect, test } from 'vitest'
import { emptyList } from './saleLists.ts'
import { recordTotals } from '../../testing/fixtures.ts'
import { isListKnown, noRecordsText } from './listWords.ts'

test('a list is called empty only after a successful reading', () => {
  expect(isListKnown(emptyList)).toBe(false)
  expect(isListKnown({ ...emptyList, couldNotRead: true })).toBe(false)
  expect(isListKnown({ ...emptyList, asOfMs: 1, couldNotRead: true })).toBe(false)
  expect(isListKnown({ ...emptyList, asOfMs: 1 })).toBe(true)
})

const none = { ...recordTotals, count: 0 }
const some = recordTotals

test('records that were not read to their end are never called missing', () => {
  expect(noRecordsText({ incompleteReason: null, totals: none })).toContain('shows no record')
  expect(noRecordsText({ incompleteReason: null, totals: some })).toBe('No record matches.')
  expect(noRecordsText({ incompleteReason: 'readFailed', totals: none })).toContain('may have more')
  expect(noRecordsText({ incompleteReason: 'cancelled', totals: some })).toContain('may have more')
  expect(noRecordsText(null)).toBe('Choose a terminal and dates, then search. This asks the bank.')
})

test('after a failed search the empty result of an earlier one is not called empty', () => {
  const unread = 'Nothing was read for this search, so we do not know what the bank has.'
  expect(noRecordsText({ incompleteReason: null, totals: none }, true)).toBe(unread)
  expect(noRecordsText(null, true)).toBe(unread)
})
