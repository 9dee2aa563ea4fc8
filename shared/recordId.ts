import * as z from 'zod/mini'

/** Far more than any number of a record. */
export const RECORD_ID_DIGITS_MAX = 64

/**
 * The bank's number of a record: its digits without leading zeroes, since it may exceed what a number holds exactly.
 */
export const RecordId = z.string().check(z.regex(new RegExp(`^[0-9]{1,${RECORD_ID_DIGITS_MAX}}$`, 'u')))
export type RecordId = z.output<typeof RecordId>

/** The smaller number first. */
export function compareRecordIds(left: RecordId, right: RecordId): number {
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0)
}
