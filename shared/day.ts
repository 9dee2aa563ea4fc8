import * as z from 'zod/mini'
import { subtractDecimal } from './money.ts'
import { standings, standingWords } from './standing.ts'

/** A day of this counter: what was recorded here against what the bank received, and why they differ. Naira as exact texts. */

const naira = z.string()
const Sum = z.strictObject({ count: z.int(), amount: naira })
export type DaySum = z.output<typeof Sum>

/** What a sale of the day is, in the order of the table; or the bank has it, and this counter does not. */
export const dayParts = { ...standingWords, elsewhere: 'Made elsewhere' } as const
export const DayPart = z.enum(Object.keys(dayParts) as (keyof typeof dayParts)[])
export type DayPart = z.output<typeof DayPart>

const DayRow = z.strictObject({ part: DayPart, here: Sum, bank: Sum, difference: naira })
export type DayRow = z.output<typeof DayRow>

/**
 * Why a sale is not the same here and at the bank, in the words of screen and file. The first ones change the day's
 * difference, the others do not.
 */
export const dayReasons = {
  onlyHere: 'Only here',
  elsewhere: 'Only at the bank',
  /** Recorded here for another terminal. */
  otherTerminal: 'Other terminal',
  amount: 'Other amount',
  /** A manager took the amount of the bank's record. */
  tookBanks: 'Bank’s amount taken',
  twoRecords: 'Two records',
  /** The bank has a record of a sale that is closed here. */
  closedHere: 'Ended here',
  /** The bank's newer list lacks a record that it showed before. */
  vanished: 'Gone at the bank',
  /** The money of it goes to another account than that of most sales of the day. */
  account: 'Other account',
  paidLess: 'Paid less',
  paidMore: 'Paid more',
  paidWithoutDate: 'Paid, no date',
  /** The date cannot be that of this payment: years away, or before the bank received it. */
  paidOddDate: 'Paid, odd date',
  dateWithoutPaid: 'Date, not paid',
  /** On its way, and the bank showed it unpaid when payment was due. */
  late: 'Payment late',
  /** It was paid before, and is not now. */
  paidBack: 'No longer paid',
} as const
export const DayReason = z.enum(Object.keys(dayReasons) as (keyof typeof dayReasons)[])
export type DayReason = z.output<typeof DayReason>

const DayLine = z.strictObject({
  reason: DayReason,
  transactionId: z.string(),
  /** Where the bank has it; without a record, where it was recorded. */
  terminalId: z.string(),
  /** Where it was recorded here; null for no sale of this counter. */
  recordedTerminalId: z.nullable(z.string()),
  /** Null for no sale of this counter. */
  standing: z.nullable(z.enum(standings)),
  recordedAtMs: z.nullable(z.number()),
  /** As the bank wrote it; empty without a record. */
  receivedAt: z.string(),
  here: z.nullable(naira),
  bank: z.nullable(naira),
  /** At the bank less here; `0` where only something else differs. */
  difference: naira,
  /** What the fee percentage gives, and what the bank settled. */
  expected: z.nullable(naira),
  settled: z.nullable(naira),
  /** The last digits of the account that it is paid into, where that is what differs. */
  accountEnding: z.nullable(z.string()),
})
export type DayLine = z.output<typeof DayLine>

/** Whether a person has to look at it: what is on its way, was made elsewhere, or was decided explains itself. */
export function needsLook({ reason, standing }: Pick<DayLine, 'reason' | 'standing'>): boolean {
  if (reason === 'onlyHere') return standing !== 'waiting' && standing !== 'checking'
  return reason !== 'elsewhere' && reason !== 'tookBanks'
}

/** The money in question, naira: what differs of an amount or of what was settled, else the whole sale. */
export function atStake({ reason, difference, expected, settled, here, bank }: DayLine): string | null {
  const isOfSettled = reason === 'paidLess' || reason === 'paidMore'
  const stake = isOfSettled
    ? expected === null || settled === null
      ? null
      : subtractDecimal(expected, settled)
    : reason === 'amount'
      ? difference
      : (here ?? bank)
  return stake?.replace(/^-/u, '') ?? null
}

/** What is known of a day at the bank, for lists of days. */
export const DayNote = z.strictObject({
  /** As in {@link DayView}. */
  lookCount: z.int(),
  /** What the bank has and this counter does not. */
  elsewhere: Sum,
})
export type DayNote = z.output<typeof DayNote>

export const DAY_LINES_MAX = 200

export const DayView = z.strictObject({
  /** Null: all terminals of this counter together. */
  terminalId: z.nullable(z.string()),
  /** The terminals of this counter on that day: with sales recorded here, and the chosen one. */
  terminals: z.array(z.string()),
  day: z.string(),
  rows: z.array(DayRow),
  /** What is recorded here, and what stands beside it: refused, removed or written off, which the bank should not have. */
  here: Sum,
  besides: Sum,
  bank: Sum,
  difference: naira,
  /** The difference less that of all lines: zero, or a mistake that must be told. */
  unexplained: naira,
  /** What the bank settled of the sales that are paid, and their fees; null where it does not say that of each. */
  paidOut: z.nullable(naira),
  fees: z.nullable(naira),
  /** Of how many sales that is. */
  paidCount: z.int(),
  /** What it settled of records that other tills of the terminal made; null as above. */
  paidElsewhere: z.strictObject({ count: z.int(), amount: z.nullable(naira) }),
  /** Of a terminal: a fee that sales of several amounts share, the highest of the day, which looks like the bank's cap. */
  cappedFees: z.array(z.strictObject({ terminalId: z.string(), fee: naira })),
  lines: z.array(DayLine).check(z.maxLength(DAY_LINES_MAX)),
  lineCount: z.int(),
  /** How many of them need a look: what is on its way, or was made elsewhere, explains itself. */
  lookCount: z.int(),
  /** Since when the bank's lists of the day are known, by this computer's clock; null before the first complete ones. */
  asOfMs: z.nullable(z.number()),
  /** Why the reading for this answer was not complete, in the words of a search; null where it was, or none was made. */
  notRead: z.nullable(z.enum(['unreachable', 'incomplete', 'notKept'])),
})
export type DayView = z.output<typeof DayView>
