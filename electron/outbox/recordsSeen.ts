import type { Clock } from '../ports.ts'
import { instantOf, type Instant } from '../instant.ts'
import { isSameDestination, type Destination } from './saleRow.ts'

/** A record that the service showed, and when. */
export interface SeenRecord {
  readonly transactionId: string
  readonly at: Instant
}

/**
 * The record that any read of a destination showed last: while it is young, the bank demonstrably shows what it has
 * (docs/delivery.md, "Not found").
 */
export interface RecordsSeen {
  note(destination: Destination, transactionId: string): void
  last(destination: Destination): SeenRecord | null
  /** The way to the bank changed. */
  forget(): void
}

export function createRecordsSeen(clock: Clock): RecordsSeen {
  let seen: (SeenRecord & { readonly destination: Destination }) | null = null
  return {
    note: (destination, transactionId) => {
      seen = { destination, transactionId, at: instantOf(clock) }
    },
    last: (destination) => (seen !== null && isSameDestination(seen.destination, destination) ? seen : null),
    forget: () => {
      seen = null
    },
  }
}
