import type { SaleState } from '../shared/sale.ts'
import { diskFaults, exchangeFaults, lies, listFaults, processFaults, sendFaults } from './faults.ts'

/** A state of a sale, or what a fault met where it met none: a read about no sale, the writing of a new one. */
export type Met = SaleState | 'none'

/** How often each fault met a sale in each state. */
export type Coverage = Map<string, number>

export function pairOf(fault: string, met: string): string {
  return `${fault} × ${met}`
}

export function count(coverage: Coverage, pair: string, times = 1): void {
  coverage.set(pair, (coverage.get(pair) ?? 0) + times)
}

export const everyState: readonly SaleState[] = [
  'queued',
  'sending',
  'unknown',
  'review',
  'conflict',
  'refused',
  'held',
  'accepted',
  'cancelled',
  'writtenOff',
]
/** Sales that the service is asked about by reference: by themselves, by a person, or as followed up. */
const LOOKED_UP: readonly SaleState[] = [
  // Before a first send, where a clock was wrong.
  'queued',
  'unknown',
  'review',
  'conflict',
  'refused',
  'cancelled',
  'writtenOff',
  'accepted',
]
/** What a write may find on the disk before it becomes durable, and what it may leave there. */
const WRITTEN_FROM: readonly Met[] = ['none', ...everyState]
const WRITTEN_TO: readonly Met[] = everyState

function pairs(faults: readonly string[], met: readonly Met[]): readonly string[] {
  return faults.flatMap((fault) => met.map((state) => pairOf(fault, state)))
}

/**
 * Every pair that can happen, written down rather than read off what did happen: a send is always of a sale that is
 * `sending`; a look-up is of one in six states; a search, a computer's and a person's faults meet whatever is in the file.
 */
export const reachable: readonly string[] = [
  ...pairs(
    sendFaults.map((fault) => `send ${fault}`),
    ['sending'],
  ),
  ...pairs(
    exchangeFaults.map((fault) => `read ${fault}`),
    ['none', ...LOOKED_UP],
  ),
  ...pairs(
    lies.map((fault) => `read ${fault}`),
    LOOKED_UP,
  ),
  // One drainer: nothing is being sent while it searches.
  ...pairs(
    listFaults.map((fault) => `list ${fault}`),
    everyState.filter((state) => state !== 'sending'),
  ),
  ...pairs(
    diskFaults.map((fault) => `${fault} before write`),
    WRITTEN_FROM,
  ),
  ...pairs(
    diskFaults.map((fault) => `${fault} after write`),
    WRITTEN_TO,
  ),
  ...pairs(processFaults, everyState),
]

export interface CoverageSummary {
  readonly pairs: number
  readonly neverSeen: number
  readonly lowest: readonly { readonly pair: string; readonly count: number }[]
  /** Pairs that happened and that the list says cannot: the list is wrong. */
  readonly unexpected: readonly string[]
}

export function summarise(coverage: ReadonlyMap<string, number>, lowestCount: number): CoverageSummary {
  const counted = reachable
    .map((pair) => ({ pair, count: coverage.get(pair) ?? 0 }))
    .toSorted((left, right) => left.count - right.count)
  const known = new Set(reachable)
  return {
    pairs: reachable.length,
    neverSeen: counted.filter((each) => each.count === 0).length,
    lowest: counted.slice(0, lowestCount),
    unexpected: [...coverage.keys()].filter((pair) => !known.has(pair)),
  }
}

/** The whole table, fault by state, for a person to read. */
export function coverageTable(coverage: ReadonlyMap<string, number>): string {
  const states: readonly Met[] = ['none', ...everyState]
  const faults = [...new Set(reachable.map((pair) => pair.split(' × ')[0] ?? ''))]
  const known = new Set(reachable)
  const cell = (fault: string, state: Met): string => {
    const pair = pairOf(fault, state)
    return known.has(pair) ? String(coverage.get(pair) ?? 0) : '·'
  }
  const line = (first: string, cells: readonly string[]): string =>
    first.padEnd(30) + cells.map((text) => text.padStart(11)).join('')
  return [
    line('', states),
    ...faults.map((fault) =>
      line(
        fault,
        states.map((state) => cell(fault, state)),
      ),
    ),
  ].join('\n')
}
