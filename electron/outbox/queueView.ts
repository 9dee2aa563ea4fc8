import { dayOf } from '../../shared/days.ts'
import type { Drain, QueueView } from '../../shared/sale.ts'
import type { CountAndTotal, QueueOwner } from './rules/saleQuery.ts'
import { partsOf, type TotalsStore } from './store/totalsStore.ts'
import { lateLimits, type ViewFacts } from './rules/saleView.ts'

const NOTHING = { count: 0, kobo: 0 } as const
const NO_PARTS = partsOf(() => NOTHING)

export interface QueueFacts {
  readonly drainOf: (waitingCount: number) => Drain | null
  /** Terminals whose payout was changed at the bank. */
  readonly payoutCount: () => number
  /** Sales that tills handed over and that are something to do for a person. */
  readonly handedCount: () => number
  /** Cases with the bank of which a person is reminded. */
  readonly disputeCount: () => number
}

/**
 * What waits, what is being checked, what needs a person, and today's sales. Without a sign-in it covers all clients of
 * this address on this computer: a person at the sign-in screen must know that their sales are safe. Counts and sums
 * only; the sales themselves are shown to their own client.
 */
export function queueView(
  totals: TotalsStore,
  owner: QueueOwner,
  now: Pick<ViewFacts, 'nowMs' | 'lateAfterMinutes' | 'clockAheadMs'>,
  revision: number,
  { drainOf, payoutCount, handedCount, disputeCount }: QueueFacts,
): QueueView {
  const { waiting, sending, oldestWaitingAtMs, checking, needsPerson, differs, refused } =
    totals.queueTotals(owner)
  const { clientId } = owner
  const today = dayOf(now.nowMs)
  const todayParts = clientId === null ? NO_PARTS : totals.todayParts({ ...owner, clientId }, today)
  const due = (what: 'late' | 'notChecked'): CountAndTotal =>
    clientId === null ? NOTHING : totals.dueSince(what, { ...owner, clientId }, lateLimits(now))
  const late = due('late')
  const notChecked = due('notChecked')
  const justSaved = clientId === null ? NOTHING : totals.justSaved({ ...owner, clientId }, now.nowMs)
  return {
    waitingCount: waiting.count,
    waitingKobo: waiting.kobo,
    sendingCount: sending.count,
    sendingKobo: sending.kobo,
    justSavedCount: justSaved.count,
    justSavedKobo: justSaved.kobo,
    oldestWaitingAtMs,
    drain: clientId === null ? null : drainOf(waiting.count),
    checkingCount: checking.count,
    checkingKobo: checking.kobo,
    needsPersonCount: needsPerson.count,
    needsPersonKobo: needsPerson.kobo,
    differsCount: differs.count,
    differsKobo: differs.kobo,
    refusedCount: refused.count,
    refusedKobo: refused.kobo,
    lateCount: late.count,
    lateKobo: late.kobo,
    notCheckedCount: notChecked.count,
    notCheckedKobo: notChecked.kobo,
    payoutCount: clientId === null ? 0 : payoutCount(),
    handedCount: clientId === null ? 0 : handedCount(),
    disputeCount: clientId === null ? 0 : disputeCount(),
    elsewhereCount: totals.elsewhereCount(owner),
    todaySinceMs: today.fromMs,
    todayParts,
    paidNet: clientId === null ? null : totals.paidNet({ ...owner, clientId }, today, todayParts.paid),
    usualPayMs: clientId === null ? null : totals.usualPayMs({ ...owner, clientId }, now.nowMs),
    revision,
  }
}
