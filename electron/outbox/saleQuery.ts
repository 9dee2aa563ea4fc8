import type { SaleFilter, SaleOrder } from '../../shared/sale.ts'
import type { Destination } from './saleRow.ts'

/**
 * From when an unpaid sale is late. A clock that was set ahead since would make the youngest late, so as far as it is
 * known to be wrong it does not count. All are ms of this computer's clock.
 */
export interface LateLimits {
  /** The sale was accepted before this moment, … */
  readonly lateBeforeMs: number
  /** … and so long after its acceptance, at least, an answer of the bank showed it unpaid. */
  readonly lateAfterMs: number
  /** Where the latest answer is from before this moment, the sale is one that was not checked. */
  readonly checkedSinceMs: number
}

export interface SaleQuery extends LateLimits {
  readonly filter: SaleFilter
  /** Where nobody chose one, that of the filter. */
  readonly order?: SaleOrder | undefined
  /** The start of a reference, as given, in capitals, and without its spaces; empty for none. */
  readonly reference: string
  /** An amount that may match as well; null for none. */
  readonly amountKobo: number | null
  readonly offset: number
  readonly limit: number
}

export interface CountAndTotal {
  readonly count: number
  readonly kobo: number
}

export interface QueueTotals {
  readonly waiting: CountAndTotal
  readonly sending: CountAndTotal
  readonly oldestWaitingAtMs: number | null
  readonly checking: CountAndTotal
  readonly needsPerson: CountAndTotal
  /** Accepted, and a record of the bank's that differs waits for a person. */
  readonly differs: CountAndTotal
  /** Of which nobody has taken note. */
  readonly refused: CountAndTotal
}

export interface QueueOwner {
  readonly environment: Destination['environment']
  readonly partnerUrl: string
  readonly clientId: string | null
}

export interface AuditRow {
  readonly at_ms: number
  readonly kind: string
  /** Our own word: a code, a reference, a reason. */
  readonly detail: string | null
  /** What else the entry keeps, as canonical JSON: the bank's words of a no (bankWords.ts), or what was recorded. */
  readonly content: string | null
}

/** Sales that were recorded in one run of the program, from a moment of it on. */
export interface RecordedSince {
  readonly boot: string
  readonly sinceAwakeMs: number
  /** A terminal to leave out; null for none. */
  readonly otherThanTerminalId: string | null
}
