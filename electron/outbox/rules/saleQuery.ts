import type { SaleFilter, SaleOrder } from '../../../shared/sale.ts'
import type { Span } from '../../../shared/days.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleRow } from './saleRow.ts'

/**
 * When an unpaid sale is late. If this computer's clock was set ahead since, even the youngest would be late, so its
 * known error is subtracted. All are ms of this computer's clock.
 */
export interface LateLimits {
  /** The sale was accepted before this moment, … */
  readonly lateBeforeMs: number
  /** … and an answer of the bank at least this long after acceptance showed it unpaid. */
  readonly lateAfterMs: number
  /** From here its silence is counted: what counts as not checked depends on the age of the sale (delays.ts). */
  readonly nowMs: number
}

export interface SaleQuery extends LateLimits {
  readonly filter: SaleFilter
  /** If none was chosen, that of the filter. */
  readonly order?: SaleOrder | undefined
  /** The start of a reference, as given, in capitals, and without spaces; empty for none. */
  readonly reference: string
  /** An amount that may match too; null for none. */
  readonly amountKobo: number | null
  /** Only sales recorded then; null for all. A search ignores it. */
  readonly span: Span | null
  readonly offset: number
  readonly limit: number
}

/** A sale's place in the order of recording. */
export type Recorded = Pick<SaleRow, 'recordedAtMs' | 'sequence'>

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
  /** Accepted, with a differing record that waits for a person. */
  readonly differs: CountAndTotal
  /** Not noted by a person. */
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
  /** Our own code, reference or reason. */
  readonly detail: string | null
  /** What else the entry keeps, as canonical JSON: the bank's words of refusal (bankWords.ts), or the recorded facts. */
  readonly content: string | null
}

/** Sales recorded in one run of the program since a moment. */
export interface RecordedSince {
  readonly boot: string
  readonly sinceAwakeMs: number
  /** A terminal to skip; null for none. */
  readonly otherThanTerminalId: string | null
}
