import { writeXlsxStream } from 'hucre/xlsx'
import { shownText, text, type Cell } from './cell.ts'
import { headRows, type Report } from './report.ts'

/** A file for Excel and its kind: one sheet, its head above the table, the table's titles always in view. */
export function workbook(report: Report): AsyncIterable<Uint8Array> {
  const head = headRows(report.head)
  return writeXlsxStream(sheetRows(report, head), {
    name: report.sheet,
    columns: report.columns.map(({ isAmount }) => ({
      width: COLUMN_WIDTH,
      ...(isAmount === true ? { numFmt: AMOUNT_FORMAT } : {}),
    })),
    freezePane: { rows: head.length + 1 },
    repeatHeaders: false,
  })
}

const COLUMN_WIDTH = 22
/** Two places, and those finer than a kobo. */
const AMOUNT_FORMAT = '#,##0.00##'
/** What Excel takes in a cell. */
const TEXT_MAX = 32_767
/** Excel keeps this many digits of a number. */
const DIGITS_MAX = 15

async function* sheetRows(
  report: Report,
  head: readonly (readonly Cell[])[],
): AsyncGenerator<(string | number | null)[]> {
  for (const row of [...head, report.columns.map(({ title }) => text(title))]) yield row.map(valueOf)
  for await (const slice of report.slices()) yield* slice.map((row) => row.map(valueOf))
  yield []
  for (const [label, cell] of report.totals()) yield [label, valueOf(cell)]
}

/** A text is never read as a formula here: the format marks it as a text. */
function valueOf(cell: Cell): string | number | null {
  if (cell.kind === 'empty') return null
  if (cell.kind === 'number') return isExact(cell.decimal) ? Number(cell.decimal) : cell.decimal
  return shownText(cell.text).replaceAll(NOT_XML, '\uFFFD').slice(0, TEXT_MAX)
}

/** Whether Excel shows every digit of it; a longer one is a text. */
function isExact(decimal: string): boolean {
  return decimal.replace(/^-?0*/u, '').replace('.', '').length <= DIGITS_MAX
}

/** What XML 1.0 cannot hold, and half of a pair. */
const NOT_XML =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/gu
