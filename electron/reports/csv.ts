import { isTakenForValue } from './spreadsheetValue.ts'

/** One cell of a file for spreadsheets and other programs. */
export type Cell =
  /** Words, references, anything written by a person or another system. */
  | { readonly kind: 'text'; readonly text: string }
  /** A decimal, as `1234567.89` or `-5.00`; it stays a number. */
  | { readonly kind: 'number'; readonly decimal: string }
  /** A time written by this program or read as one; a spreadsheet may interpret it. */
  | { readonly kind: 'time'; readonly text: string }
  | { readonly kind: 'empty' }

export const text = (value: string): Cell => ({ kind: 'text', text: value })
export const decimal = (value: string): Cell => ({ kind: 'number', decimal: value })
export const time = (value: string): Cell => ({ kind: 'time', text: value })
export const empty: Cell = { kind: 'empty' }

export interface CsvOptions {
  /**
   * Spreadsheets convert texts that look like numbers or days (`spreadsheetValue.ts`), so such texts are written as
   * formulas: `="00123"`. Other programs get them plain.
   */
  readonly forSpreadsheet: boolean
}

/** Starts every file: without it, spreadsheets assume the computer's own code page. */
export const BYTE_ORDER_MARK = '\ufeff'

/** One RFC 4180 line, every cell quoted, with its line end. */
export function csvLine(row: readonly Cell[], options: CsvOptions): string {
  return `${row.map((cell) => cellText(cell, options)).join(',')}\r\n`
}

function cellText(cell: Cell, { forSpreadsheet }: CsvOptions): string {
  switch (cell.kind) {
    case 'empty':
      return '""'
    case 'number':
      // A text that is not a number is written as a text.
      return isDecimal(cell.decimal) ? quoted(cell.decimal) : cellText(text(cell.decimal), { forSpreadsheet })
    case 'time':
      return ORDINARY.test(cell.text) ? quoted(cell.text) : cellText(text(cell.text), { forSpreadsheet })
    case 'text': {
      if (ORDINARY.test(cell.text) && !forSpreadsheet) return `"${cell.text}"`
      const shown = oneLine(cell.text)
      if (isFormula(shown)) return quoted(`'${shown}`)
      if (!forSpreadsheet || !isTakenForValue(shown)) return quoted(shown)
      // A text that looks like a value has no quotation mark, which would end the formula's text.
      return quoted(shown.length > FORMULA_TEXT_MAX ? `'${shown}` : `="${shown}"`)
    }
  }
}

/** Excel's limit for a text in a formula. */
const FORMULA_TEXT_MAX = 255

/** Most cells need no further check, and a report of years has millions. */
const ORDINARY = /^[A-Za-z0-9•][A-Za-z0-9 .:/_-]*$/u

function quoted(value: string): string {
  return `"${value.replaceAll('"', '""')}"`
}

/** The RFC allows a line break within a cell, but half of the readers fail on it. */
function oneLine(value: string): string {
  return value
    .replaceAll(/[\r\n\u2028\u2029]+/gu, ' ')
    .replaceAll('\0', '')
    .replaceAll(TURNS, '\uFFFD')
}

/** Marks that change the reading order of a cell and its neighbours. */
const TURNS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** What spreadsheets read as a formula, with leading spaces and full-width characters. */
function isFormula(value: string): boolean {
  return /^[\s\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u.test(value) || /^[\t\r]/u.test(value)
}

function isDecimal(value: string): boolean {
  return /^-?[0-9]+(?:\.[0-9]+)?$/u.test(value)
}
