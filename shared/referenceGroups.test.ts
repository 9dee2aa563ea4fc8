import { expect, test } from 'vitest'
import { groupsOf, readReference } from './referenceGroups.ts'
import { TRANSACTION_ID_PATTERN } from './transactionId.ts'

const texts = (reference: string) => groupsOf(reference).map(({ text }) => text)

test('a long run is cut into fours; a short one and its separators stay whole', () => {
  expect(texts('01JD3N8Q7ZK4V5W6X7Y8Z9ABCD')).toEqual(['01JD', '3N8Q', '7ZK4', 'V5W6', 'X7Y8', 'Z9AB', 'CD'])
  expect(texts('TXN-0001')).toEqual(['TXN', '-', '0001'])
  expect(texts('')).toEqual([])
})

test('only a cut run has gaps: a separator stays beside its neighbours', () => {
  const gaps = groupsOf('TXN-01JD3N8Q7Z').map(({ text, isCut }) => `${text}${isCut ? ' ' : ''}`)
  expect(gaps.join('')).toBe('TXN-01JD 3N8Q 7Z')
})

test('the groups join to the raw reference', () => {
  for (const reference of [
    '01JD3N8Q7ZK4V5W6X7Y8Z9ABCD',
    'LONG-REFERENCE/20261120.000000123456',
    'a b',
    '٣٤-x',
  ]) {
    expect(texts(reference).join('')).toBe(reference)
  }
})

test.each([
  ['01M8 04G0 GEFN X9VN HPFY 6FP7 SJ', '01M804G0GEFNX9VNHPFY6FP7SJ'],
  [' 01M8 04G0  GEFN X9VN HPFY 6FP7 SJ ', '01M804G0GEFNX9VNHPFY6FP7SJ'],
  ['TXN-01JD 3N8Q 7Z', 'TXN-01JD3N8Q7Z'],
  ['SLIP-4475', 'SLIP-4475'],
  ['A'.repeat(64).replaceAll(/.{4}(?=.)/gu, '$& '), 'A'.repeat(64)],
])('%.20j, typed as the screen groups it, gives that reference', (text, reference) => {
  expect(readReference(text, TRANSACTION_ID_PATTERN)).toEqual({ ok: true, value: reference })
})

test.each(['two words', 'two bags of rice', 'A B', 'SLIP-4475 SLIP-4476', '01M804 G0GEFN X9VN HPFY 6FP7 SJ'])(
  '%j is not changed into another reference',
  (text) => expect(readReference(text, TRANSACTION_ID_PATTERN)).toEqual({ ok: false, error: 'characters' }),
)

test('a pattern that allows spaces keeps them', () => {
  expect(readReference('01M8 04G0 GEFN', '[0-9A-Z ]+')).toEqual({ ok: true, value: '01M8 04G0 GEFN' })
})
