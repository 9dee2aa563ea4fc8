import { ORDINARY, shownText, text, type Cell } from './cell.ts'
import { aboutRows, type Report } from './report.ts'

/** Starts the file: without it, spreadsheets assume the computer's own code page. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A file for other programs: RFC 4180, UTF-8. The titles come first, then the rows; below an empty line the totals, and
 * below another one what the file says about itself. Spreadsheets convert references that look like numbers; they have
 * xlsx.
 */
export async function* csvFile(report: Report): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(report.columns.map(({ title }) => text(title)))
  for await (const slice of report.slices()) yield linesOf(slice)
  const totals = report.totals().map(({ label, cell }) => [text(label), cell])
  yield linesOf([[], ...totals, [], ...aboutRows(report.head)])
}

const linesOf = (rows: readonly (readonly Cell[])[]): string => rows.map(csvLine).join('')

/** One line, every cell quoted, with its line end. */
export function csvLine(row: readonly Cell[]): string {
  return `${row.map(cellText).join(',')}\r\n`
}

function cellText(cell: Cell): string {
  switch (cell.kind) {
    case 'empty':
      return '""'
    case 'number':
    case 'amount':
      return `"${cell.decimal}"`
    case 'time':
    case 'text': {
      if (ORDINARY.test(cell.text)) return `"${cell.text}"`
      const shown = shownText(cell.text)
      return `"${(isFormula(shown) ? `'${shown}` : shown).replaceAll('"', '""')}"`
    }
  }
}

/** What spreadsheets read as a formula, with leading spaces and full-width characters. */
function isFormula(value: string): boolean {
  return /^[\s\u200B\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u.test(value) || /^[\t\r]/u.test(value)
}
