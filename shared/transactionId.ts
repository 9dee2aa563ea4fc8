import { err, ok, type Result } from './result.ts'

/** The longest reference. Length and characters are undocumented (docs/service.md 2), so we stay well within. */
export const TRANSACTION_ID_LENGTH_MAX = 64
export const TRANSACTION_ID_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._/-]*$'

/** Control characters and what no screen shows; each could make two references of one slip. */
const NOT_SEEN = /[\p{C}\p{DI}\p{Zl}\p{Zp}]/u
const NOT_TOLD_APART = /[\p{C}\p{DI}\p{Z}\p{Pd}\s\u2212]/gu

/** What a bank keeps whole of a reference, as the profile has it. */
export interface ReferenceForm {
  readonly maxLength: number
  readonly characters: ReferenceCharacters
}
export const referenceCharacters = ['any', 'capitalsAndDigits', 'digits'] as const
export type ReferenceCharacters = (typeof referenceCharacters)[number]

const OF_CHARACTERS: Readonly<Record<ReferenceCharacters, RegExp>> = {
  any: /^/u,
  capitalsAndDigits: /^[A-Z0-9]*$/u,
  digits: /^[0-9]*$/u,
}

/** Why a bank may keep another form of a reference than is sent; null if it keeps this one whole. */
export function formProblem(
  reference: string,
  { maxLength, characters }: ReferenceForm,
): Exclude<TransactionIdProblem, 'empty'> | null {
  if (reference.length > maxLength) return 'tooLong'
  return OF_CHARACTERS[characters].test(reference) ? null : 'characters'
}

export type TransactionIdProblem = 'empty' | 'tooLong' | 'characters'

/**
 * Reads a typed or scanned reference. Leading and trailing spaces are dropped; everything else must match as it is.
 * Characters that no screen shows are refused, also where the pattern allows them.
 */
export function parseTransactionId(
  text: string,
  pattern: string = TRANSACTION_ID_PATTERN,
): Result<string, TransactionIdProblem> {
  const bare = text.trim()
  if (bare === '') return err('empty')
  if (bare.length > TRANSACTION_ID_LENGTH_MAX) return err('tooLong')
  if (NOT_SEEN.test(bare)) return err('characters')
  // A profile's pattern applies to the whole reference, with ^ and $ or without.
  return new RegExp(`^(?:${pattern})$`, 'u').test(bare) ? ok(bare) : err('characters')
}

/**
 * The form of a reference in which people take two for one: without case, spaces, dashes and what no screen shows, and
 * with one kind of digit and letter (NFKC). It only asks; what is sent and matched at the bank is the reference itself.
 */
export function alikeReference(reference: string): string {
  const bare = reference.normalize('NFKC').replaceAll(NOT_TOLD_APART, '').toLowerCase().normalize('NFKC')
  return bare === '' ? reference : bare
}

/** Crockford's base 32: no I, L, O or U, so that a reference survives being read aloud or copied by hand. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Makes a reference: a UUIDv7 (RFC 9562: 48 bits of time in ms, version, variant, 74 random bits) in 26 printable
 * characters, which sort by time.
 * @param random at least 10 random bytes
 */
export function makeTransactionId(nowMs: number, random: Uint8Array): string {
  if (random.length < 10) throw new Error('a reference needs ten random bytes')
  let bits = BigInt(nowMs) & 0xffff_ffff_ffffn
  bits = (bits << 4n) | 0x7n
  bits = (bits << 12n) | (BigInt(((random[0] ?? 0) << 8) | (random[1] ?? 0)) & 0xfffn)
  bits = (bits << 2n) | 0x2n
  let tail = 0n
  for (const byte of random.subarray(2, 10)) tail = (tail << 8n) | BigInt(byte)
  bits = (bits << 62n) | (tail & ((1n << 62n) - 1n))
  let text = ''
  for (let place = 0; place < 26; place += 1) {
    text = `${ALPHABET[Number(bits & 31n)] ?? ''}${text}`
    bits >>= 5n
  }
  return text
}

/** Fewer could be made twice by the many counters of one partner (docs/delivery.md, "What a reference proves"). */
const RANDOM_BITS_MIN = 60n
const LENGTH = 26
const RANDOM_BYTES = 24
const SAMPLES = 256
const DIGITS = '0123456789'
/** One more than the base 32, so that twelve characters are random enough without a leading zero. */
const CAPITALS_AND_DIGITS = `${ALPHABET}U`

/** @param random so many random bytes */
export type ReferenceMaker = (nowMs: number, random: (count: number) => Uint8Array) => string

/**
 * Makes references that a bank keeps whole: in the usual form, else all random and as long as it keeps them.
 * @returns null if none that is random enough fits the rules, so that each must be typed
 */
export function referenceMaker(pattern: string, form: ReferenceForm): ReferenceMaker | null {
  const length = Math.min(form.maxLength, LENGTH)
  const makers: readonly ReferenceMaker[] = [
    (nowMs, random) => makeTransactionId(nowMs, random(10)),
    ...[CAPITALS_AND_DIGITS, DIGITS]
      .filter((alphabet) => countOf(alphabet, length) >= 1n << RANDOM_BITS_MIN)
      .map(
        (alphabet): ReferenceMaker =>
          (_nowMs, random) =>
            allRandom(alphabet, length, random(RANDOM_BYTES)),
      ),
  ]
  const fits = (reference: string): boolean =>
    formProblem(reference, form) === null && parseTransactionId(reference, pattern).ok
  // Together they have each character at each place, so a pattern without groups that takes these takes all.
  const samples = Array.from({ length: SAMPLES }, (_, sample) => sample)
  return (
    makers.find((make) =>
      samples.every((sample) =>
        fits(
          make(sample * 1_000_003_000_019, (count) =>
            new Uint8Array(count).map((_, at) => (sample * (2 * at + 1) * 37) % 256),
          ),
        ),
      ),
    ) ?? null
  )
}

/** How many there are of a length without a leading zero, which a bank may drop. */
function countOf(alphabet: string, length: number): bigint {
  return BigInt(alphabet.length - 1) * BigInt(alphabet.length) ** BigInt(Math.max(0, length - 1))
}

function allRandom(alphabet: string, length: number, random: Uint8Array): string {
  const base = BigInt(alphabet.length)
  let rest = random.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) % countOf(alphabet, length)
  rest += base ** BigInt(length - 1)
  let text = ''
  for (let place = 0; place < length; place += 1) {
    text = `${alphabet[Number(rest % base)] ?? ''}${text}`
    rest /= base
  }
  return text
}

/** 26 characters whose eleventh carries the version 7. */
const MADE = new RegExp(`^[0-7][${ALPHABET}]{9}[EF][${ALPHABET}]{15}$`, 'u')

/** The same as an SQL GLOB pattern. */
export const MADE_GLOB = `[0-7]${`[${ALPHABET}]`.repeat(9)}[EF]${`[${ALPHABET}]`.repeat(15)}`

/** Whether a reference has the usual form of Tillside's. A typed one may have it too; the sale's audit tells them apart. */
export function isMadeTransactionId(transactionId: string): boolean {
  return MADE.test(transactionId)
}
