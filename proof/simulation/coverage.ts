import { SaleState } from '../../shared/sale.ts'
import {
  bankFaults,
  diskFaults,
  exchangeFaults,
  lies,
  listFaults,
  processFaults,
  sendFaults,
} from './faults.ts'

/** The state of a sale that a fault met, or `none`: a read about no sale, the writing of a new one. */
export type Met = SaleState | 'none'

/** How often each fault met a sale in each state. */
export type Coverage = Map<string, number>

export function pairOf(fault: string, met: string): string {
  return `${fault} × ${met}`
}

export function count(coverage: Coverage, pair: string, times = 1): void {
  coverage.set(pair, (coverage.get(pair) ?? 0) + times)
}

export const everyState: readonly SaleState[] = SaleState.options
/** Sales that the service is asked about by reference: automatically, by a person, or as a follow-up. */
const LOOKED_UP: readonly SaleState[] = [
  // Before a first send, if a clock was wrong.
  'queued',
  'unknown',
  'review',
  'conflict',
  'refused',
  'cancelled',
  'writtenOff',
  'accepted',
  // If the bank's answers about it were unreadable.
  'held',
]
/** The states that a write may find on the disk, and may leave there. */
const WRITTEN_FROM: readonly Met[] = ['none', ...everyState]
const WRITTEN_TO: readonly Met[] = everyState

function pairs(faults: readonly string[], met: readonly Met[]): readonly string[] {
  return faults.flatMap((fault) => met.map((state) => pairOf(fault, state)))
}

const READ_KINDS: readonly string[] = [...exchangeFaults, ...lies].map((fault) => `read ${fault}`)
const LIST_KINDS: readonly string[] = listFaults.map((fault) => `list ${fault}`)

/**
 * Every pair frequent enough to be noticed if missing, listed by hand: a send is of a sale in `sending`, a look-up of
 * one in six states; a search and the faults of a computer or a person meet all states in the file.
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
  // The worker sends nothing while it searches; a person's look-up beside it is in `seldom`.
  ...pairs(
    LIST_KINDS,
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
  ...pairs([...processFaults, ...bankFaults], everyState),
]

/**
 * Possible pairs that a million histories may lack, so that their absence proves nothing. In one, a person asks about
 * an unknown sale, and that look-up completes its absence proof: its search runs beside the send of another sale. In
 * others, a slip with unreadable answers may be missing from a restored file, or be in the middle of a send, and still
 * be asked about because another read has shown its record.
 */
export const seldom: readonly string[] = [
  ...pairs(LIST_KINDS, ['sending']),
  ...pairs(['read otherRecord'], ['none']),
  ...pairs(READ_KINDS, ['sending']),
]

const possible: ReadonlySet<string> = new Set([...reachable, ...seldom])

/** Whether the list of possible pairs has a pair that happened. */
export function isExpected(pair: string): boolean {
  return possible.has(pair)
}

export interface CoverageSummary {
  readonly pairs: number
  readonly neverSeen: number
  /** How many of the {@link seldom} pairs happened. */
  readonly seldomSeen: number
  readonly lowest: readonly { readonly pair: string; readonly count: number }[]
  /** Pairs that happened and that the list lacks: the list is wrong. */
  readonly unexpected: readonly string[]
}

export function summarise(coverage: ReadonlyMap<string, number>, lowestCount: number): CoverageSummary {
  const counted = reachable
    .map((pair) => ({ pair, count: coverage.get(pair) ?? 0 }))
    .toSorted((left, right) => left.count - right.count)
  return {
    pairs: reachable.length,
    neverSeen: counted.filter((each) => each.count === 0).length,
    seldomSeen: seldom.filter((pair) => coverage.has(pair)).length,
    lowest: counted.slice(0, lowestCount),
    unexpected: [...coverage.keys()].filter((pair) => !isExpected(pair)),
  }
}

/** The whole table, fault by state, as text. */
export function coverageTable(coverage: ReadonlyMap<string, number>): string {
  const states: readonly Met[] = ['none', ...everyState]
  const faults = [...new Set(reachable.map((pair) => pair.split(' × ')[0] ?? ''))]
  const cell = (fault: string, state: Met): string => {
    const pair = pairOf(fault, state)
    return isExpected(pair) ? String(coverage.get(pair) ?? 0) : '·'
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
