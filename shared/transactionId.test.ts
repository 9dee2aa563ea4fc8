import { fc } from '../electron/testing/fuzz.ts'
import { expect, test } from 'vitest'
import {
  isMadeTransactionId,
  formProblem,
  makeTransactionId,
  referenceMaker,
  TRANSACTION_ID_PATTERN,
  parseTransactionId,
  TRANSACTION_ID_LENGTH_MAX,
} from './transactionId.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The 128 bits behind the printable form. */
function bitsOf(transactionId: string): bigint {
  let bits = 0n
  for (const character of transactionId) bits = bits * 32n + BigInt(ALPHABET.indexOf(character))
  return bits
}

const time = fc.integer({ min: 0, max: 2 ** 48 - 1 })
const random = fc.uint8Array({ minLength: 10, maxLength: 10 })

test('a generated reference has the bits of a UUIDv7: time, version 7, variant 2, 74 random bits', () => {
  fc.assert(
    fc.property(time, random, (nowMs, bytes) => {
      const id = makeTransactionId(nowMs, bytes)
      expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/u)
      const bits = bitsOf(id)
      expect(bits >> 128n).toBe(0n)
      expect(Number(bits >> 80n)).toBe(nowMs)
      expect((bits >> 76n) & 0xfn).toBe(7n)
      expect((bits >> 62n) & 0x3n).toBe(2n)
      const all = [...bytes].reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
      expect((bits >> 64n) & 0xfffn).toBe((all >> 64n) & 0xfffn)
      expect(bits & ((1n << 62n) - 1n)).toBe(all & ((1n << 62n) - 1n))
    }),
  )
})

test('references sort by creation time, for any random bits', () => {
  fc.assert(
    fc.property(time, time, random, random, (one, other, first, second) => {
      fc.pre(one < other)
      expect(makeTransactionId(one, first) < makeTransactionId(other, second)).toBe(true)
    }),
  )
})

test('a change of any significant random bit makes another reference', () => {
  const zeros = makeTransactionId(1, new Uint8Array(10))
  const ids = new Set([zeros])
  for (let bit = 0; bit < 80; bit += 1) {
    const bytes = new Uint8Array(10)
    bytes[Math.floor(bit / 8)] = 1 << (bit % 8)
    ids.add(makeTransactionId(1, bytes))
  }
  expect(ids.size).toBe(1 + 74)
})

test('a generated reference may also be typed', () => {
  fc.assert(
    fc.property(time, random, (nowMs, bytes) => {
      const id = makeTransactionId(nowMs, bytes)
      expect(parseTransactionId(id)).toEqual({ ok: true, value: id })
    }),
  )
})

test('too little randomness throws, and gives no weaker reference', () => {
  expect(() => makeTransactionId(1, new Uint8Array(9))).toThrow('ten random bytes')
})

test.each([
  ['  INV-2026/11.7_b  ', 'INV-2026/11.7_b'],
  ['7', '7'],
  ['a'.repeat(TRANSACTION_ID_LENGTH_MAX), 'a'.repeat(TRANSACTION_ID_LENGTH_MAX)],
])('%.20j is accepted', (text, id) => {
  expect(parseTransactionId(text)).toEqual({ ok: true, value: id })
})

test.each([
  ['', 'empty'],
  [' \t\n', 'empty'],
  ['A B', 'characters'],
  ['A\nB', 'characters'],
  ['-A', 'characters'],
  ['REF🙂', 'characters'],
  ['REF٣', 'characters'],
  ["1' OR '1'='1", 'characters'],
  ['a'.repeat(TRANSACTION_ID_LENGTH_MAX + 1), 'tooLong'],
  ['🙂'.repeat(10_000), 'tooLong'],
])('%.20j is refused: %s', (text, problem) => {
  expect(parseTransactionId(text)).toEqual({ ok: false, error: problem })
})

test.each(['[0-9]{6}', '^[0-9]{6}$', '[0-9]{6}|[A-Z]{2}'])(
  'the pattern %s applies to the whole reference',
  (pattern) => {
    expect(parseTransactionId('123456', pattern).ok).toBe(true)
    for (const text of ['1234567', 'x123456', '123456🙂', '12345']) {
      expect(parseTransactionId(text, pattern)).toEqual({ ok: false, error: 'characters' })
    }
  },
)

test('a generated reference is recognised, a typed or scanned one is not', () => {
  expect(isMadeTransactionId(makeTransactionId(Date.UTC(2026, 10, 21), new Uint8Array(10).fill(255)))).toBe(
    true,
  )
  expect(isMadeTransactionId(makeTransactionId(0, new Uint8Array(10)))).toBe(true)
  for (const typed of ['', '0123456789', '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'RRN-1', 'A'.repeat(26)]) {
    expect(isMadeTransactionId(typed)).toBe(false)
  }
})

const drawn = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count))
const made = (pattern: string, maxLength: number, characters: 'any' | 'capitalsAndDigits' | 'digits') => {
  const form = { maxLength, characters }
  const make = referenceMaker(pattern, form)
  return make === null ? null : { form, references: Array.from({ length: 500 }, () => make(1, drawn)) }
}

test.each([
  [TRANSACTION_ID_PATTERN, 64, 'any', /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/u],
  [TRANSACTION_ID_PATTERN, 26, 'capitalsAndDigits', /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/u],
  [TRANSACTION_ID_PATTERN, 25, 'any', /^[1-9A-HJKMNP-Z][0-9A-HJKMNP-Z]{24}$/u],
  [TRANSACTION_ID_PATTERN, 12, 'capitalsAndDigits', /^[1-9A-HJKMNP-Z][0-9A-HJKMNP-Z]{11}$/u],
  [TRANSACTION_ID_PATTERN, 64, 'digits', /^[1-9][0-9]{25}$/u],
  [TRANSACTION_ID_PATTERN, 19, 'digits', /^[1-9][0-9]{18}$/u],
  ['^[0-9]{19,24}$', 20, 'any', /^[1-9][0-9]{19}$/u],
  ['^[0-9]{10}[0-9A-Z]{16}$', 64, 'any', /^[1-9][0-9]{25}$/u],
] as const)('made for %s, %i characters, %s', (pattern, maxLength, characters, form) => {
  const found = made(pattern, maxLength, characters)
  expect(new Set(found?.references).size).toBe(500)
  for (const reference of found?.references ?? []) {
    expect(reference).toMatch(form)
    expect(parseTransactionId(reference, pattern)).toEqual({ ok: true, value: reference })
    expect(formProblem(reference, { maxLength, characters })).toBeNull()
  }
})

test.each([
  [TRANSACTION_ID_PATTERN, 11, 'any'],
  [TRANSACTION_ID_PATTERN, 18, 'digits'],
  ['^[0-9]{6}$', 64, 'any'],
  ['^[A-Z]{26}$', 64, 'any'],
  ['^[A-Z]{2}[0-9]{20}$', 22, 'any'],
  ['^[0-9A-TV-Z]{12}$', 12, 'any'],
] as const)(
  'no reference that is random enough fits %s, %i characters, %s',
  (pattern, maxLength, characters) => {
    expect(referenceMaker(pattern, { maxLength, characters })).toBeNull()
  },
)
