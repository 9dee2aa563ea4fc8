import * as z from 'zod/mini'
import { standings } from './standing.ts'

/** The close of a day: what was recorded since the one before, as it stood then. It is kept and never changed. */

/** What a sale is at a close, in the order of the paper. */
export const ClosePart = z.enum(standings)
export type ClosePart = z.output<typeof ClosePart>

const Sum = z.strictObject({ count: z.int(), kobo: z.int() })
export type CloseSum = z.output<typeof Sum>

const Terminal = z.strictObject({
  terminalId: z.string(),
  recorded: Sum,
  parts: z.array(z.extend(Sum, { part: ClosePart })),
  /** Of the paid ones, decimal naira; null where the bank does not say it of each. */
  settled: z.nullable(z.string()),
  /** What was accepted of them less that: a manager may have taken an amount of the bank's. Null as above. */
  fees: z._default(z.nullable(z.string()), null),
})

const NOTHING = { count: 0, kobo: 0 }

/** A close by its number and its day. */
const CloseName = z.strictObject({ number: z.int(), day: z.string() })

const OpenSale = z.strictObject({
  transactionId: z.string(),
  part: ClosePart,
  kobo: z.int(),
  /** The earlier close that counted it; null: this one does. */
  of: z._default(z.nullable(CloseName), null),
})

/** What was recorded on one day, and how much of that is paid. */
const Day = z.strictObject({ day: z.string(), recorded: Sum, paid: Sum })

/** A sale of an earlier close that is now something else. */
const Adjustment = z.strictObject({
  /** The close that counted it. */
  number: z.int(),
  day: z.string(),
  transactionId: z.string(),
  /** As it stood at the last close; null where an old entry does not say. */
  from: z.nullable(ClosePart),
  to: ClosePart,
  kobo: z.int(),
})

export const CLOSE_LIST_MAX = 200

export const DayCloseFacts = z.strictObject({
  /** Counts the closes of this counter. */
  number: z.int(),
  /** This computer's day, `2026-11-20`. */
  day: z.string(),
  /** Each day on which a sale of this close was recorded, in order: a forgotten close has several, of one month. */
  days: z._default(z.array(Day), []),
  /** A month ended among what was recorded: the rest is the next close. */
  endsWithMonth: z._default(z.boolean(), false),
  /** This computer's clock; of the first and the last sale, null without one. */
  fromMs: z.nullable(z.number()),
  toMs: z.nullable(z.number()),
  closedAtMs: z.number(),
  /** Who closed it; null if no cashiers are set up. */
  by: z.nullable(z.string()),
  /** The fingerprint of the counter's key, which signs packs of disputes; empty for none. */
  key: z._default(z.string(), ''),
  terminals: z.array(Terminal),
  cashiers: z.array(z.extend(Sum, { name: z.string() })),
  /** Every sale that is open now, those of earlier closes too: a close settles none. The first ones, by recording. */
  open: z.array(OpenSale).check(z.maxLength(CLOSE_LIST_MAX)),
  /** Of all of them. */
  openCount: z.int(),
  openKobo: z._default(z.int(), 0),
  /** The first ones. */
  adjustments: z.array(Adjustment).check(z.maxLength(CLOSE_LIST_MAX)),
  /** Of all of them: how many, their amounts, and the money of earlier days that came in or was taken back. */
  adjustmentCount: z.int(),
  adjustmentKobo: z._default(z.int(), 0),
  cameIn: z._default(Sum, NOTHING),
  takenBack: z._default(Sum, NOTHING),
})
export type DayCloseFacts = z.output<typeof DayCloseFacts>

export const DayCloseView = z.extend(DayCloseFacts, {
  /** The entry of the audit that holds the close, and the one before it. */
  hash: z.string(),
  previousHash: z.string(),
})
export type DayCloseView = z.output<typeof DayCloseView>

export const ClosingView = z.strictObject({
  /** What a close would be now. */
  next: DayCloseFacts,
  /** Why there can be none: the day has one, and what was recorded since belongs to the next. */
  refused: z.nullable(z.literal('dayIsClosed')),
  /** The newest closes first. */
  earlier: z.array(z.pick(DayCloseView, { number: true, day: true, closedAtMs: true })),
})
export type ClosingView = z.output<typeof ClosingView>

/** More closes than days of a month: one that ends with it makes room for another. */
export const CLOSE_MONTH_MAX = 62

export const CLOSE_FILE = 'A close of the day, as the audit of Tillside has it'
/** One close as a file. What proves it is in it: `scripts/audit-verify.ts`, or any tool that makes a SHA-256. */
export const CloseFile = z.object({
  what: z.literal(CLOSE_FILE),
  tillside: z.string(),
  environment: z.string(),
  shop: z.string(),
  number: z.int(),
  day: z.string(),
  digits: z.string(),
  check: z.string(),
  previousHash: z.string(),
  hash: z.string(),
  /** The text that was hashed: a JSON list of the hash before, the entry's facts, and the close as JSON. */
  hashed: z.string(),
})
export type CloseFile = z.output<typeof CloseFile>

/** So many digits of a close's entry stand on its paper. */
const DIGITS = 16

/** The first digits of the entry that holds a close, in groups of four, as its paper has them: `7F3C-19A2-55D0-41BE`. */
export function digitsOf(hash: string): string {
  return (
    hash
      .slice(0, DIGITS)
      .toUpperCase()
      .match(/.{1,4}/gu) ?? []
  ).join('-')
}

const KEY_DIGITS = 32

/** The digits of the counter's key as papers print them: 128 bits, too many to make another key with the same ones. */
export function keyDigits(fingerprint: string): string {
  return (
    fingerprint
      .slice(0, KEY_DIGITS)
      .toUpperCase()
      .match(/.{1,4}/gu) ?? []
  ).join('-')
}

/** @returns the digits as a person typed them, in the form of a hash; null if they are not sixteen */
export function digitsTyped(typed: string): string | null {
  const digits = typed.replaceAll(/[\s\u2010-\u2015-]/gu, '').toLowerCase()
  return /^[0-9a-f]{16}$/u.test(digits) ? digits : null
}
