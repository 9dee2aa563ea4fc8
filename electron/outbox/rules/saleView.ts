import { koboFromDecimal } from '../../../shared/money.ts'
import { CLOCK_WRONG_MS } from '../../../shared/session.ts'
import type { SaleView, TimelineEntry, WaitingReason } from '../../../shared/sale.ts'
import { checkedWithinMs } from './delays.ts'
import { nextState } from './machine.ts'
import { feeOf } from './paidSums.ts'
import { isOfOther } from './references.ts'
import type { AuditRow, LateLimits } from './saleQuery.ts'
import type { SaleRow } from './saleRow.ts'
import { wordsFromContent } from './bankWords.ts'
import { signerFrom } from './signature.ts'
import { standingOfSale } from './standing.ts'

export interface ViewFacts {
  readonly nowMs: number
  readonly nowAwakeMs: number
  /** Profile `settlement.lateAfterMinutes`. */
  readonly lateAfterMinutes: number
  /** How far this computer's clock is known to be ahead of the service's, ms; null if unknown. */
  readonly clockAheadMs: number | null
  /** Why nothing of this destination is being sent; null if sending goes on. */
  readonly heldBecause: WaitingReason | null
  isTyped(sale: SaleRow): boolean
  /** The till that handed it over. */
  handedBy(sale: SaleRow): string | null
}

type LateFacts = Pick<ViewFacts, 'nowMs' | 'lateAfterMinutes' | 'clockAheadMs'>

export function lateLimits({ nowMs, ...facts }: LateFacts): LateLimits {
  const lateAfterMs = lateAtMs(0, facts)
  return { lateBeforeMs: nowMs - lateAfterMs, lateAfterMs, nowMs }
}

/** When a sale accepted at a moment becomes late, if still unpaid. */
export function lateAtMs(
  acceptedAtMs: number,
  { lateAfterMinutes, clockAheadMs }: Pick<LateFacts, 'lateAfterMinutes' | 'clockAheadMs'>,
): number {
  const aheadMs = clockAheadMs !== null && clockAheadMs > CLOCK_WRONG_MS ? clockAheadMs : 0
  return acceptedAtMs + aheadMs + lateAfterMinutes * 60_000
}

type LateSale = Pick<SaleRow, 'acceptedAtMs' | 'answeredAtMs'>

/** Only an answer after the limit that showed it unpaid makes it late. */
export function isLate({ acceptedAtMs, answeredAtMs }: LateSale, limits: LateLimits): boolean {
  if (acceptedAtMs === null || answeredAtMs === null) return false
  return acceptedAtMs < limits.lateBeforeMs && answeredAtMs - acceptedAtMs >= limits.lateAfterMs
}

/**
 * When the bank last answered about a sale whose payment is due and unknown, if that is too long ago to rely on: it was
 * not asked since, refused to answer, or answered something else.
 */
function notCheckedSinceMs({ acceptedAtMs, answeredAtMs }: LateSale, limits: LateLimits): number | null {
  if (acceptedAtMs === null) return null
  const saidAtMs = Math.max(acceptedAtMs, answeredAtMs ?? acceptedAtMs)
  const silentMs = limits.nowMs - saidAtMs
  const isSilent = silentMs > checkedWithinMs(limits.nowMs - acceptedAtMs)
  return acceptedAtMs < limits.lateBeforeMs && isSilent ? saidAtMs : null
}

/** The amount in the bank's record, if it differs from the recorded one. */
function otherAmountOf({ record, amountKobo }: SaleRow): string | null {
  return record === null || koboFromDecimal(record.amount) === amountKobo ? null : record.amount
}

/** These prevent every query, so they are the most useful reasons to show. */
const NOT_ASKING: readonly (WaitingReason | null)[] = ['signedOut', 'offline', 'stopped']

function waitingReasonOf(sale: SaleRow, { heldBecause, nowAwakeMs }: ViewFacts): WaitingReason {
  if (sale.askSinceAwakeMs !== null && !sale.askWaived && !NOT_ASKING.includes(heldBecause))
    return 'bankUnclear'
  return heldBecause ?? (sale.dueAwakeMs > nowAwakeMs ? 'backOff' : 'next')
}

/** A sale for the screen: codes and facts, no words. */
export function saleView(sale: SaleRow, facts: ViewFacts): SaleView {
  const standing = standingOfSale(sale)
  const limits = lateLimits(facts)
  const isOnItsWay = standing === 'onItsWay'
  const { record } = sale
  const isBackOff = sale.dueAwakeMs > facts.nowAwakeMs
  const isOpen = sale.state === 'queued' || sale.state === 'unknown' || sale.state === 'review'
  return {
    transactionId: sale.transactionId,
    isMade: !facts.isTyped(sale),
    sequence: sale.sequence,
    terminalId: sale.terminalId,
    amountKobo: sale.amountKobo,
    note: sale.note,
    cashier: sale.cashier?.name ?? null,
    from: facts.handedBy(sale),
    state: sale.state,
    recordedAtMs: sale.recordedAtMs,
    acceptedAtMs: sale.acceptedAtMs,
    standing,
    isLate: isOnItsWay && isLate(sale, limits),
    datePaid: sale.datePaid,
    notCheckedSinceMs: isOnItsWay ? notCheckedSinceMs(sale, limits) : null,
    otherAmount: otherAmountOf(sale),
    underOther:
      record !== null && isOfOther(sale)
        ? { reference: record.transactionId, timeReceived: record.timeReceived }
        : null,
    amountSettled: record?.amountSettled ?? null,
    fee:
      standing === 'paid' && record !== null
        ? feeOf({ settled: record.amountSettled, accepted: record.amount })
        : null,
    waitingReason: sale.state === 'queued' ? waitingReasonOf(sale, facts) : null,
    reviewReason: sale.reviewReason,
    heldReason: sale.heldReason,
    askProblem: sale.askProblem,
    bankMessage: sale.bankMessage,
    sendCount: sale.sendCount,
    mayRemove: nextState({ ...sale, lookUpAgeMs: null }, 'cancelled') !== undefined,
    checkCount: sale.checkCount,
    lastCheckAtMs: sale.lastCheckAtMs,
    nextTryAtMs: isOpen && isBackOff ? facts.nowMs + sale.dueAwakeMs - facts.nowAwakeMs : null,
  }
}

/** The timeline kind of each audit kind. Other kinds stay in the audit alone. */
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
  leftUnclear: 'leftUnclear',
  foundChanged: 'factsChanged',
  foundClosed: 'closedOutside',
  released: 'released',
  managerSendsAgain: 'sentAgain',
  managerSendsUnclear: 'sentUnclear',
  managerWritesOff: 'writtenOff',
  managerAccepts: 'acceptedByManager',
  managerRestores: 'factsRestored',
  foundDiffering: 'differs',
  managerKeepsOurs: 'keptOurs',
  managerTakesBanks: 'tookBanks',
  foundUnaccounted: 'foundUnderOther',
  managerSaysOther: 'saidOther',
  cancelled: 'cancelled',
  paid: 'paid',
  paidBack: 'paidBack',
  corrected: 'corrected',
  refusalSeen: 'refusalSeen',
  receiptPrinted: 'receiptPrinted',
  handoverEnded: 'handedOver',
}

export function timelineEntry(row: AuditRow): TimelineEntry | undefined {
  const { at_ms: atMs, detail } = row
  // A no of the bank is an answer, even if it settles nothing: its words replace our code.
  const words = row.kind === 'outcomeUnknown' ? wordsFromContent(row.content) : undefined
  if (words !== undefined) return { atMs, kind: 'bankSaidNo', detail: words }
  const kind = TIMELINE_KINDS[row.kind]
  const by = signerFrom(row.content)?.name
  return kind === undefined ? undefined : { atMs, kind, detail, ...(by === undefined ? {} : { by }) }
}
