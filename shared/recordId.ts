import * as z from 'zod/mini'

/** Far more than any number of a record. */
export const RECORD_ID_DIGITS_MAX = 64

/**
 * The bank's number of a record: its digits without leading zeroes, since it may exceed what a number holds exactly.
 */
export const RecordId = z.string().check(z.regex(new RegExp(`^[0-9]{1,${RECORD_ID_DIGITS_MAX}}$`, 'u')))
export type RecordId = z.output<typeof RecordId>

/** Stored JSON, in which an earlier version wrote record ids as numbers, with its record ids as text. */
export function withTextRecordIds(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withTextRecordIds(item))
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, withTextRecordIds(item, name)]),
    )
  }
  return typeof value === 'number' && key.toLowerCase().endsWith('recordid') ? String(value) : value
}

/** The smaller number first. */
export function compareRecordIds(left: RecordId, right: RecordId): number {
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0)
}
