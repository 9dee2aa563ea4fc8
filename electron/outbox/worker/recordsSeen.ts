import type { Clock } from '../../ports.ts'
import { instantOf, type Instant } from '../../instant.ts'
import { isSameDestination, type Destination } from '../../gateway/destination.ts'

export interface SeenRecord {
  readonly transactionId: string
  readonly at: Instant
}

/** A destination's last record that a read showed: while young, it is a control (docs/delivery.md, "Not found"). */
export interface RecordsSeen {
  note(destination: Destination, transactionId: string): void
  last(destination: Destination): SeenRecord | null
  /** The connection changed. */
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
