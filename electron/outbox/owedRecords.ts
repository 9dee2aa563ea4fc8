import type { TransactionRecord } from '../gateway/answer.ts'
import type { Moment } from './change.ts'
import type { Destination } from './saleRow.ts'

export interface ShownRecord {
  readonly destination: Destination
  readonly record: TransactionRecord
  /** The time of its answer, however late it is processed. */
  readonly at: Moment
}

/**
 * Records that answers have shown and that were not compared with their sale yet, since a long answer is processed in
 * slices. A sale must not be sent, nor a later answer about it stored, as if they had not been shown.
 */
export interface OwedRecords {
  /**
   * All of an answer are known from here on. Its first ones are sorted by reference; where there are more, the rest is
   * searched through until `sortSome` has come to them.
   */
  add(shown: readonly ShownRecord[]): void
  /** Sorts some more, of the oldest answer first. @returns whether some are left that are not sorted */
  sortSome(): boolean
  /** Those of a reference as they came, up to one of them where it is given; empty where that one is settled already. */
  of(transactionId: string, upTo?: ShownRecord): readonly ShownRecord[]
  settled(shown: readonly ShownRecord[]): void
  /** An answer, as it was added, is over: what is left of it is owed no more. */
  end(shown: readonly ShownRecord[]): void
}

/** A few milliseconds, also on a slow computer. */
const SORTED_AT_ONCE = 2_000

interface Answer {
  readonly shown: readonly ShownRecord[]
  sortedCount: number
  readonly sorted: Map<string, Set<ShownRecord>>
}

/** @param sortedAtOnce how many are sorted in one go */
export function createOwedRecords(sortedAtOnce: number = SORTED_AT_ONCE): OwedRecords {
  /** In the order in which they came. Each has its own index, so that one is forgotten at once, however long it is. */
  let answers: readonly Answer[] = []
  /** Settled before they were sorted. */
  const settledEarly = new Set<ShownRecord>()
  /** As the file finds a reference: capitals and small letters are the same. */
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
