import { expect, test } from 'vitest'
import { emptyList } from '../state/salesSlice.ts'
import { isListKnown, noRecordsText } from './listWords.ts'

test('a list is called empty only after it was read: neither while it is read first, nor after it could not be', () => {
  expect(isListKnown(emptyList)).toBe(false)
  expect(isListKnown({ ...emptyList, couldNotRead: true })).toBe(false)
  expect(isListKnown({ ...emptyList, asOfMs: 1, couldNotRead: true })).toBe(false)
  expect(isListKnown({ ...emptyList, asOfMs: 1 })).toBe(true)
})

test('records that were not read to their end are never said not to be there', () => {
  expect(noRecordsText({ incompleteReason: null, rowsRead: 0 })).toContain('shows no record')
  expect(noRecordsText({ incompleteReason: null, rowsRead: 9 })).toBe('No record matches.')
  expect(noRecordsText({ incompleteReason: 'readFailed', rowsRead: 0 })).toContain('may have more')
  expect(noRecordsText({ incompleteReason: 'cancelled', rowsRead: 9 })).toContain('may have more')
})
