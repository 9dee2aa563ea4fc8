import type { TransactionRecord } from '../gateway/answer.ts'
import type { Moment } from './change.ts'
import type { Destination } from './saleRow.ts'

/** A record that an answer showed. */
export interface ShownRecord {
  readonly destination: Destination
  readonly record: TransactionRecord
  /** When: it is as old as its answer, however late it is gone through. */
  readonly at: Moment
}

/**
 * What answers have shown and what was not held against its sale yet, since a long answer is gone through in slices.
 * A sale must not be sent, nor a later answer about it taken, as if it had not been shown.
 */
export interface OwedRecords {
  add(shown: readonly ShownRecord[]): void
  /** Those of a reference as they came, up to one of them where it is given; empty where that one is settled already. */
  of(transactionId: string, upTo?: ShownRecord): readonly ShownRecord[]
  settled(shown: readonly ShownRecord[]): void
}

export function createOwedRecords(): OwedRecords {
  /** In the order in which they came. */
  const owed = new Map<string, Set<ShownRecord>>()
  /** As the file finds a reference: capitals and small letters are the same. */
  const keyOf = (transactionId: string): string => transactionId.toUpperCase()
  return {
    add: (shown) => {
      for (const each of shown) {
        const key = keyOf(each.record.transactionId)
        const known = owed.get(key)
        if (known === undefined) owed.set(key, new Set([each]))
        else known.add(each)
      }
    },
    of: (transactionId, upTo) => {
      const known = owed.get(keyOf(transactionId))
      if (known === undefined || (upTo !== undefined && !known.has(upTo))) return []
      const first: ShownRecord[] = []
      for (const each of known) {
        first.push(each)
        if (each === upTo) break
      }
      return first
    },
    settled: (shown) => {
      for (const each of shown) {
        const key = keyOf(each.record.transactionId)
        const left = owed.get(key)
        left?.delete(each)
        if (left?.size === 0) owed.delete(key)
      }
    },
  }
}
