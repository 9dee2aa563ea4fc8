import * as z from 'zod/mini'

/** What decides where the money of a terminal goes (docs/service.md 2.2). */
export const payoutFields = ['account', 'merchant', 'isActive', 'isReceivingPayment'] as const
export type PayoutField = (typeof payoutFields)[number]

const ending = z.string()
const fromTo = <Value extends z.ZodMiniType>(value: Value) =>
  z.nullable(z.strictObject({ from: value, to: value }))

/** A change at the bank that no edit from here explains. Account numbers are masked: endings only. */
export const PayoutChange = z.strictObject({
  /** Of everything below: another one means that the person has seen something else. */
  version: z.string(),
  /** By this computer's clock, ms. */
  firstSeenAtMs: z.number(),
  /** Which answer of the bank showed it first: its list of terminals, or the record of a sale. */
  shownBy: z.enum(['list', 'record']),
  /** Null where it is as before, here and below. */
  account: fromTo(ending),
  merchant: fromTo(z.string()),
  isActive: fromTo(z.boolean()),
  isReceivingPayment: fromTo(z.boolean()),
  /** The bank's list, read since, shows everything as before. */
  isBack: z.boolean(),
})
export type PayoutChange = z.output<typeof PayoutChange>

export const PAYOUTS_SHOWN_MAX = 100

/** A terminal of this counter whose account, merchant and flags are watched. */
export const WatchedPayout = z.strictObject({
  terminalId: z.string(),
  /** By this computer's clock, ms. */
  sinceMs: z.number(),
  /** A complete list does not show it any more, since then; null if it is there. */
  missingSinceMs: z.nullable(z.number()),
  /** Null if nothing waits for a manager. */
  change: z.nullable(PayoutChange),
})
export type WatchedPayout = z.output<typeof WatchedPayout>

export const PayoutWatchView = z.strictObject({
  /** Terminals with a change first, at most {@link PAYOUTS_SHOWN_MAX}. */
  terminals: z.array(WatchedPayout),
  /** Changes that wait for a manager. */
  openCount: z.int(),
  /** False if this computer cannot seal a key: after a restart only the last digits of accounts are compared. */
  isExact: z.boolean(),
})
export type PayoutWatchView = z.output<typeof PayoutWatchView>

export const noPayouts: PayoutWatchView = { terminals: [], openCount: 0, isExact: true }
