import type { SaleState } from '../../../shared/sale.ts'

/** Delays before the next try, in ms of awake time. They are whole: the sales file takes no fractions. */
const BACK_OFF_BASE_MS = 2_000
const BACK_OFF_CAP_MS = 5 * 60_000
/** After 20 doublings every cap is reached; the bound keeps the power finite. */
const DOUBLINGS_MAX = 20

/**
 * Back-off with full jitter: uniform between 0 and a ceiling that doubles with each failure in a row, so that a
 * market's counters do not retry in step.
 * @param failureCount failures in a row, 1 for the first
 * @param random uniform in [0, 1)
 */
export function backOffMs(failureCount: number, random: number): number {
  const ceilingMs = BACK_OFF_BASE_MS * 2 ** Math.min(Math.max(failureCount - 1, 0), DOUBLINGS_MAX)
  return Math.floor(Math.min(ceilingMs, BACK_OFF_CAP_MS) * random)
}

/** Look-ups of a sale of unknown outcome: soon at first, since most answers are only late. */
const LOOK_UP_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const
/** Dense enough to spread "not found" answers over the quiet period, and to prove absence on a bad network. */
const LOOK_UP_CAP_MS = 60_000
/** A person has it; evidence may still come by itself. */
const REVIEW_LOOK_UP_MS = 5 * 60_000
/** Settled by proof or by a person: checked at this interval for a late record, for a day of awake time. */
const LATE_WATCH_MS = 30 * 60_000
const LATE_WATCH_COUNT = 48
/** Never due. */
export const NEVER_MS = 2 ** 50

/** @param checkCount look-ups so far in this state */
export function lookUpDelayMs(state: SaleState, checkCount: number): number {
  switch (state) {
    case 'unknown':
      return LOOK_UP_DELAYS_MS[checkCount] ?? LOOK_UP_CAP_MS
    case 'review':
    case 'held':
      return REVIEW_LOOK_UP_MS
    default:
      return checkCount < LATE_WATCH_COUNT ? LATE_WATCH_MS : NEVER_MS
  }
}

/** Settlement is instant by the specification (4.7), so a payment is asked for soon, and then less and less often. */
const FOLLOW_UP_BASE_MS = 2_000
const FOLLOW_UP_FACTOR = 1.5
const FOLLOW_UP_CAP_MS = 10 * 60_000
/** An old unpaid sale is asked about after this part of its age … */
const FOLLOW_UP_AGE_SHARE = 16
/** … and at least this often. */
const FOLLOW_UP_OLD_CAP_MS = 2 * 60 * 60_000
/** Fewer payments say nothing about the next one. */
const PAY_TIMES_MIN = 5
/** A payment is asked for when this share of the recent ones had come. */
const PAY_SHARES = [0.5, 0.8, 0.95] as const
/** The bank shows a payment a little after it is made. */
const PAID_MARGIN_MS = 1_000

/**
 * Until an accepted sale is asked about. Where recent payments are known, the question waits until it may be answered.
 * @param checkCount settlement look-ups so far
 * @param ageMs since acceptance
 * @param payTimesMs how long recent payments took at the bank, ascending
 */
export function followUpDelayMs(checkCount: number, ageMs = 0, payTimesMs: readonly number[] = []): number {
  const grownMs = Math.min(FOLLOW_UP_BASE_MS * FOLLOW_UP_FACTOR ** Math.min(checkCount, 40), FOLLOW_UP_CAP_MS)
  const untilPaidMs = Math.min(untilUsuallyPaidMs(ageMs, payTimesMs), FOLLOW_UP_CAP_MS)
  const ofAgeMs = Math.min(ageMs / FOLLOW_UP_AGE_SHARE, FOLLOW_UP_OLD_CAP_MS)
  return Math.round(Math.max(grownMs, untilPaidMs, ofAgeMs))
}

/** Until the next moment at which a larger share of the recent payments had come; 0 after all of them. */
function untilUsuallyPaidMs(ageMs: number, payTimesMs: readonly number[]): number {
  if (payTimesMs.length < PAY_TIMES_MIN) return 0
  const marks = PAY_SHARES.map((share) => {
    const rank = Math.ceil(share * payTimesMs.length) - 1
    return (payTimesMs[rank] ?? 0) + PAID_MARGIN_MS
  })
  const next = marks.find((atMs) => atMs > ageMs)
  return next === undefined ? 0 : next - ageMs
}

/** Twice the pace of the questions, and at least 15 minutes, so that a few failed tries are no news. */
export const CHECKED = {
  leastMs: 15 * 60_000,
  ageShare: FOLLOW_UP_AGE_SHARE / 2,
  mostMs: 2 * FOLLOW_UP_OLD_CAP_MS,
}

/** How long the bank may be silent about an unpaid sale before it counts as not checked. @param ageMs since acceptance */
export function checkedWithinMs(ageMs: number): number {
  return Math.max(CHECKED.leastMs, Math.min(ageMs / CHECKED.ageShare, CHECKED.mostMs))
}

/** A sale still unknown after this much awake time goes to a person (docs/delivery.md, "States") … */
const UNSETTLED_AFTER_MS = 30 * 60_000
/** … but a longer quiet period needs room for its proof. */
const PROOF_ROOM_MS = 15 * 60_000

export function unsettledAfterMs(quietMs: number): number {
  return Math.max(UNSETTLED_AFTER_MS, quietMs + PROOF_ROOM_MS)
}

/** The times of a payment in the bank's record, as the bank wrote them. */
export interface PaidTimes {
  readonly timeReceived: string
  readonly datePaid: string
}
