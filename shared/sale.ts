import * as z from 'zod/mini'
import { RecordView } from './record.ts'

/** The states of design §4. */
export const SaleState = z.enum([
  'queued',
  'sending',
  'unknown',
  'review',
  'conflict',
  'refused',
  'held',
  'accepted',
  'cancelled',
  'writtenOff',
])
export type SaleState = z.output<typeof SaleState>

/** The settlement facet of an accepted sale, derived from stored facts alone (design §4). */
export const SettlementFacet = z.enum(['unpaid', 'late', 'paid'])
export type SettlementFacet = z.output<typeof SettlementFacet>

/** Why a queued sale is not on its way; the first that holds. */
export const WaitingReason = z.enum([
  'signedOut',
  'offline',
  'serviceSilent',
  'checkingFirst',
  'tooManyUnknown',
  /** The sales file refused a write: sending has stopped until it was opened anew and checked. */
  'stopped',
  'backOff',
  'next',
])
export type WaitingReason = z.output<typeof WaitingReason>

export const ReviewReason = z.enum(['absenceProven', 'unsettled'])
export type ReviewReason = z.output<typeof ReviewReason>

/** Why a sale was stopped here before any byte left: its reference or its amount would not pass the rules of sending. */
export const HeldReason = z.enum(['reference', 'amount'])
export type HeldReason = z.output<typeof HeldReason>

/** Longest note, counted without the spaces at its ends. */
export const NOTE_LENGTH_MAX = 200

/** A sale as a row of the screen. All `…AtMs` are this computer's clock. */
export const SaleView = z.strictObject({
  transactionId: z.string(),
  /** Local order; never derived from a clock. */
  sequence: z.int(),
  terminalId: z.string(),
  amountKobo: z.int(),
  note: z.string(),
  state: SaleState,
  recordedAtMs: z.number(),
  /** The bank's yes or the record found; null until one is stored. */
  acceptedAtMs: z.nullable(z.number()),
  /** Null unless accepted. */
  settlement: z.nullable(SettlementFacet),
  /** The service's own text of the payment time, only where paid. */
  datePaid: z.nullable(z.string()),
  /** The bank's amount, decimal naira, where its record has another one than was recorded here; else null. */
  otherAmount: z.nullable(z.string()),
  /** Decimal naira from the record, null until one is stored. */
  amountSettled: z.nullable(z.string()),
  /** Amount less settled, null until paid. */
  fee: z.nullable(z.string()),
  waitingReason: z.nullable(WaitingReason),
  reviewReason: z.nullable(ReviewReason),
  heldReason: z.nullable(HeldReason),
  /** The service's words where it said no, verbatim. */
  bankMessage: z.nullable(z.string()),
  sendCount: z.int(),
  checkCount: z.int(),
  lastCheckAtMs: z.nullable(z.number()),
  nextTryAtMs: z.nullable(z.number()),
})
export type SaleView = z.output<typeof SaleView>

/** One line of a sale's timeline: an audit row, in codes that the screen puts into words. */
export const TimelineEntry = z.strictObject({
  atMs: z.number(),
  kind: z.enum([
    'recorded',
    'sending',
    'accepted',
    'foundAtBank',
    'answerUnknown',
    'bankSaidNo',
    'provenUnsent',
    'foundSendingAtStart',
    /** Its file was damaged or older than the one last used, so it may have been sent since. */
    'fileDoubted',
    'needsPerson',
    'conflict',
    'absenceProven',
    'refused',
    'held',
    'released',
    'sentAgain',
    'writtenOff',
    'acceptedByManager',
    'cancelled',
    'paid',
    /** Another sale was recorded in its place; `detail` is that one's reference. */
    'corrected',
    /** A person has taken note of the refusal. */
    'refusalSeen',
  ]),
  detail: z.nullable(z.string()),
})
export type TimelineEntry = z.output<typeof TimelineEntry>

/** What a manager may decide about a sale that waits for a person. Waiting is always possible, and safe. */
export const SaleDecision = z.enum([
  /** It goes back to the queue: right only if the bank does not have it. */
  'sendAgain',
  /** It is not sent again and not expected any more; a record that turns up later brings it back. */
  'writeOff',
  /** The bank's record is taken as the truth. */
  'accept',
])
export type SaleDecision = z.output<typeof SaleDecision>

/** Where the bank's record and what was recorded here are not the same. */
export const EvidenceDifference = z.enum(['amount', 'terminal', 'olderThanSale'])
export type EvidenceDifference = z.output<typeof EvidenceDifference>

/** What a person needs before deciding. The two sides are `sale` and `record`. */
export const DecisionView = z.strictObject({
  /** In this state; each also needs a fresh look-up. */
  allowed: z.array(SaleDecision),
  /** What this view shows, to be handed back with the decision: an older one is refused. */
  seen: z.string(),
  /** Since the bank last answered about this sale, awake time; null where it never did. */
  lookUpAgeMs: z.nullable(z.int()),
  /** A decision is taken for so much longer without another look-up, ms; 0: look it up first. */
  freshForMs: z.int(),
  /** Valid answers that the bank does not have it. */
  notFoundCount: z.int(),
  differences: z.array(EvidenceDifference),
})
export type DecisionView = z.output<typeof DecisionView>

export const SaleDetail = z.strictObject({
  sale: SaleView,
  timeline: z.array(TimelineEntry),
  record: z.nullable(RecordView),
  recordReadAtMs: z.nullable(z.number()),
  /** Only where a manager may decide: in review and in conflict. */
  decision: z.nullable(DecisionView),
  /** The reference of the sale that this one corrects. */
  corrects: z.nullable(z.string()),
  /** The reference of the newest sale that corrects this one. */
  correctedBy: z.nullable(z.string()),
  /** Whether a corrected sale may be recorded in its place now. */
  mayCorrect: z.boolean(),
  /** A refusal of which nobody has taken note yet. */
  isUnseenRefusal: z.boolean(),
})
export type SaleDetail = z.output<typeof SaleDetail>

/** `needsPerson` holds what a person has to settle, and refusals that nobody has taken note of. */
export const SaleFilter = z.enum(['all', 'waiting', 'needsPerson', 'accepted', 'late', 'refused'])
export type SaleFilter = z.output<typeof SaleFilter>

export const SaleOrder = z.enum(['newest', 'oldest'])
export type SaleOrder = z.output<typeof SaleOrder>

export const SalePage = z.strictObject({
  sales: z.array(SaleView),
  /** Of all sales that match, not of this page. */
  totalCount: z.int(),
  totalKobo: z.int(),
  revision: z.int(),
})
export type SalePage = z.output<typeof SalePage>

/** Everything that the bank has not accepted yet, cancelled sales apart. */
export const QueueView = z.strictObject({
  /** Queued and sending. */
  waitingCount: z.int(),
  waitingKobo: z.int(),
  /** Of these, on its way this moment: nobody knows yet whether the bank has it. */
  sendingCount: z.int(),
  sendingKobo: z.int(),
  oldestWaitingAtMs: z.nullable(z.number()),
  /** Unknown: being looked up. */
  checkingCount: z.int(),
  checkingKobo: z.int(),
  /** Review and conflict. */
  needsPersonCount: z.int(),
  needsPersonKobo: z.int(),
  /** Refused, and neither taken note of nor recorded anew: nobody may have seen it yet. */
  refusedCount: z.int(),
  refusedKobo: z.int(),
  /** Accepted longer ago than the profile's `settlement.lateAfterMinutes`, and not paid that anybody knows of. */
  lateCount: z.int(),
  lateKobo: z.int(),
  /** Open sales in this file of another address of the service: kept, and not sent until the profile names it again. */
  elsewhereCount: z.int(),
  /** This computer's midnight, since which `today…` counts: whoever shows the sales of today goes by it too. */
  todaySinceMs: z.number(),
  /** Recorded since then, removed sales apart. */
  todayCount: z.int(),
  todayKobo: z.int(),
  revision: z.int(),
})
export type QueueView = z.output<typeof QueueView>

/** Everything that the bank has not accepted, as one count and one sum. */
export function openTotals(queue: QueueView): { readonly count: number; readonly kobo: number } {
  return {
    count: queue.waitingCount + queue.checkingCount + queue.needsPersonCount,
    kobo: queue.waitingKobo + queue.checkingKobo + queue.needsPersonKobo,
  }
}
