import { fc } from '../testing/fuzz.ts'
import { expect, test } from 'vitest'
import { withoutAccountNumbers } from './accountNumbers.ts'

test.each([
  ['pays 0123456789 now', 'pays ******6789 now'],
  ['Account:0123456789', 'Account:******6789'],
  ['0123 456 789', '**** **6 789'],
  ['0123-456-789', '****-**6-789'],
  ['01234 - 56789', '***** - *6789'],
  ['0123\u00a0456\u2013789', '****\u00a0**6\u2013789'],
  ['01234\u200b56789', '*****\u200b*6789'],
  ['٠١٢٣٤٥٦٧٨٩', '******٦٧٨٩'],
  ['044-0123456789', '044-******6789'],
  ['12 0123 456 789', '12 **** **6 789'],
  ['on 2026-11-22 0123 456 789', 'on 2026-11-22 **** **6 789'],
  ['0123456789, 9876543210', '******6789, ******3210'],
  // In a raw answer the separators may be escaped, and a letter may precede the digits.
  ['{"a":"0123\\u00a0456\\u2013789"}', '{"a":"****\\u00a0**6\\u2013789"}'],
  ['{"a":"caf\\u00e90123456789"}', '{"a":"caf\\u00e9******6789"}'],
])('%j becomes %j', (text, masked) => {
  expect(withoutAccountNumbers(text)).toBe(masked)
})

test.each([
  'RRN 123456789012',
  'session 000014261122093000123456789012',
  'call 08031234567',
  'at 2026-11-22 09:30:00',
  'at 22-11-2026 09:30',
  'since 09:30 2026-11-22',
  'from 2026-11-22 2026-11-23',
  '₦12,345,678.90 of ₦5000.00 4500.00',
  '012345678',
])('%j has no account number in it and stays', (text) => {
  expect(withoutAccountNumbers(text)).toBe(text)
})

test.each([
  ['1234567890', 'Duplicate 1234567890', 'Duplicate 1234567890'],
  ['1234567890', 'Duplicate 1234 567 890', 'Duplicate 1234 567 890'],
  ['TLS-1234567890', 'Duplicate tls-1234567890', 'Duplicate tls-1234567890'],
  ['1234567890', '1234567890 pays 0123456789', '1234567890 pays ******6789'],
  ['1234567', '404 1234567 Not Found', '404 1234567 Not Found'],
  // A short reference may equal a group of an account number.
  ['0123', 'pays 0123 456 789', 'pays **** **6 789'],
])('with the reference %j, %j becomes %j', (reference, text, masked) => {
  expect(withoutAccountNumbers(text, { references: [reference], accounts: [] })).toBe(masked)
})

test('a known account number is masked even if the reference has the same digits', () => {
  const known = { references: ['0123456789'], accounts: ['0123456789'] }
  expect(withoutAccountNumbers('0123 456 789', known)).toBe('**** **6 789')
})

test('ten digits in any grouping lose the first six, and the other text stays', () => {
  const grouped = fc
    .tuple(
      fc.stringMatching(/^[0-9]{10}$/u),
      fc.array(fc.constantFrom('', '', ' ', '-', ' - ', '\u00a0'), { minLength: 9, maxLength: 9 }),
    )
    .map(([digits, between]) => digits.replace(/[0-9]/gu, (digit, at: number) => digit + (between[at] ?? '')))
  const words = fc.stringMatching(/^[A-Za-z ,.]{0,20}$/u)
  fc.assert(
    fc.property(words, grouped, words, (before, number, after) => {
      const masked = withoutAccountNumbers(`${before} ${number}. ${after}`)
      const start = before.length + 1
      expect(masked.replace(/[0-9*]/gu, '#')).toBe(`${before} ${number}. ${after}`.replace(/[0-9]/gu, '#'))
      expect(masked.slice(start, start + number.length).match(/\*/gu)).toHaveLength(6)
      expect(masked.slice(start).match(/[0-9]/gu)).toHaveLength(4)
    }),
  )
})

test('a long answer full of digits is masked without a noticeable delay', () => {
  // This thread's own processor time, so that a busy machine does not matter.
  const before = process.threadCpuUsage()
  for (const text of ['1 '.repeat(100_000), '1'.repeat(200_000), '09:'.repeat(66_000), ' -'.repeat(100_000)])
    withoutAccountNumbers(text)
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(2_000)
})
