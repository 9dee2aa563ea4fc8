import { expect, test } from 'vitest'
import { emptyList } from './saleLists.ts'
import { recordTotals, saleOf } from '../../testing/fixtures.ts'
import { countedText, isListKnown, noRecordsText } from './listWords.ts'

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

test('that a total includes refused and removed sales is said only where it may', () => {
  const of = (state: 'queued' | 'refused' | 'cancelled') => [
    saleOf({ transactionId: 'A', sequence: 1, state }),
  ]
  const said = 'Includes refused and removed sales.'
  expect(countedText('all', of('queued'), 1)).toBe('')
  expect(countedText('all', of('refused'), 1)).toBe(said)
  expect(countedText('all', of('cancelled'), 1)).toBe(said)
  // What is on the other pages is not known.
  expect(countedText('all', of('queued'), 2)).toBe(said)
  expect(countedText('waiting', of('queued'), 1)).toBe('Only what is not accepted yet.')
})
