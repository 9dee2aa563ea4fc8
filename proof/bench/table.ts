import type { Bar, Measured } from './bar.ts'
import { summarise, verdictOf, type Goal, type Summary, type Verdict } from './stats.ts'

/** A bar and its result. */
export interface Row extends Pick<Bar, 'name' | 'limit' | 'unit'>, Goal {
  readonly summary: Summary | null
  readonly verdict: Verdict
  /** Why it was not measured; null where it was. */
  readonly why: string | null
}

export function rowOf(bar: Omit<Bar, 'measure'>, measured: Measured): Row {
  const { name, limit, unit, direction, must, aim } = bar
  const summary = measured.kind === 'pairs' ? summarise(measured.pairs) : null
  return {
    name,
    limit,
    unit,
    direction,
    must,
    aim,
    summary,
    verdict: verdictOf({ direction, must, aim }, summary?.ratio ?? null),
    why: measured.kind === 'pairs' ? null : measured.why,
  }
}

const HEAD = ['bar', 'limit', 'limit is', 'ours', 'ratio (p10–p90)', 'must', 'aim', 'verdict'] as const

/** Three significant figures, and at most three decimal places. */
export function figure(value: number): string {
  const rounded = Number(value.toPrecision(3))
  return rounded >= 1_000 ? rounded.toLocaleString('en') : String(Number(rounded.toFixed(3)))
}

function cellsOf({ name, limit, unit, summary, direction, must, aim, verdict, why }: Row): readonly string[] {
  const sign = direction === 'atMost' ? '≤' : '≥'
  const figures =
    summary === null
      ? ['–', '–', why ?? '–']
      : [
          `${figure(summary.limit)} ${unit}`,
          `${figure(summary.ours)} ${unit}`,
          `${figure(summary.ratio)} (${figure(summary.p10)}–${figure(summary.p90)})`,
        ]
  return [name, limit, ...figures, `${sign} ${figure(must)}`, `${sign} ${figure(aim)}`, verdict]
}

/** A Markdown table with aligned columns. */
export function tableOf(rows: readonly Row[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const lines = cells.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

export interface Report {
  readonly cores: number
  readonly bars: number
  readonly aim: number
  readonly must: number
  readonly missed: readonly string[]
  readonly notMeasured: readonly string[]
  readonly ratios: Readonly<Record<string, number>>
}

/** The last line of a run. */
export function reportOf(rows: readonly Row[], cores: number): Report {
  const named = (verdict: Verdict): readonly string[] =>
    rows.filter((row) => row.verdict === verdict).map(({ name }) => name)
  return {
    cores,
    bars: rows.length,
    aim: named('aim').length,
    must: named('must').length,
    missed: named('MISSED'),
    notMeasured: named('not measured'),
    ratios: Object.fromEntries(
      rows.flatMap(({ name, summary }) =>
        summary === null ? [] : [[name, Number(summary.ratio.toPrecision(4))] as const],
      ),
    ),
  }
}
