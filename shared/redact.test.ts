import { fc } from '../electron/testing/fuzz.ts'
import { expect, test } from 'vitest'
import { safeForLog, withMaskedNumbers } from './redact.ts'

test.each([
  ['account 0123456789 of Ada', 'account [10 digits] of Ada'],
  ['0123 456 789', '[10 digits]'],
  ['0123-456\u00a0789', '[10 digits]'],
  ['٠١٢٣ ٤٥٦ ٧٨٩', '[10 digits]'],
  ['card 4111 1111 1111 1111.', 'card [16 digits].'],
  ['Bearer abc', '[10 characters]'],
  ['authorization: bearer\tabc.def', 'authorization: [14 characters]'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0', '[20 characters].[27 characters]'],
  ['practice-0f3a9c17b2d84e6f90a1', '[29 characters]'],
  ['3f2504e0-4f89-11d3-9a0c-0305e82c3301', '[36 characters]'],
  ['a\nb\r\n\u2028c\u0007', 'a b c '],
  ['x'.repeat(32), '[32 characters]'],
  [`${'short words '.repeat(200)}secret`, '[2406 characters]'],
])('%j becomes %j', (text, safe) => {
  expect(safeForLog(text)).toBe(safe)
})

test.each([
  'worker.sent',
  'storage.verifyIncomplete',
  '2026-11-20T09:00:00.000Z',
  '{"time":"2026-11-20T09:00:00.000Z","level":"info","event":"worker.sent","verdict":"http:401"}',
  'The sales on this computer cannot be opened.',
  'noTerminalWasChosenByAnybody',
  '1234567',
  '₦1,234,567.89',
])('%j stays as it is', (text) => {
  expect(safeForLog(text)).toBe(text)
})

test('no account number and no token is left in any surrounding text, and it stays one line', () => {
  const account = fc.stringMatching(/^[0-9]{10}$/u)
  const token = fc.stringMatching(/^[A-Za-z0-9_-]{24,80}$/u).filter((text) => /[0-9]/u.test(text))
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), account, token, (around, digits, secret) => {
      const safe = safeForLog(`${around}${digits} ${secret}${around}`)
      expect(safe).not.toContain(digits)
      expect(safe).not.toContain(secret)
      expect(safe).not.toMatch(/[\r\n\u2028\u2029]/u)
    }),
  )
})

test.each([
  ['pays 0123456789 now', 'pays ******6789 now'],
  ['0123 456 789', '**** **6 789'],
  ['0123-456.789', '****-**6.789'],
  ['0123\u00a0456\u2013789', '****\u00a0**6\u2013789'],
  ['01234\u200b56789', '*****\u200b*6789'],
  ['٠١٢٣٤٥٦٧٨٩', '******٦٧٨٩'],
  ['０１２３４５６７８９', '******６７８９'],
  ['call 08031234567', 'call *******4567'],
  ['0123456789, 9876543210', '******6789, ******3210'],
])('the last four digits of the number in %j stay', (text, masked) => {
  expect(withMaskedNumbers(text)).toBe(masked)
})

test.each(['SN-88004', 'on 22/11/2026 at 10:30', 'shop 12, line 345678', '012345678'])(
  '%j has no account number and stays',
  (text) => {
    expect(withMaskedNumbers(text)).toBe(text)
  },
)
