import type { TransactionRecord } from '../../gateway/answer.ts'
import type { Moment } from '../rules/change.ts'
import type { Destination } from '../../gateway/destination.ts'

export interface ShownRecord {
  readonly destination: Destination
  readonly record: TransactionRecord
  /** The time of its answer, not of its processing. */
  readonly at: Moment
  /** When its question was asked. */
  readonly askedAt: Moment
}

/**
 * Records that answers have shown but that are not compared with their sales yet, since a long answer is processed in
 * slices. They must be processed before their sale is sent, and before a later answer about it is stored.
 */
export interface OwedRecords {
  /**
   * Adds all records of an answer. Only the first ones are indexed by reference at once; a linear search finds the
   * others until `sortSome` has indexed them.
   */
  add(shown: readonly ShownRecord[]): void
  /** Indexes some more records, the oldest answer first. @returns whether some are still not indexed */
  sortSome(): boolean
  /** The records of a reference in their order, up to `upTo` if given; empty if `upTo` is already settled. */
  of(transactionId: string, upTo?: ShownRecord): readonly ShownRecord[]
  settled(shown: readonly ShownRecord[]): void
  /** An added answer was processed or abandoned: its records are no longer owed. */
  end(shown: readonly ShownRecord[]): void
}

/** This many take a few milliseconds, also on a slow computer. */
const SORTED_AT_ONCE = 2_000

interface Answer {
  readonly shown: readonly ShownRecord[]
  sortedCount: number
  readonly sorted: Map<string, Set<ShownRecord>>
}

/** @param sortedAtOnce how many are indexed at once */
export function createOwedRecords(sortedAtOnce: number = SORTED_AT_ONCE): OwedRecords {
  /** In their order. Each has its own index, so that a long answer is dropped in one step. */
  let answers: readonly Answer[] = []
  /** Settled before they were indexed. */
  const settledEarly = new Set<ShownRecord>()
  /** Ignores case, like the sales file. */
  const keyOf = ({ transactionId }: { readonly transactionId: string }): string => transactionId.toUpperCase()
  const isUnsorted = ({ shown, sortedCount }: Answer): boolean => sortedCount < shown.length

  function sort(answer: Answer): void {
    const { shown, sorted, sortedCount } = answer
    for (const each of shown.slice(sortedCount, sortedCount + sortedAtOnce)) {
      if (settledEarly.delete(each)) continue
      const key = keyOf(each.record)
      const known = sorted.get(key)
      if (known === undefined) sorted.set(key, new Set([each]))
      else known.add(each)
    }
    answer.sortedCount = Math.min(sortedCount + sortedAtOnce, shown.length)
  }

  function* ownOf({ shown, sorted, sortedCount }: Answer, key: string): Generator<ShownRecord, void, void> {
    yield* sorted.get(key) ?? []
    for (let at = sortedCount; at < shown.length; at += 1) {
      const each = shown[at]
      if (each !== undefined && keyOf(each.record) === key && !settledEarly.has(each)) yield each
    }
  }

  function settle(each: ShownRecord): void {
    const key = keyOf(each.record)
    for (const { sorted } of answers) {
      const known = sorted.get(key)
      if (known?.delete(each) !== true) continue
      if (known.size === 0) sorted.delete(key)
      return
    }
    if (answers.some(isUnsorted)) settledEarly.add(each)
  }

  return {
    add: (shown) => {
      const answer: Answer = { shown, sortedCount: 0, sorted: new Map() }
      sort(answer)
      answers = [...answers, answer]
    },
    sortSome: () => {
      const next = answers.find(isUnsorted)
      if (next !== undefined) sort(next)
      return answers.some(isUnsorted)
    },
    of: (transactionId, upTo) => {
      const key = keyOf({ transactionId })
      const found: ShownRecord[] = []
      for (const answer of answers) {
        for (const each of ownOf(answer, key)) {
          found.push(each)
          if (each === upTo) return found
        }
      }
      return upTo === undefined ? found : []
    },
    settled: (shown) => {
      for (const each of shown) settle(each)
    },
    end: (shown) => {
      answers = answers.filter((answer) => answer.shown !== shown)
      if (!answers.some(isUnsorted)) settledEarly.clear()
    },
  }
}
