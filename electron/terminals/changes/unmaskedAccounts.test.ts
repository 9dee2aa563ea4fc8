import { expect, test } from 'vitest'
import { createKeptNumbers } from './unmaskedAccounts.ts'

test('numbers stay as long as their client, through other changes of the session', () => {
  let clientId: string | null = 'ADA'
  const kept = createKeptNumbers(() => clientId)
  const numbers = { from: null, to: '0123456789' }
  kept.keep('one', numbers)
  kept.clientChanged()
  expect(kept.of('one')).toBe(numbers)
  clientId = null
  kept.clientChanged()
  clientId = 'ADA'
  kept.clientChanged()
  expect(kept.of('one')).toBeNull()
})

test('of a hundred and one changes the oldest is dropped', () => {
  const kept = createKeptNumbers(() => 'ADA')
  for (let change = 0; change <= 100; change += 1) kept.keep(`${change}`, { from: null, to: `${change}` })
  expect([kept.of('0'), kept.of('1')]).toEqual([null, { from: null, to: '1' }])
})
