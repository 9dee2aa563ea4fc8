import * as z from 'zod/mini'
import { FIELD_LENGTH_MAX, text } from './doorBounds.ts'
import { ExportView, ReportFormat } from './report.ts'
import { standings } from './standing.ts'

/** Cases in which a shop asks its bank where money is, or the bank asks the shop (docs/back-office.md). */

/** Why there is a case, in the words of screen, paper and file. */
export const reasonWords = {
  notPaid: 'Charged, not paid',
  paidLess: 'Paid less',
  takenBack: 'Paid, then taken back',
  twoRecords: 'Two records',
  notOurs: 'Not our sale',
  bankAsks: 'The bank asks us',
  other: 'Other',
} as const
export const DisputeReason = z.enum(Object.keys(reasonWords) as (keyof typeof reasonWords)[])
export type DisputeReason = z.output<typeof DisputeReason>

/** `toReport` and `withBank` are open; from the working day before its answer day on, an open case is due. */
export const stateWords = {
  toReport: 'To report',
  withBank: 'With the bank',
  won: 'Won',
  lost: 'Lost',
  dropped: 'Dropped',
} as const
export const DisputeState = z.enum(Object.keys(stateWords) as (keyof typeof stateWords)[])
export type DisputeState = z.output<typeof DisputeState>

export function isOpenDispute(state: DisputeState): boolean {
  return state === 'toReport' || state === 'withBank'
}

/** Decimal naira as an exact text; the bank's may be finer than a kobo. */
const naira = z.string().check(z.regex(/^[0-9]{1,12}(?:\.[0-9]{1,8})?$/u))
/** `YYYY-MM-DD`, or empty for none. */
const day = z.string().check(z.regex(/^(?:[0-9]{4}-[0-9]{2}-[0-9]{2})?$/u))

export const DISPUTE_SALES_MAX = 200
export const DISPUTE_TEXT_MAX = 4_000
export const DISPUTE_WORDS_MAX = 200
/** Working days within which an answer is expected, until a person says otherwise. */
export const ANSWER_DAYS = 5

/** What a case is about, as it stood when the case was opened. */
const DisputedSale = z.strictObject({
  transactionId: text(FIELD_LENGTH_MAX),
  terminalId: text(FIELD_LENGTH_MAX),
  amount: naira,
  /** What the bank had settled of it; null for nothing known. */
  settled: z.nullable(naira),
})
export type DisputedSale = z.output<typeof DisputedSale>

/** What people say of a case. */
const said = {
  reason: DisputeReason,
  /** The money in question. */
  atStake: naira,
  /** The bank's number of the case; empty for none yet. */
  caseNumber: text(FIELD_LENGTH_MAX),
  /** How it was reported: by phone, to whom. */
  reportedHow: text(FIELD_LENGTH_MAX),
  /** The day by which someone has to answer. */
  answerBy: day,
  state: DisputeState,
  /** What came back; null while nothing did. */
  recovered: z.nullable(naira),
  /** By which payment, as the bank names it. */
  payment: text(FIELD_LENGTH_MAX),
}

/** A case as each of its entries in the audit repeats it. */
export const DisputeFacts = z.strictObject({
  disputeId: z.string(),
  about: z.array(DisputedSale).check(z.minLength(1), z.maxLength(DISPUTE_SALES_MAX)),
  ...said,
  reportedAtMs: z.nullable(z.int()),
})
export type DisputeFacts = z.output<typeof DisputeFacts>

const stepKinds = [
  'opened',
  'changed',
  'reported',
  'noted',
  'attached',
  'packed',
  'ended',
  'reopened',
] as const
/** A file of a case. Its bytes are kept beside the sales, under their hash. */
export const DisputeFile = z.strictObject({ name: z.string(), sha256: z.string(), bytes: z.int() })
export type DisputeFile = z.output<typeof DisputeFile>

export const DisputeStep = z.strictObject({
  kind: z.enum(stepKinds),
  text: z.string(),
  file: z.nullable(DisputeFile),
})
export type DisputeStep = z.output<typeof DisputeStep>

/** What the bank shows by now, and what that suggests; nothing is closed by it. */
const Suggestion = z.strictObject({
  kind: z.enum(['paid', 'paidMore']),
  /** Null where the bank does not say how much. */
  amount: z.nullable(naira),
  /** The service's own text of the payment's time. */
  paidAt: z.string(),
})

const row = {
  ...DisputeFacts.shape,
  openedAtMs: z.number(),
  /** A person is reminded: of the answer day, the working day before it, or since. */
  isDue: z.boolean(),
}

export const DisputeRow = z.strictObject(row)
export type DisputeRow = z.output<typeof DisputeRow>

export const DisputeView = z.strictObject({
  ...row,
  steps: z.array(z.strictObject({ atMs: z.number(), by: z.string(), ...DisputeStep.shape })),
  /** The sales as this counter counts them now; null for one that it does not have. */
  now: z.array(z.strictObject({ transactionId: z.string(), standing: z.nullable(z.enum(standings)) })),
  suggestion: z.nullable(Suggestion),
})
export type DisputeView = z.output<typeof DisputeView>

export const DisputeFilter = z.enum(['open', 'due', 'closed'])
export type DisputeFilter = z.output<typeof DisputeFilter>
export const DISPUTES_AT_ONCE = 200

export const DisputePage = z.strictObject({
  rows: z.array(DisputeRow).check(z.maxLength(DISPUTES_AT_ONCE)),
  counts: z.strictObject({ open: z.int(), due: z.int(), closed: z.int() }),
  /** Of all cases of the filter. */
  atStake: z.string(),
  recovered: z.string(),
})
export type DisputePage = z.output<typeof DisputePage>

const disputeId = text(64)
const note = text(2_000_000)

/** The calls about disputes; a part of the contract. They change no sale, no sum, and nothing that is sent. */
export const disputeCalls = {
  'disputes.page': {
    request: z.strictObject({ show: DisputeFilter, offset: z.int().check(z.minimum(0)) }),
    response: DisputePage,
  },
  'disputes.get': { request: z.strictObject({ disputeId }), response: DisputeView },
  /** Which of these references are in an open case. */
  'disputes.about': {
    request: z.strictObject({
      transactionIds: z.array(text(FIELD_LENGTH_MAX)).check(z.maxLength(DISPUTE_SALES_MAX)),
    }),
    response: z.array(z.strictObject({ transactionId: z.string(), disputeId: z.string() })),
  },
  /** Opens a case; where an open one is about the same sales for the same reason, that one is answered. */
  'disputes.open': {
    guard: 'pinIsSet',
    request: z.strictObject({
      about: z.array(DisputedSale).check(z.minLength(1), z.maxLength(DISPUTE_SALES_MAX)),
      reason: DisputeReason,
      atStake: naira,
      note,
    }),
    response: DisputeView,
  },
  /** A step of a case: what changes, and a note. */
  'disputes.step': {
    guard: 'pinIsSet',
    request: z.strictObject({
      disputeId,
      kind: z.enum(['changed', 'reported', 'noted', 'ended', 'reopened']),
      change: z.partial(z.strictObject(said)),
      note,
    }),
    response: DisputeView,
  },
  /** Main asks for a file in the system's dialog, and keeps a copy. Null: the dialog was closed. */
  'disputes.attach': {
    guard: 'pinIsSet',
    request: z.strictObject({ disputeId }),
    response: z.nullable(DisputeView),
  },
  /** Saves the pack of a case, with the paper that the screen has laid out; a dialog asks where. */
  'disputes.pack': { guard: 'pinIsSet', request: z.strictObject({ disputeId }), response: ExportView },
  /** Saves the cases of a filter as a file. */
  'reports.disputes': {
    request: z.strictObject({ format: ReportFormat, show: DisputeFilter }),
    response: ExportView,
  },
} as const
