/** One cell of a file for spreadsheets and other programs. */
export type Cell =
  /** Words, references, times, anything written by a person or another system. */
  | { readonly kind: 'text'; readonly text: string }
  /** A decimal, as `1234567.89` or `-5.00`. */
  | { readonly kind: 'number'; readonly decimal: string }
  | { readonly kind: 'empty' }

export const text = (value: string): Cell => ({ kind: 'text', text: value })
/** A text that is no number is a text. */
export const decimal = (value: string): Cell =>
  DECIMAL.test(value) ? { kind: 'number', decimal: value } : text(value)
export const empty: Cell = { kind: 'empty' }

const DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?$/u

/** Most cells need no further check, and a report of years has millions. */
export const ORDINARY = /^[A-Za-z0-9•][A-Za-z0-9 .:/_-]*$/u

/** As a reader sees it: one line, and without marks that would change the reading order of its neighbours. */
export function shownText(value: string): string {
  if (ORDINARY.test(value)) return value
  return value
    .replaceAll(/[\r\n\u2028\u2029]+/gu, ' ')
    .replaceAll('\0', '')
    .replaceAll(TURNS, '\uFFFD')
}

const TURNS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu
