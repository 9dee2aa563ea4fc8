import type { Counts } from '../../scripts/counts.ts'
import type { HistoryResult, KilledHow } from './history.ts'
import { createSteps } from './stepLog.ts'
import { BREACH_KINDS, NO_BREACHES, type Breaches } from './verdict.ts'
import type { Witnessed } from './orderWitness.ts'
import type { SalvageResult } from './salvageCases.ts'

/** The parts of a kill test; each can run alone. */
export const PARTS = ['witness', 'salvages', 'sales'] as const
export type Part = (typeof PARTS)[number]

/** @param only null: all of them */
export function isWanted(part: Part, only: Part | null): boolean {
  return only === null || only === part
}

/** The results of a whole kill test; its JSON is the last line. */
export interface Report {
  readonly kills: number
  /** Of these: exactly at a durable step. */
  readonly killsAtSteps: number
  /** After the bank had booked, before its answer. */
  readonly killsAtBooking: number
  /** Within a commit, on entering a call that changes a file. */
  readonly killsAtSyscalls: number
  /** While a damaged file was salvaged. */
  readonly killsAtSalvage: number
  /** Different steps that were reached, and how many of these had a kill. */
  readonly steps: number
  readonly stepsKilledAt: number
  readonly files: number
  readonly acknowledged: number
  readonly settled: number
  /** Lost on the way to the bank, and so correctly unknown for good. */
  readonly unknown: number
  readonly missing: number
  readonly duplicated: number
  readonly falselyAccepted: number
  readonly unclaimed: number
  readonly stuck: number
  readonly integrity: 'ok' | 'broken'
  readonly auditBroken: number
  readonly trouble: number
  /** Null if not requested or not available here. */
  readonly witness: { readonly sends: number; readonly inOrder: number } | null
  readonly seconds: number
  readonly seed: number
  /** Promises kept and broken: the count for the suite of `npm test`. */
  readonly checks: Counts
}

/** Sums up the histories. */
export class Tally {
  readonly steps = createSteps()
  readonly #results: HistoryResult[] = []
  #kills = 0
  #killsAtSteps = 0
  #killsAtBooking = 0
  #killsAtSyscalls = 0
  #salvages: SalvageResult = { kills: 0, breaches: NO_BREACHES }

  /** Of processes that sell, without those that only salvage a file. */
  get kills(): number {
    return this.#kills
  }

  killed(how: KilledHow): void {
    this.#kills += 1
    if (how.at === 'booking') this.#killsAtBooking += 1
    if (how.at === 'syscall') this.#killsAtSyscalls += 1
    if (how.at !== 'step') return
    this.#killsAtSteps += 1
    this.steps.diedAt(how.step)
  }

  add(result: HistoryResult): void {
    this.#results.push(result)
  }

  salvaged(result: SalvageResult): void {
    this.#salvages = result
  }

  count(kind: keyof Breaches): number {
    return this.#salvages.breaches[kind].length + this.#sum((result) => result.breaches[kind].length)
  }

  report(run: {
    readonly seed: number
    readonly seconds: number
    readonly witness: Witnessed | null
    readonly only: Part | null
  }): Report {
    const broken = BREACH_KINDS.filter((kind) => this.count(kind) > 0).length
    const { witness, only } = run
    // A test without an acknowledged sale or a kill shows nothing.
    const hasSold = this.#kills > 0 && this.#sum((result) => result.acknowledgedCount) > 0
    const hasSalvaged = this.#salvages.kills > 0
    const isEmpty = (isWanted('sales', only) && !hasSold) || (isWanted('salvages', only) && !hasSalvaged)
    const kept = only === 'witness' ? 0 : BREACH_KINDS.length - broken
    const witnessFailed = witness !== null && (witness.sends === 0 || witness.problems.length > 0)
    const failed = broken + (isEmpty ? 1 : 0) + (witnessFailed ? 1 : 0)
    return {
      kills: this.#kills + this.#salvages.kills,
      killsAtSteps: this.#killsAtSteps,
      killsAtBooking: this.#killsAtBooking,
      killsAtSyscalls: this.#killsAtSyscalls,
      killsAtSalvage: this.#salvages.kills,
      steps: this.steps.reachedCount,
      stepsKilledAt: this.steps.diedAtCount,
      files: this.#results.length,
      acknowledged: this.#sum((result) => result.acknowledgedCount),
      settled: this.#sum((result) => result.settledCount),
      unknown: this.#sum((result) => result.unknownCount),
      missing: this.count('missing'),
      duplicated: this.count('duplicated'),
      falselyAccepted: this.count('falselyAccepted'),
      unclaimed: this.count('unclaimed'),
      stuck: this.count('stuck'),
      integrity: this.count('integrity') === 0 ? 'ok' : 'broken',
      auditBroken: this.count('auditBroken'),
      trouble: this.count('trouble'),
      witness: witness === null ? null : { sends: witness.sends, inOrder: witness.inOrder },
      seconds: run.seconds,
      seed: run.seed,
      checks: {
        passed: kept + (witness === null || witnessFailed ? 0 : 1),
        failed,
        skipped: witness === null ? 1 : 0,
      },
    }
  }

  #sum(of: (result: HistoryResult) => number): number {
    return this.#results.reduce((sum, result) => sum + of(result), 0)
  }
}
