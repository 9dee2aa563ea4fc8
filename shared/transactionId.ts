import { err, ok, type Result } from './result.ts'

/**
 * The reference that the service and we share. Its length and characters are undocumented (docs/service.md 2),
 * so what is accepted stays within what every such service can be expected to carry.
 */
export const TRANSACTION_ID_LENGTH_MAX = 64
export const TRANSACTION_ID_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._/-]*$'

export type TransactionIdProblem = 'empty' | 'tooLong' | 'characters'

/** Reads a typed or scanned reference. Spaces at either end are dropped; everything else must match as it is. */
export function parseTransactionId(
  text: string,
  pattern: string = TRANSACTION_ID_PATTERN,
): Result<string, TransactionIdProblem> {
  const bare = text.trim()
  if (bare === '') return err('empty')
  if (bare.length > TRANSACTION_ID_LENGTH_MAX) return err('tooLong')
  // A profile's pattern describes the whole reference, whether it says so with ^ and $ or not.
  return new RegExp(`^(?:${pattern})$`, 'u').test(bare) ? ok(bare) : err('characters')
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

/** 26 characters whose eleventh carries the version 7. */
const MADE = new RegExp(`^[0-7][${ALPHABET}]{9}[EF][${ALPHABET}]{15}$`, 'u')

/** The same as a pattern of SQL's GLOB. */
export const MADE_GLOB = `[0-7]${`[${ALPHABET}]`.repeat(9)}[EF]${`[${ALPHABET}]`.repeat(15)}`

/** Whether a reference looks as if a Tillside had made it. One that was typed may look so too; its sale's audit says that. */
export function isMadeTransactionId(transactionId: string): boolean {
  return MADE.test(transactionId)
}
