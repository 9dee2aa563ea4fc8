import { expect, test } from 'vitest'
import { countedText } from './Transactions.tsx'

const all = { filter: 'all', search: '' } as const

test('a list with every state says what its total leaves out, with its sum; a filter says what it counts', () => {
  expect(countedText(all, { count: 3, kobo: 51_000 })).toBe(
    'Besides these, 3 refused, removed or written off: ₦510.00.',
  )
  expect(countedText(all, { count: 0, kobo: 0 })).toBe('')
  expect(countedText({ filter: 'waiting', search: '' }, null)).toBe('Only what is not accepted yet.')
  // A search does not count them apart.
  expect(countedText({ ...all, search: 'ada' }, null)).toBe(
    'Only what ‘ada’ finds, on all days. Includes refused, removed and written-off sales.',
  )
})
