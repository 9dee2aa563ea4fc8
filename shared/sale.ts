import * as z from 'zod/mini'
import { DecisionView } from './decision.ts'
import { RecordView } from './record.ts'
import { SaleState, standings } from './standing.ts'
import { TodayParts } from './today.ts'

export { SaleState } from './standing.ts'

/** Why a queued sale is not being sent; the first that applies. */
export const WaitingReason = z.enum([
  'signedOut',
  'offline',
  /** The sales file is being checked; sending waits for that. */
  'checkingFile',
  'serviceSilent',
  'serviceOdd',
  'serviceRefuses',
  'checkingFirst',
  'tooManyUnknown',
  /** Several sales in a row got no answer: one is tried, and the others wait for its outcome. */
  'oneAtATime',
  /** The bank's answer about this sale could not be read, so it may have it already. */
  'bankUnclear',
  /** The sales file refused a write: sending stops until the file is reopened and checked. */
  'stopped',
  'backOff',
  'next',
])
export type WaitingReason = z.output<typeof WaitingReason>

export const ReviewReason = z.enum(['absenceProven', 'unsettled', 'partOfStop'])
export type ReviewReason = z.output<typeof ReviewReason>

/** Why a sale was held before any byte was sent; `factsChanged`: the file differs from what the audit says. */
export const HeldReason = z.enum(['reference', 'amount', 'bankUnclear', 'factsChanged'])
export type HeldReason = z.output<typeof HeldReason>

/** What is fixed when a sale is recorded, in reading order. */
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

/** Longest note, without leading and trailing spaces. */
export const NOTE_LENGTH_MAX = 200

/** A sale as a row of the screen. Every `…AtMs` is by this computer's clock. */
export const SaleView = z.strictObject({
  transactionId: z.string(),
  /** Whether Tillside made the reference: it stands on no slip. */
  isMade: z.boolean(),
  /** Local order; never derived from a clock. */
  sequence: z.int(),
  terminalId: z.string(),
  amountKobo: z.int(),
  note: z.string(),
  /** The name then of who recorded it; null if no cashiers were set up, empty if not known. */
  cashier: z.nullable(z.string()),
  /** The till that handed it over, as named then, and its cashier where it names one; null for a typed sale. */
  from: z.nullable(z.string()),
  state: SaleState,
  recordedAtMs: z.number(),
  /** When the bank accepted it, or its record was found; null before. */
  acceptedAtMs: z.nullable(z.number()),
  standing: z.enum(standings),
  /** On its way, and the bank showed it unpaid when payment was due. */
  isLate: z.boolean(),
  /** The service's own text of the payment time; only if paid. */
  datePaid: z.nullable(z.string()),
  /** When the bank last answered about it, if payment is due and that is too long ago; else null. */
  notCheckedSinceMs: z.nullable(z.number()),
  /** The amount in the bank's record, decimal naira, if it differs from the recorded one; else null. */
  otherAmount: z.nullable(z.string()),
  /** The record in which a person has to recognise it, or did: its reference is not the one that was sent; else null. */
  underOther: z.nullable(z.strictObject({ reference: z.string(), timeReceived: z.string() })),
  /** Decimal naira from the record; null until one is stored. */
  amountSettled: z.nullable(z.string()),
  /** Amount minus settled; null until paid. */
  fee: z.nullable(z.string()),
  waitingReason: z.nullable(WaitingReason),
  reviewReason: z.nullable(ReviewReason),
  heldReason: z.nullable(HeldReason),
  /** What the bank last answered about its reference, as a code, while that keeps it from being sent; else null. */
  askProblem: z.nullable(z.string()),
  /** The service's words of refusal, verbatim except for masked account numbers. */
  bankMessage: z.nullable(z.string()),
  sendCount: z.int(),
  /** Whether a manager may remove it: it waits, and no byte of it was ever sent. */
  mayRemove: z.boolean(),
  checkCount: z.int(),
  lastCheckAtMs: z.nullable(z.number()),
  nextTryAtMs: z.nullable(z.number()),
})
export type SaleView = z.output<typeof SaleView>

/** One line of a sale's timeline: an audit row, as codes that the screen puts into words. */
export const TimelineEntry = z.strictObject({
  atMs: z.number(),
  kind: z.enum([
    ...(['recorded', 'sending', 'accepted', 'foundAtBank', 'answerUnknown'] as const),
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
    /** Its reference was asked about for a while, and the answers could not be read; `detail` is the last answer. */
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
    /** The bank showed the accepted record unpaid, which it had shown paid. */
    'paidBack',
    'keptOurs',
    'tookBanks',
    /** The bank has a record that may be its, under a reference that no sale here has. */
    'foundUnderOther',
    'saidOther',
    /** Another sale was recorded in its place; `detail` is the new reference. */
    'corrected',
    /** A person has noted the refusal. */
    'refusalSeen',
    /** A paper for the customer was given to a printer. */
    'receiptPrinted',
    /** A till handed it over; `detail` names it, and its cashier where it names one. */
    'handedOver',
    /** The file differed from what was recorded. */
    'factsChanged',
    'factsRestored',
    /** Nothing recorded leads to the state in the file. */
    'closedOutside',
  ]),
  detail: z.nullable(z.string()),
  /** The name then of the cashier who was in, empty if not known; left out if none was. */
  by: z.optional(z.string()),
})
export type TimelineEntry = z.output<typeof TimelineEntry>

const FactValue = z.nullable(z.union([z.string(), z.int()]))

/** Where the file differs from what was recorded, through a manual edit or a disk fault. */
export const ChangedFacts = z.strictObject({
  /** Both sides of each differing fact; null if the audit no longer says what was recorded. */
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
  /** The bank's record that differs from what was accepted, until a person decides. */
  differing: z.nullable(RecordView),
  /** When the bank last showed it. */
  differingReadAtMs: z.nullable(z.number()),
  /** Only if a manager may decide: in review, in conflict, with a differing record, or with changed facts. */
  decision: z.nullable(DecisionView),
  /** In any state; null if the file says what was recorded. */
  changedFacts: z.nullable(ChangedFacts),
  /** The reference of the sale that this one corrects. */
  corrects: z.nullable(z.string()),
  /** The reference of the newest sale that corrects this one. */
  correctedBy: z.nullable(z.string()),
  mayCorrect: z.boolean(),
  /** A refusal that a person has not noted yet. */
  isUnseenRefusal: z.boolean(),
})
export type SaleDetail = z.output<typeof SaleDetail>

/**
 * `notSent` and `checking`: parts of `waiting`, queued or sending, and unknown. `needsPerson`: sales that a person must settle, and refusals not noted yet. `accepted`: paid or not. `unpaid` and
 * `paid`: those of them that the rows show so, without a record that differs. `late`: the bank's answer showed it
 * unpaid when payment was due. `notChecked`: payment is due, and the bank has not answered about it for too long.
 */
export const SaleFilter = z.enum([
  'all',
  'waiting',
  'notSent',
  'checking',
  'needsPerson',
  'accepted',
  'unpaid',
  'late',
  'notChecked',
  'paid',
  'refused',
])
export type SaleFilter = z.output<typeof SaleFilter>

/**
 * `newest`, `oldest`: by the time of recording. `largest`, `smallest`: by the recorded amount. `openFirst`: from what needs
 * a person to what is paid or removed; `doneFirst`: the other way round.
 */
export const SaleOrder = z.enum(['newest', 'oldest', 'largest', 'smallest', 'openFirst', 'doneFirst'])
export type SaleOrder = z.output<typeof SaleOrder>

export const SalePage = z.strictObject({
  sales: z.array(SaleView),
  /** Over all matching sales, not this page. */
  totalCount: z.int(),
  totalKobo: z.int(),
  /** Those of them from which no money comes: refused, removed, or written off. Null where they are not counted. */
  none: z.nullable(z.strictObject({ count: z.int(), kobo: z.int() })),
  /**
   * The order of the sales. Too many are only ordered by time. Null: as searched, or as the queue
   * takes them up.
   */
  order: z.nullable(SaleOrder),
  revision: z.int(),
})
export type SalePage = z.output<typeof SalePage>

/** A sale that was just recorded is usually accepted within this time. */
export const JUST_SAVED_MS = 3_000

/** How long the waiting sales take at the pace of the last sends. */
export const Drain = z.strictObject({
  leftMs: z.int(),
  /** When the last of those sends left. */
  asOfMs: z.number(),
})
export type Drain = z.output<typeof Drain>

/** Everything that the bank has not accepted yet, without cancelled sales. */
export const QueueView = z.strictObject({
  /** Queued and sending. */
  waitingCount: z.int(),
  waitingKobo: z.int(),
  /** Of these, in flight: it is not known whether the bank has them. */
  sendingCount: z.int(),
  sendingKobo: z.int(),
  /** Waiting, and recorded less than `JUST_SAVED_MS` ago: on the way, and not something to do yet. */
  justSavedCount: z.int(),
  justSavedKobo: z.int(),
  oldestWaitingAtMs: z.nullable(z.number()),
  /** Null if unknown: before some were sent, offline, while sending is held, or while the queue is blocked. */
  drain: z.nullable(Drain),
  /** Unknown: being looked up. */
  checkingCount: z.int(),
  checkingKobo: z.int(),
  /** Review and conflict. */
  needsPersonCount: z.int(),
  needsPersonKobo: z.int(),
  /** Accepted, with a differing record of the bank's that waits for a person. */
  differsCount: z.int(),
  differsKobo: z.int(),
  /** Refused, and neither noted nor corrected. */
  refusedCount: z.int(),
  refusedKobo: z.int(),
  /** The bank showed it unpaid when payment was due by the profile's `settlement.lateAfterMinutes`, or later. */
  lateCount: z.int(),
  lateKobo: z.int(),
  /** Due and not late, and the bank has said nothing for too long: not asked, refused, or another answer. */
  notCheckedCount: z.int(),
  notCheckedKobo: z.int(),
  /** Terminals of this counter whose payout was changed at the bank: they wait for a manager. */
  payoutCount: z.int(),
  /** Sales that tills handed over, and that a person has to look at. */
  handedCount: z.int(),
  /** Cases with the bank whose answer day has come, or comes with the next working day. */
  disputeCount: z.int(),
  /** Open sales of another service address in this file: kept, and not sent until the profile names it again. */
  elsewhereCount: z.int(),
  /** This computer's midnight, where `today…` begins; a list of today's sales must use it too. */
  todaySinceMs: z.number(),
  /** Recorded since then, by what is known of the money. */
  todayParts: TodayParts,
  /** Decimal naira of the bank's records of all of today's paid sales, after fees; null if not known of each. */
  paidNet: z.nullable(z.string()),
  /** Nine of ten recent sales were seen paid within this time after acceptance; null if too few say so. */
  usualPayMs: z.nullable(z.int()),
  revision: z.int(),
})
export type QueueView = z.output<typeof QueueView>
