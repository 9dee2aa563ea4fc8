import { decimalFromSource, type DecimalText } from '../../shared/money.ts'
import { RECORD_ID_DIGITS_MAX } from '../../shared/recordId.ts'
import { parseServiceTime } from '../../shared/serviceTime.ts'
import { JsonNumber } from './jsonText.ts'

/*
 * How one value of a row is read. The document shows single samples (docs/service.md 2), so each other way to write the
 * same thing is read too; a value with no reading, or with two, is undefined.
 */

/** An invalid field by its name on the wire. It never holds the value, which may be an account number or a token. */
export interface Malformed {
  readonly path: string
  readonly problem: string
}

/** Much longer than any text of a row. Rows are kept in memory, so a single one must not fill it. */
const TEXT_LENGTH_MAX = 20_000

/** Many services send null or an empty text for an absent value. */
export function isNotGiven(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** A number may stand where the document has a text. Its source is the text. */
export function textOf(value: unknown): string | undefined {
  if (value instanceof JsonNumber) return value.source
  if (typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value.length <= TEXT_LENGTH_MAX ? value : undefined
}

/** References and identifiers: no service means the spaces around one. */
export function trimmedOf(value: unknown): string | undefined {
  return textOf(value)?.trim()
}

export function idOf(value: unknown): string | undefined {
  const digits = /^0*([0-9]+)$/u.exec(trimmedOf(value) ?? '')?.[1]
  return digits !== undefined && digits.length <= RECORD_ID_DIGITS_MAX ? digits : undefined
}

export function flagOf(value: unknown): boolean | undefined {
  switch (textOf(value)?.trim().toLowerCase()) {
    case 'true':
    case '1':
      return true
    case 'false':
    case '0':
      return false
    default:
      return undefined
  }
}

/**
 * `1,234.50` has one reading: its commas stand before a point. A lone comma may be a decimal point, so `1,234` has two,
 * but not `1,234,567`.
 */
const GROUPED = /^-?[1-9][0-9]{0,2}(?:(?:,[0-9]{3})+\.[0-9]+|(?:,[0-9]{3}){2,})$/u

/** @returns the exact decimal, and the text as the service wrote it */
export function amountOf(
  value: unknown,
): { readonly exact: DecimalText; readonly given: string } | undefined {
  const given = typeof value === 'boolean' ? undefined : textOf(value)
  if (given === undefined) return undefined
  const bare = given.trim()
  const exact = decimalFromSource(GROUPED.test(bare) ? bare.replaceAll(',', '') : bare)
  return exact === undefined ? undefined : { exact, given }
}

/** A space may stand for the `T`. A text that is no time stays as it is: it is shown, and means no time. */
export function timeOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const time = value.trim().replace(/^([0-9-]{10}) +(?=[0-9])/u, '$1T')
  return parseServiceTime(time) === undefined ? textOf(value) : time
}
