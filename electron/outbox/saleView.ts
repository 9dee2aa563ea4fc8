import { koboFromDecimal, subtractDecimal } from '../../shared/money.ts'
import { CLOCK_WRONG_MS } from '../../shared/session.ts'
import type { SaleView, SettlementFacet, TimelineEntry, WaitingReason } from '../../shared/sale.ts'
import type { AuditRow } from './saleQuery.ts'
import type { SaleRow } from './saleRow.ts'
import { isErrorCode } from './verdicts.ts'

/** What a view needs to know besides the row. */
export interface ViewFacts {
  readonly nowMs: number
  readonly nowAwakeMs: number
  /** Profile `settlement.lateAfterMinutes`. */
  readonly lateAfterMinutes: number
  /** How far this computer's clock is known to be ahead of the service's, ms; null where that is not known. */
  readonly clockAheadMs: number | null
  /** Why nothing of this destination is being sent, or null where sending goes on. */
  readonly heldBecause: WaitingReason | null
}

/**
 * The settlement facet by design §4: paid only with a real payment date that the service gave, else late or unpaid.
 */
export function settlementOf(
  sale: Pick<SaleRow, 'state' | 'datePaid' | 'acceptedAtMs'>,
  facts: LateFacts,
): SettlementFacet | null {
  if (sale.state !== 'accepted') return null
  if (sale.datePaid !== null) return 'paid'
  const isLate = sale.acceptedAtMs !== null && sale.acceptedAtMs < lateBeforeMs(facts)
  return isLate ? 'late' : 'unpaid'
}

type LateFacts = Pick<ViewFacts, 'nowMs' | 'lateAfterMinutes' | 'clockAheadMs'>

/**
 * An unpaid sale that was accepted before this moment is late; ms of this computer's clock. A clock that was set ahead
 * since would make the youngest late, so as far as it is known to be wrong it does not count.
 */
export function lateBeforeMs({ nowMs, lateAfterMinutes, clockAheadMs }: LateFacts): number {
  const aheadMs = clockAheadMs !== null && clockAheadMs > CLOCK_WRONG_MS ? clockAheadMs : 0
  return nowMs - aheadMs - lateAfterMinutes * 60_000
}

/** What the bank's record is over, where that is not what was recorded here. */
function otherAmountOf({ record, amountKobo }: SaleRow): string | null {
  return record === null || koboFromDecimal(record.amount) === amountKobo ? null : record.amount
}

/** A sale as the screen may have it: codes and facts, no words. */
export function saleView(sale: SaleRow, facts: ViewFacts): SaleView {
  const settlement = settlementOf(sale, facts)
  const { record } = sale
  const isBackOff = sale.dueAwakeMs > facts.nowAwakeMs
  const isOpen = sale.state === 'queued' || sale.state === 'unknown' || sale.state === 'review'
  return {
    transactionId: sale.transactionId,
    sequence: sale.sequence,
    terminalId: sale.terminalId,
    amountKobo: sale.amountKobo,
    note: sale.note,
    state: sale.state,
    recordedAtMs: sale.recordedAtMs,
    acceptedAtMs: sale.acceptedAtMs,
    settlement,
    datePaid: sale.datePaid,
    otherAmount: otherAmountOf(sale),
    amountSettled: record?.amountSettled ?? null,
    fee:
      settlement === 'paid' && record !== null ? subtractDecimal(record.amount, record.amountSettled) : null,
    waitingReason: sale.state === 'queued' ? (facts.heldBecause ?? (isBackOff ? 'backOff' : 'next')) : null,
    reviewReason: sale.reviewReason,
    heldReason: sale.heldReason,
    bankMessage: sale.bankMessage,
    sendCount: sale.sendCount,
    checkCount: sale.checkCount,
    lastCheckAtMs: sale.lastCheckAtMs,
    nextTryAtMs: isOpen && isBackOff ? facts.nowMs + sale.dueAwakeMs - facts.nowAwakeMs : null,
  }
}

/** How each audit kind reads in a timeline. A kind that is not here is for the audit alone. */
const TIMELINE_KINDS: Readonly<Record<string, TimelineEntry['kind']>> = {
  recorded: 'recorded',
  claimed: 'sending',
  acceptedByAnswer: 'accepted',
  foundAtBank: 'foundAtBank',
  foundDifferent: 'conflict',
  provenUnsent: 'provenUnsent',
  outcomeUnknown: 'answerUnknown',
  foundSendingAtStart: 'foundSendingAtStart',
  salvaged: 'fileDoubted',
  leftUnsettled: 'needsPerson',
  absentAsk: 'absenceProven',
  absentResend: 'absenceProven',
  absentAfterNo: 'refused',
  foundUnsendable: 'held',
  released: 'released',
  managerSendsAgain: 'sentAgain',
  managerWritesOff: 'writtenOff',
  managerAccepts: 'acceptedByManager',
  cancelled: 'cancelled',
  paid: 'paid',
  corrected: 'corrected',
  refusalSeen: 'refusalSeen',
}

export function timelineEntry(row: AuditRow): TimelineEntry | undefined {
  // A no of the bank is an answer, even if it settles nothing: its words stand in place of a code.
  const saidNo = row.kind === 'outcomeUnknown' && row.detail !== null && !isErrorCode(row.detail)
  const kind = saidNo ? 'bankSaidNo' : TIMELINE_KINDS[row.kind]
  return kind === undefined ? undefined : { atMs: row.at_ms, kind, detail: row.detail }
}
