import type { Cell } from './cell.ts'
import type { Report } from './report.ts'

/** Grows when a field goes or changes its meaning; a new field is none of these. */
const VERSION = 1

/**
 * A file for programs: one JSON object a line, `kind` saying what it is: first the head, then a row each, at last the
 * totals. Decimals are texts, since many readers make floating-point numbers of numbers. What is not known is null.
 */
export async function* jsonLines(report: Report): AsyncGenerator<string> {
  const { title, facts, ...head } = report.head
  const format = `tillside-${report.sheet.toLowerCase()}`
  yield line({ kind: 'head', format, version: VERSION, title, ...head, facts: Object.fromEntries(facts) })
  for await (const slice of report.slices()) {
    yield slice
      .map((row) =>
        line({
          kind: 'row',
          ...Object.fromEntries(report.columns.map(({ key }, at) => [key, valueOf(row[at])])),
        }),
      )
      .join('')
  }
  yield line({
    kind: 'totals',
    ...Object.fromEntries(report.totals().map(({ label, cell }) => [label, valueOf(cell)])),
  })
}

const line = (value: object): string => `${JSON.stringify(value)}\n`

function valueOf(cell: Cell | undefined): string | null {
  if (cell === undefined || cell.kind === 'empty') return null
  return cell.kind === 'number' || cell.kind === 'amount' ? cell.decimal : cell.text
}
