import { count, isExpected, type Coverage } from './coverage.ts'
import type { HistoryResult } from './history.ts'
import type { Invariant } from './invariants.ts'

/** Sums over many histories; plain data, so that worker threads can return it. */
export interface Totals {
  histories: number
  /** Processor time of the threads that ran them. */
  cpuMs: number
  sales: number
  accepted: number
  reviewed: number
  /** Sales of unknown outcome at any time. */
  ambiguous: number
  /** Sales that this till settled more than once, including by a person's decision. */
  settledTwice: number
  /** By invariant, each history counted once. */
  readonly violated: Map<Invariant, number>
  readonly coverage: Coverage
  /** Pairs that happened although the list of possible ones lacks them, each with the seed of such a history. */
  readonly unexpected: Map<string, number>
  /** The first histories that violated something. */
  readonly failures: Failure[]
}

export interface Failure {
  readonly seed: number
  readonly invariant: Invariant
  readonly detail: string
}

const FAILURES_MAX = 20

export function createTotals(): Totals {
  return {
    histories: 0,
    cpuMs: 0,
    sales: 0,
    accepted: 0,
    reviewed: 0,
    ambiguous: 0,
    settledTwice: 0,
    violated: new Map(),
    coverage: new Map(),
    unexpected: new Map(),
    failures: [],
  }
}

export function addHistory(totals: Totals, seed: number, result: HistoryResult): void {
  totals.histories += 1
  totals.sales += result.saleCount
  totals.accepted += result.acceptedCount
  totals.reviewed += result.reviewCount
  totals.ambiguous += result.unknownCount
  totals.settledTwice += result.duplicateCount
  for (const pair of totals.coverage.keys())
    if (!isExpected(pair) && !totals.unexpected.has(pair)) totals.unexpected.set(pair, seed)
  const seen = new Set<Invariant>()
  for (const { invariant, detail } of result.violations) {
    if (seen.has(invariant)) continue
    seen.add(invariant)
    totals.violated.set(invariant, (totals.violated.get(invariant) ?? 0) + 1)
    if (totals.failures.length < FAILURES_MAX) totals.failures.push({ seed, invariant, detail })
  }
}

export function addTotals(into: Totals, from: Totals): void {
  into.histories += from.histories
  into.cpuMs += from.cpuMs
  into.sales += from.sales
  into.accepted += from.accepted
  into.reviewed += from.reviewed
  into.ambiguous += from.ambiguous
  into.settledTwice += from.settledTwice
  for (const [invariant, times] of from.violated)
    into.violated.set(invariant, (into.violated.get(invariant) ?? 0) + times)
  for (const [pair, times] of from.coverage) count(into.coverage, pair, times)
  for (const [pair, seed] of from.unexpected) if (!into.unexpected.has(pair)) into.unexpected.set(pair, seed)
  into.failures.push(...from.failures.slice(0, FAILURES_MAX - into.failures.length))
}
