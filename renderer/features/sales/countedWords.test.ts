import { expect, test } from 'vitest'
import { saleOf } from '../../testing/fixtures.ts'
import { countedText } from './countedWords.ts'

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
