import { growthChart, type GrowthLine } from './growthChart.ts'
import { openSide, READS, type Read, type Side } from './bars/reads.ts'
import { recordOnce } from './bars/record.ts'
import { median } from './stats.ts'
import { timed } from './till.ts'

const SIZES = [10, 10_000, 100_000, 1_000_000] as const
const TRIES = 201
/** Its work grows with the number of results, which is not what the picture shows. */
const LEFT_OUT = 'search-common-amount'

/** Measures the same actions at every size, one try of each in turn. @returns the picture as SVG */
export async function drawGrowth(say: (text: string) => void): Promise<string> {
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
