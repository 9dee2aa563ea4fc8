import { isMinimumTime, parseServiceTime, type ServiceTime } from '../../shared/serviceTime.ts'
import { koboFromDecimal, nairaText } from '../../shared/money.ts'

/** One cell of a file for spreadsheets and other programs. */
export type Cell =
  /** Words, references, anything written by a person or another system. */
  | { readonly kind: 'text'; readonly text: string }
  /** A count or a rate: a decimal, as `1234567.89` or `-5.00`. */
  | { readonly kind: 'number'; readonly decimal: string }
  /** Naira. */
  | { readonly kind: 'amount'; readonly decimal: string }
  /** What a clock showed, without a zone; the text is how other formats write it. */
  | { readonly kind: 'time'; readonly time: ServiceTime; readonly text: string }
  | { readonly kind: 'empty' }

export const text = (value: string): Cell => ({ kind: 'text', text: value })
export const empty: Cell = { kind: 'empty' }
/** What nothing is said of stays empty. */
export const optional = (value: string | null): Cell => (value === null || value === '' ? empty : text(value))
export const count = (value: number): Cell => ({ kind: 'number', decimal: String(value) })
/** A text that is no number is a text. */
export const decimal = (value: string): Cell => numbered('number', value)

/** An amount with two places; one finer than a kobo in full. What is not known is empty. */
export function amount(naira: string | null): Cell {
  if (naira === null) return empty
  const kobo = koboFromDecimal(naira)
  return numbered('amount', kobo === undefined ? naira : nairaText(kobo))
}

/** As the service wrote it; its placeholder for no time gives an empty cell. */
export function serviceTime(given: string): Cell {
  const time = parseServiceTime(given)
  if (time === undefined) return given === '' ? empty : text(given)
  return isMinimumTime(time) ? empty : { kind: 'time', time, text: given }
}

const numbered = (kind: 'number' | 'amount', value: string): Cell =>
  DECIMAL.test(value) ? { kind, decimal: value } : text(value)

const DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?$/u

/** Most cells need no further check, and a report of years has millions. */
export const ORDINARY = /^[A-Za-z0-9•][A-Za-z0-9 .:/-]*$/u

/** As a reader sees it: one line, and without marks that would change the reading order of its neighbours. */
export function shownText(value: string): string {
  if (ORDINARY.test(value)) return value
  return value
    .replaceAll(/[\r\n\u2028\u2029]+/gu, ' ')
    .replaceAll('\0', '')
    .replaceAll(TURNS, '\uFFFD')
}

const TURNS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu
