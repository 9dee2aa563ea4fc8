import type { Cell } from './cell.ts'
import type { Report } from './report.ts'

/**
 * A file for programs: one JSON object a line, `kind` saying what it is: first the head, then a row each, at last the
 * totals. Decimals are texts, since many readers make floating-point numbers of numbers. What is not known is null.
 */
export async function* jsonLines(report: Report): AsyncGenerator<string> {
  const { title, facts, ...head } = report.head
  yield line({ kind: 'head', title, ...head, facts: Object.fromEntries(facts) })
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
    ...Object.fromEntries(report.totals().map(([label, cell]) => [label, valueOf(cell)])),
  })
}

const line = (value: object): string => `${JSON.stringify(value)}\n`

function valueOf(cell: Cell | undefined): string | null {
  if (cell === undefined || cell.kind === 'empty') return null
  return cell.kind === 'number' ? cell.decimal : cell.text
}
