import { expect, test } from 'vitest'
import { ACCOUNT_PATTERN } from '../../shared/terminalForm.ts'
import { digitsOf, withDigitsOf } from './accountDigits.ts'
import { withoutAccountNumbers } from './accountNumbers.ts'

test.each([
  [ACCOUNT_PATTERN, [10]],
  ['^[0-9]{12}$', [12]],
  ['^[0-9]{10,12}$', [10, 11, 12]],
  ['^[0-9]{8}|[0-9]{16}$', [8, 16]],
  [String.raw`^NG[0-9]{2}\d{8}$`, [10]],
  ['^0[0-9]{9}$', [10]],
  ['^[0-9]{10}[A-Z]?$', [10]],
  // What is shorter would be found in every text.
  ['^[0-9]{4}$', []],
  ['^[A-Z]{10}$', []],
] as const)('numbers of %s have %j digits', (pattern, digits) => {
  expect([...digitsOf(pattern)]).toEqual(digits)
})

test('an endless pattern has an end', () => {
  expect([...digitsOf('^[0-9]+$')]).toEqual(Array.from({ length: 29 }, (_, more) => 6 + more))
})

const twelve = { references: [], accounts: [], accountDigits: digitsOf('^[0-9]{12}$') }

test.each([
  ['Account 012345678901 is closed', 'Account ********8901 is closed'],
  ['Account 0123 4567 8901 is closed', 'Account **** **** 8901 is closed'],
  ['Ticket 0123456789', 'Ticket 0123456789'],
])('numbers of another length than ten are masked where the profile says so: %s', (text, masked) => {
  expect(withoutAccountNumbers(text, twelve)).toBe(masked)
})

test('of several lengths the longest counts', () => {
  const either = { ...twelve, accountDigits: digitsOf('^[0-9]{8}|[0-9]{12}$') }
  expect(withoutAccountNumbers('0123 4567 8901', either)).toBe('**** **** 8901')
  expect(withoutAccountNumbers('0123 4567', either)).toBe('**** 4567')
})

test('a record’s own account is masked in its form, besides ten digits', () => {
  const known = { references: [], accounts: [], accountDigits: withDigitsOf('012345678') }
  expect(withoutAccountNumbers('012345678 or 0123456789', known)).toBe('*****5678 or ******6789')
})
