import * as z from 'zod/mini'
import { DecisionView } from './decision.ts'
import { RecordView } from './record.ts'

/** The states of a sale (docs/delivery.md, "States"). */
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

/**
 * The settlement facet of an accepted sale, derived from stored facts alone. `differs`: the bank has shown a record that
 * is not what was accepted, and a person has to look at it.
 */
export const SettlementFacet = z.enum(['unpaid', 'late', 'differs', 'paid'])
export type SettlementFacet = z.output<typeof SettlementFacet>

/** Why a queued sale is not on its way; the first that holds. */
export const WaitingReason = z.enum([
  'signedOut',
  'offline',
  /** The file of sales is being looked through, and sending waits for that. */
  'checkingFile',
  'serviceSilent',
  'checkingFirst',
  'tooManyUnknown',
  /** Sales in a row were not answered: one is tried, and the others wait for what becomes of it. */
  'oneAtATime',
  /** What the bank answered about this very sale could not be read, and it may have it already. */
  'bankUnclear',
  /** The sales file refused a write: sending has stopped until it was opened anew and checked. */
  'stopped',
  'backOff',
  'next',
])
export type WaitingReason = z.output<typeof WaitingReason>

export const ReviewReason = z.enum(['absenceProven', 'unsettled', 'partOfStop'])
export type ReviewReason = z.output<typeof ReviewReason>

/**
 * Why a sale was stopped here before any byte left: its reference or its amount would not pass the rules of sending, or
 * the bank's answers about it could not be read, or what stands in the file is not what the audit says was recorded.
 */
export const HeldReason = z.enum(['reference', 'amount', 'bankUnclear', 'factsChanged'])
export type HeldReason = z.output<typeof HeldReason>

/** What is fixed when a sale is recorded, in the order in which a person reads it. */
export const SaleFact = z.enum([
  'transactionId',
  'amountKobo',
  'amountWire',
  'terminalId',
  'clientId',
  'partnerUrl',
  'environment',
  'recordedAtMs',
  'corrects',
  'sequence',
])
export type SaleFact = z.output<typeof SaleFact>

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
  /** When the bank last said anything of it, where its payment is due and that is too long ago; else null. */
  notCheckedSinceMs: z.nullable(z.number()),
  /** The bank's amount, decimal naira, where its record has another one than was recorded here; else null. */
  otherAmount: z.nullable(z.string()),
  /** Decimal naira from the record, null until one is stored. */
  amountSettled: z.nullable(z.string()),
  /** Amount less settled, null until paid. */
  fee: z.nullable(z.string()),
  waitingReason: z.nullable(WaitingReason),
  reviewReason: z.nullable(ReviewReason),
  heldReason: z.nullable(HeldReason),
  /** The service's words where it said no, verbatim but for account numbers. */
  bankMessage: z.nullable(z.string()),
  sendCount: z.int(),
  /** Whether a manager may remove it: it waits, and nothing of it ever left. */
  mayRemove: z.boolean(),
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
    /** Its reference was asked about for a while, and the answers could not be read; `detail` is the last of them. */
    'leftUnclear',
    'released',
    'sentAgain',
    'sentUnclear',
    'writtenOff',
    'acceptedByManager',
    'cancelled',
    'paid',
    /** The bank showed a record that differs from what was accepted; `detail` has its facts. */
    'differs',
    'keptOurs',
    'tookBanks',
    /** Another sale was recorded in its place; `detail` is that one's reference. */
    'corrected',
    /** A person has taken note of the refusal. */
    'refusalSeen',
    /** What stands in the file was not what was recorded. */
    'factsChanged',
    /** A manager had what was recorded written back. */
    'factsRestored',
  ]),
  detail: z.nullable(z.string()),
})
export type TimelineEntry = z.output<typeof TimelineEntry>

const FactValue = z.nullable(z.union([z.string(), z.int()]))

/** Where the file is not what was recorded: by hand, or by a disk. */
export const ChangedFacts = z.strictObject({
  /** Both sides of each fact that differs; null where the audit itself cannot say any more what was recorded. */
  differences: z.nullable(
    z.array(z.strictObject({ fact: SaleFact, recorded: FactValue, stands: FactValue })),
  ),
})
export type ChangedFacts = z.output<typeof ChangedFacts>

export const SaleDetail = z.strictObject({
  sale: SaleView,
  timeline: z.array(TimelineEntry),
  record: z.nullable(RecordView),
  recordReadAtMs: z.nullable(z.number()),
  /** The bank's record that differs from what was accepted, as long as a person has to look at it. */
  differing: z.nullable(RecordView),
  /** When the bank last showed it. */
  differingReadAtMs: z.nullable(z.number()),
  /** Only where a manager may decide: in review, in conflict, where a record differs, and where its facts were changed. */
  decision: z.nullable(DecisionView),
  /** In whatever state; null where the file says what was recorded. */
  changedFacts: z.nullable(ChangedFacts),
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

/**
 * `needsPerson` holds what a person has to settle, and refusals that nobody has taken note of; `late` what an answer of
 * the bank showed unpaid when it was due; `notChecked` what is due and of which the bank has said nothing for too long.
 */
export const SaleFilter = z.enum([
  'all',
  'waiting',
  'needsPerson',
  'accepted',
  'late',
  'notChecked',
  'refused',
])
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

/** How long what waits takes at the pace of the last sends. */
export const Drain = z.strictObject({
  leftMs: z.int(),
  /** When the last of them left. */
  asOfMs: z.number(),
})
export type Drain = z.output<typeof Drain>

/** Everything that the bank has not accepted yet, cancelled sales apart. */
export const QueueView = z.strictObject({
  /** Queued and sending. */
  waitingCount: z.int(),
  waitingKobo: z.int(),
  /** Of these, on its way this moment: nobody knows yet whether the bank has it. */
  sendingCount: z.int(),
  sendingKobo: z.int(),
  oldestWaitingAtMs: z.nullable(z.number()),
  /** Null where it is not known: before some were sent, offline, while sending is held, and where the line stands still. */
  drain: z.nullable(Drain),
  /** Unknown: being looked up. */
  checkingCount: z.int(),
  checkingKobo: z.int(),
  /** Review and conflict. */
  needsPersonCount: z.int(),
  needsPersonKobo: z.int(),
  /** Accepted, and a record of the bank's that differs waits for a person. */
  differsCount: z.int(),
  differsKobo: z.int(),
  /** Refused, and neither taken note of nor recorded anew: nobody may have seen it yet. */
  refusedCount: z.int(),
  refusedKobo: z.int(),
  /** Shown unpaid by the bank when that was due by the profile's `settlement.lateAfterMinutes`, or later. */
  lateCount: z.int(),
  lateKobo: z.int(),
  /** Due as well, and the bank has said nothing of them for too long: not asked, refused, or answered otherwise. */
  notCheckedCount: z.int(),
  notCheckedKobo: z.int(),
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
