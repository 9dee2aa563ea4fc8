/**
 * `npm run bench`: every bar as a ratio to a limit that is measured in the same run and on the same disk
 * (docs/performance.md). `--check` fails where a must is missed, `--only NAME` runs the bars whose names begin with
 * it, and `--growth` only draws docs/growth.svg. The last line is JSON.
 */

import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readCommandLine } from '../../scripts/commandLine.ts'
import type { Bar, Measured } from './bar.ts'
import { BENCH_DIR } from './fixtures.ts'
import { reportOf, rowOf, tableOf, type Row } from './table.ts'
import { callBars } from './bars/calls.ts'
import { doorBars } from './bars/door.ts'
import { drainBars } from './bars/drain.ts'
import { idleBars } from './bars/idle.ts'
import { mainThreadBars } from './bars/mainThread.ts'
import { memoryBar } from './bars/memory.ts'
import { openingBars } from './bars/opening.ts'
import { paintBars } from './bars/paint.ts'
import { readBars, openSide, READS, type Read, type Side } from './bars/reads.ts'
import { recordBars, recordOnce } from './bars/record.ts'
import { simulationBar } from './bars/simulation.ts'
import { soakBar } from './bars/soak.ts'
import { startSizeBar } from './bars/startSize.ts'
import { growthChart, type GrowthLine } from './growthChart.ts'
import { median } from './stats.ts'
import { timed } from './till.ts'

const SIZES = [10, 10_000, 100_000, 1_000_000] as const

const TRIES = 201

/** Its work grows with the number of results, which is not what the picture shows. */
const LEFT_OUT = 'search-common-amount'

/** Every bar, in the order in which they run. */
const bars: readonly Bar[] = [
  ...recordBars,
  ...readBars,
  ...drainBars,
  ...mainThreadBars,
  ...openingBars,
  memoryBar,
  startSizeBar,
  ...callBars,
  ...idleBars,
  ...paintBars,
  simulationBar,
  soakBar,
  ...doorBars,
]

/** Longer than any run takes. */
const LEFT_BEHIND_MS = 60 * 60_000

const { values } = readCommandLine((args) =>
  parseArgs({
    args,
    options: {
      check: { type: 'boolean', default: false },
      growth: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
    },
  }),
)
const chosen = chosenOf(values.only)
if (chosen.length === 0) {
  console.error(`bench: no bar of that name; there are ${bars.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
// The files that a bar opens are on the disk of the bench.
process.env['TMPDIR'] = cleanDir()
if (values.growth) {
  writeFileSync(path.join(import.meta.dirname, '../../docs/growth.svg'), await drawGrowth(say))
  process.exit(0)
}
const rows: Row[] = []
for (const bar of chosen) {
  const row = rowOf(bar, await measuredOf(bar))
  rows.push(row)
  say(`${row.name}: ${row.why ?? row.summary?.ratio.toPrecision(3) ?? ''} ${row.verdict}`)
}
console.log(`${availableParallelism()} cores\n\n${tableOf(rows)}\n`)
const report = reportOf(rows, availableParallelism())
console.log(JSON.stringify(report))
process.exit(values.check && report.missed.length > 0 ? 1 : 0)

function chosenOf(only: readonly string[] | undefined): readonly Bar[] {
  if (only === undefined) return bars.filter(({ isOnlyByName }) => isOnlyByName !== true)
  return bars.filter(({ name }) => only.some((start) => name.startsWith(start)))
}

function say(text: string): void {
  console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)
}

/** A bar that throws counts as missed, and the others still run. */
async function measuredOf(bar: Bar): Promise<Measured> {
  try {
    return await bar.measure(say)
  } catch (error) {
    say(`${bar.name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    return { kind: 'notMeasured', why: 'it broke, see above' }
  }
}

/** Removes the files of interrupted runs; younger ones may belong to a run that is still going. */
function cleanDir(): string {
  mkdirSync(BENCH_DIR, { recursive: true })
  for (const name of readdirSync(BENCH_DIR)) {
    const dir = path.join(BENCH_DIR, name)
    const isOurs = /^(?:till|making|tillside)-/u.test(name)
    if (isOurs && Date.now() - statSync(dir).mtimeMs > LEFT_BEHIND_MS) rmSync(dir, { recursive: true })
  }
  return BENCH_DIR
}

/** Measures the same actions at every size, one try of each in turn. @returns the picture as SVG */
async function drawGrowth(say: (text: string) => void): Promise<string> {
  const sides: Side[] = []
  for (const settled of SIZES) sides.push(await openSide({ settled, waiting: 0 }, say))
  const works: readonly (readonly [string, (side: Side, turn: number) => number])[] = [
    ['record', ({ till }) => recordOnce(till)],
    ...(Object.entries(READS) as [string, Read][])
      .filter(([name]) => name !== LEFT_OUT)
      .map(([name, read]) => [name, (side: Side, turn: number) => timed(() => read(side, turn))] as const),
  ]
  const lines: GrowthLine[] = []
  for (const [name, work] of works) {
    const took: number[][] = SIZES.map(() => [])
    for (let turn = 0; turn < TRIES; turn += 1)
      sides.forEach((side, index) => took[index]?.push(work(side, turn)))
    const medians = took.map(median)
    lines.push({ name, ratios: medians.map((value) => value / (medians[0] ?? value)) })
    say(`${name}: ${medians.map((value) => value.toPrecision(3)).join(', ')} ms`)
  }
  for (const { till } of sides) await till.close()
  return growthChart(SIZES, lines)
}
