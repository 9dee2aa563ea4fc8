import { ORDINARY, shownText, text, type Cell } from './cell.ts'
import { headRows, type Report } from './report.ts'

/** Starts the file: without it, spreadsheets assume the computer's own code page. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A file for other programs: RFC 4180, UTF-8. Spreadsheets convert references that look like numbers; they have xlsx. */
export async function* csvFile(report: Report): AsyncGenerator<string> {
  const head = [...headRows(report.head), report.columns.map(({ title }) => text(title))]
  yield BYTE_ORDER_MARK + linesOf(head)
  for await (const slice of report.slices()) yield linesOf(slice)
  yield linesOf([[], ...report.totals().map(([label, cell]) => [text(label), cell])])
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
      return `"${cell.decimal}"`
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
