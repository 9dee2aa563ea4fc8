import { expect, test } from 'vitest'
import { nearestKey } from './nearestKey.ts'
import { profileKeys } from './profileSchema.ts'

const known = profileKeys().filter((key) => !key.includes('.'))

test.each([
  ['trminalId', 'terminalId'],
  ['terminalID', 'terminalId'],
  ['enviroment', 'environment'],
  ['partnerUlr', 'partnerUrl'],
  ['fieldprefix', 'fieldPrefix'],
  ['nmae', 'name'],
  ['outbx', 'outbox'],
])('%s is meant as %s', (typed, key) => {
  expect(nearestKey(typed, known)).toBe(key)
})

test.each(['colour', '', 'x', 'retries', 'x'.repeat(10_000)])('%s is no slip of a known key', (typed) => {
  expect(nearestKey(typed, known)).toBeUndefined()
})

test('of two keys that are as near none is suggested', () => {
  expect(nearestKey('ab', ['aa', 'bb'])).toBeUndefined()
})
