import { summarise } from './coverage.ts'
import type { SimulateOptions } from './options.ts'
import type { Totals } from './totals.ts'

/** The rule of three: zero of N means, at 95 %, a rate below this, inside this model only. */
function upperBound(times: number, of: number): number | null {
  return times === 0 && of > 0 ? Number((3 / of).toPrecision(3)) : null
}

const round = (value: number, places: number): number => Number(value.toFixed(places))

export interface Speed {
  /** By wall clock, all threads together. */
  readonly historiesPerSecond: number
  /** By processor time of one thread. */
  readonly historiesPerCoreSecond: number
  /** The comparison: for the model the same generator with a machine that does nothing, … */
  readonly emptyHistoriesPerCoreSecond?: number
  /** … for the engine itself the model. */
  readonly modelHistoriesPerCoreSecond?: number
  readonly speedRatio: number
}

interface Unexpected {
  readonly pair: string
  readonly count: number
  /** Of a history in which it happened, for `--replay`. */
  readonly seed: number
}

/** What happened although the list of possible pairs (coverage.ts) lacks it: the list is wrong, or the simulation. */
export function unexpectedOf({ unexpected, coverage }: Totals): readonly Unexpected[] {
  return [...unexpected].map(([pair, seed]) => ({ pair, count: coverage.get(pair) ?? 0, seed }))
}

/** Whether the run fails: a promise broke in a world that holds, or an impossible pair happened. */
export function isRed({ world }: Pick<SimulateOptions, 'world'>, totals: Totals): boolean {
  return (world === 'holds' && totals.violated.size > 0) || totals.unexpected.size > 0
}

/** The results of a run, as one line of JSON. */
export function reportOf(options: SimulateOptions, totals: Totals, speed: Speed): Record<string, unknown> {
  const violated = (name: Parameters<Totals['violated']['get']>[0]): number => totals.violated.get(name) ?? 0
  const { sales, histories } = totals
  const coverage = summarise(totals.coverage, LOWEST_SHOWN)
  const careless = options.manager === 'careless' ? { carelessDuplicated: totals.settledTwice } : {}
  return {
    histories,
    ...speed,
    sales,
    lost: violated('lost'),
    duplicated: violated('duplicated'),
    falselyAccepted: violated('falselyAccepted'),
    falselyRefused: violated('falselyRefused'),
    stuck: violated('stuck'),
    resentWithoutProof: violated('resentWithoutProof'),
    otherViolations: Object.fromEntries([...totals.violated].filter(([name]) => !NAMED.includes(name))),
    /** At 95 %, of histories and of sales, inside this model only. */
    zeroMeansBelow: {
      perHistory: upperBound(0, histories),
      perSale: upperBound(0, sales),
    },
    acceptedShare: round(totals.accepted / sales, 6),
    reviewRate: round(totals.reviewed / sales, 6),
    ambiguousShare: round(totals.ambiguous / sales, 6),
    ...careless,
    coverage: {
      pairs: coverage.pairs,
      neverSeen: coverage.neverSeen,
      seldomSeen: coverage.seldomSeen,
      unexpected: unexpectedOf(totals),
      lowest: coverage.lowest[0] ?? null,
    },
    mutants: 0,
    mutantsKilled: 0,
    seed: options.seed,
    engine: options.engine,
    policy: options.policy,
    world: options.world,
    faultRate: options.faultRate ?? null,
    manager: options.manager,
  }
}

const NAMED: readonly string[] = [
  'lost',
  'duplicated',
  'falselyAccepted',
  'falselyRefused',
  'stuck',
  'resentWithoutProof',
]
export const LOWEST_SHOWN = 12
