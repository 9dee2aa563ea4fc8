import { expect, test } from 'vitest'
import { groupsOf } from './referenceGroups.ts'

const texts = (reference: string) => groupsOf(reference).map(({ text }) => text)

test('a long run is cut into fours, a short one and its separators stay whole', () => {
  expect(texts('01JD3N8Q7ZK4V5W6X7Y8Z9ABCD')).toEqual(['01JD', '3N8Q', '7ZK4', 'V5W6', 'X7Y8', 'Z9AB', 'CD'])
  expect(texts('TXN-0001')).toEqual(['TXN', '-', '0001'])
  expect(texts('')).toEqual([])
})

test('only a run that was cut has gaps: a separator stands beside what it separates', () => {
  const gaps = groupsOf('TXN-01JD3N8Q7Z').map(({ text, isCut }) => `${text}${isCut ? ' ' : ''}`)
  expect(gaps.join('')).toBe('TXN-01JD 3N8Q 7Z')
})

test('put together again, the groups are the raw reference', () => {
  for (const reference of [
    '01JD3N8Q7ZK4V5W6X7Y8Z9ABCD',
    'LONG-REFERENCE/20261120.000000123456',
    'a b',
    '٣٤-x',
  ]) {
    expect(texts(reference).join('')).toBe(reference)
  }
})
