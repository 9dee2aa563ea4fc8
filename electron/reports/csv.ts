import { isTakenForValue } from './spreadsheetValue.ts'

/** One cell of a file for spreadsheets and for other programs. */
export type Cell =
  /** Words, references, anything that a person or another system wrote. */
  | { readonly kind: 'text'; readonly text: string }
  /** A decimal, as `1234567.89` or `-5.00`; it stays a number. */
  | { readonly kind: 'number'; readonly decimal: string }
  /** A time that this program wrote or has read as one; a spreadsheet may take it for what it is. */
  | { readonly kind: 'time'; readonly text: string }
  | { readonly kind: 'empty' }

export const text = (value: string): Cell => ({ kind: 'text', text: value })
export const decimal = (value: string): Cell => ({ kind: 'number', decimal: value })
export const time = (value: string): Cell => ({ kind: 'time', text: value })
export const empty: Cell = { kind: 'empty' }

export interface CsvOptions {
  /**
   * A spreadsheet makes numbers and days of texts that look like them (`spreadsheetValue.ts`), so they are written as
   * formulas of a text: `="00123"`. Other programs want them plain.
   */
  readonly forSpreadsheet: boolean
}

/** Begins every file: without it, spreadsheets take the file for one of the computer's own code page. */
export const BYTE_ORDER_MARK = '\ufeff'

/** One line by RFC 4180, every cell quoted, with its end. */
export function csvLine(row: readonly Cell[], options: CsvOptions): string {
  return `${row.map((cell) => cellText(cell, options)).join(',')}\r\n`
}

function cellText(cell: Cell, { forSpreadsheet }: CsvOptions): string {
  switch (cell.kind) {
    case 'empty':
      return '""'
    case 'number':
      // What is no number must not come in by this door.
      return isDecimal(cell.decimal) ? quoted(cell.decimal) : cellText(text(cell.decimal), { forSpreadsheet })
    case 'time':
      return ORDINARY.test(cell.text) ? quoted(cell.text) : cellText(text(cell.text), { forSpreadsheet })
    case 'text': {
      if (ORDINARY.test(cell.text) && !forSpreadsheet) return `"${cell.text}"`
      const shown = oneLine(cell.text)
      if (isFormula(shown)) return quoted(`'${shown}`)
      if (!forSpreadsheet || !isTakenForValue(shown)) return quoted(shown)
      // What is taken for a value has no quotation mark that could end the text of this formula.
      return quoted(shown.length > FORMULA_TEXT_MAX ? `'${shown}` : `="${shown}"`)
    }
  }
}

/** Excel takes no longer text in a formula. */
const FORMULA_TEXT_MAX = 255

/** Most cells: nothing in them has to be looked at twice, and a report of years has millions. */
const ORDINARY = /^[A-Za-z0-9•][A-Za-z0-9 .:/_-]*$/u

function quoted(value: string): string {
  return `"${value.replaceAll('"', '""')}"`
}

/** A line break within a cell is allowed by the RFC and broken by half of the readers. */
function oneLine(value: string): string {
  return value
    .replaceAll(/[\r\n\u2028\u2029]+/gu, ' ')
    .replaceAll('\0', '')
    .replaceAll(TURNS, '\uFFFD')
}

/** Marks that change the order in which a cell, and what stands beside it, is read. */
const TURNS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** What spreadsheets take for a formula, spaces in front of it and its full-width twins included. */
function isFormula(value: string): boolean {
  return /^[\s\u200b\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u.test(value) || /^[\t\r]/u.test(value)
}

function isDecimal(value: string): boolean {
  return /^-?[0-9]+(?:\.[0-9]+)?$/u.test(value)
}
