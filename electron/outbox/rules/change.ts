import { err, ok, type Result } from '../../../shared/result.ts'
import { nextState, type SaleEvent } from './machine.ts'
import type { SaleRow } from './saleRow.ts'
import { standingOfSale } from './standing.ts'

/** Why a transition did not happen: the row changed meanwhile, or the table in machine.ts does not allow it. */
export type TransitionRefusal = 'stale' | 'notAllowed'

/** Now, by both clocks of a row. */
export interface Moment {
  /** This computer's clock, ms; for people. */
  readonly wallMs: number
  /** Awake time, ms; for rules. */
  readonly awakeMs: number
  /** When the computer last woke or this run started, awake time; left out if no look-up can be older. */
  readonly wokeAtMs?: number
}

/** Awake ms since the bank last answered a look-up; null if it never did, or not since the start or the last sleep. */
export function lookUpAgeMs(
  { lookedUpAwakeMs }: Pick<SaleRow, 'lookedUpAwakeMs'>,
  { awakeMs, wokeAtMs = -Infinity }: Omit<Moment, 'wallMs'>,
): number | null {
  return lookedUpAwakeMs === null || lookedUpAwakeMs <= wokeAtMs ? null : awakeMs - lookedUpAwakeMs
}

/** What a change may write besides the state. Recorded facts are not included: they never change. */
export type SalePatch = Partial<
  Pick<
    SaleRow,
    | 'failureCount'
    | 'dueAwakeMs'
    | 'unknownSinceAwakeMs'
    | 'checkCount'
    | 'lastCheckAtMs'
    | 'lookedUpAwakeMs'
    | 'notFoundCount'
    | 'lastNotFoundAwakeMs'
    | 'acceptedAtMs'
    | 'bankMessage'
    | 'reviewReason'
    | 'heldReason'
    | 'record'
    | 'recordAtMs'
    | 'datePaid'
    | 'askSinceAwakeMs'
    | 'askProblem'
    | 'askWaived'
    | 'answeredAtMs'
    | 'differing'
    | 'differingAtMs'
    | 'differingOpen'
    | 'inStop'
    | 'trialNumber'
    | 'refusalSeen'
  >
>

/** Its bytes may be under way up to now, so earlier "not found" answers prove nothing. */
export function unprovenSince(at: Omit<Moment, 'wallMs'>): SalePatch {
  const since = { unknownSinceAwakeMs: at.awakeMs, dueAwakeMs: at.awakeMs }
  return { ...since, checkCount: 0, notFoundCount: 0, lastNotFoundAwakeMs: null }
}

/** Changed or restored facts are not the ones that were looked up and waived. */
const NOT_LOOKED_UP = { askWaived: false, lookedUpAwakeMs: null } as const

/** A send ends the question before it, and a manager's waiver. */
const NOT_ASKED = { askSinceAwakeMs: null, askProblem: null, askWaived: false } as const

/** The next row, or `notAllowed`. Only this changes the guards' counters, so that no caller can forget one. */
export function moved(
  sale: SaleRow,
  event: SaleEvent,
  patch: SalePatch,
  now: Moment,
): Result<SaleRow, TransitionRefusal> {
  const state = nextState({ ...sale, lookUpAgeMs: lookUpAgeMs(sale, now) }, event)
  if (state === undefined) return err('notAllowed')
  const isClaim = event === 'claimed'
  // A sale whose state was changed from outside may have been sent, even if its row says that it was not.
  const isInDoubt = state === 'unknown' || (event === 'foundChanged' && sale.state !== 'queued')
  return ok({
    ...sale,
    ...patch,
    state,
    version: sale.version + 1,
    sendCount: sale.sendCount + (isClaim ? 1 : 0),
    sentAwakeMs: isClaim ? now.awakeMs : sale.sentAwakeMs,
    // What the bank or a person said of an earlier send does not apply to this one. The audit keeps it.
    ...(isClaim ? { bankMessage: null, reviewReason: null, ...NOT_ASKED } : {}),
    ...(event === 'foundChanged' || event === 'managerRestores' ? NOT_LOOKED_UP : {}),
    resendCount: sale.resendCount + (event === 'absentResend' ? 1 : 0),
    unknownSinceAwakeMs:
      patch.unknownSinceAwakeMs ?? sale.unknownSinceAwakeMs ?? (isInDoubt ? now.awakeMs : null),
  })
}

/** A change that leaves the state as it is: a counted look-up, a stored record. */
export function noted(sale: SaleRow, patch: SalePatch): SaleRow {
  return { ...sale, ...patch, version: sale.version + 1 }
}

/** What a change says of the payment, for the audit: what a sale was at an earlier moment is read from it. */
export function paymentNews(before: SaleRow, after: SaleRow): PaymentNews | null {
  if (after.state !== 'accepted') return null
  if ((before.datePaid === null) !== (after.datePaid === null))
    return after.datePaid === null ? 'unpaid' : 'paid'
  const [was, is] = [standingOfSale(before), standingOfSale(after)]
  if (was === is) return null
  return is === 'paidBack' ? 'paidBack' : was === 'paidBack' && is === 'needsYou' ? 'differsOtherwise' : null
}

/** Kinds of entries; the last two: an open difference became that the same record is unpaid, or something else. */
export type PaymentNews = 'paid' | 'unpaid' | 'paidBack' | 'differsOtherwise'
