import { applyToAccepted, referenceAtBank } from './acceptance.ts'
import type { SalePatch } from '../rules/change.ts'
import type { DeliveryContext } from './context.ts'
import { askedNow, noteFound } from './learned.ts'
import { followUpDelayMs } from '../rules/delays.ts'
import { wait, type Effect } from '../../work/effect.ts'
import { asRecorded } from '../store/factsStore.ts'
import { isHostFailure } from './service.ts'
import { observeOwed } from './shownRecords.ts'
import { isSameDestination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { lateAtMs } from '../rules/saleView.ts'
import { isSameReference } from '../rules/references.ts'

/**
 * Asks the service whether an accepted sale was paid (docs/service.md 4.6). Only a record under its reference answers
 * that. A no may mean that there is nothing, or that the token is refused; all else says nothing.
 */
export function* followAccepted(context: DeliveryContext, sale: SaleRow): Effect<void> {
  const { service, store, breaker } = context
  // The bank knows it as recorded, even if its row changed; another client's cannot be asked for here.
  const recorded = asRecorded(store, sale)
  if (!isSameDestination(recorded.destination, sale.destination)) {
    store.note(sale, checkOf(context, sale), context.now())
    return
  }
  const asked = askedNow(context)
  const reference = referenceAtBank(context, sale)
  const answer = yield* wait(service.followUp(reference))
  if (answer === 'notSignedIn') return
  const { result } = answer
  if (result.ok) breaker.succeeded()
  else if (isHostFailure(result.error)) breaker.failed(result.error)
  observeOwed(context, sale.transactionId)
  const current = store.byTransactionId(sale.transactionId)
  if (current?.state !== 'accepted') return
  const now = context.now()
  const isAbout = result.ok && isSameReference(result.value.transactionId, reference)
  if (isAbout) noteFound(asked.learned, context.clock, sale.destination, reference)
  const check: SalePatch = {
    ...checkOf(context, current),
    // A manager needs this record shown to decide between two.
    ...(isAbout ? { lookedUpAwakeMs: now.awakeMs } : {}),
  }
  if (result.ok && isAbout) {
    applyToAccepted({ ...context, askedAt: asked.at }, current, result.value, check)
    const isPaid = store.byTransactionId(sale.transactionId)?.datePaid !== null
    if (isPaid && current.datePaid === null) context.log('info', 'poller.paid')
    return
  }
  store.note(current, check, now)
  context.onSaleChanged(sale.transactionId)
}

/** What a look at an unpaid sale writes, whatever it showed: the next one is due at its own pace. */
export function checkOf(context: DeliveryContext, sale: SaleRow): SalePatch {
  const { wallMs, awakeMs } = context.now()
  const dueAwakeMs = awakeMs + nextFollowUpMs(context, sale)
  return { checkCount: sale.checkCount + 1, lastCheckAtMs: wallMs, dueAwakeMs }
}

/** This soon after a sale becomes late it is asked about, since _late_ needs an answer. */
const AFTER_LATE_MS = 1_000

/** At its own pace, and once when an unpaid sale becomes late. */
function nextFollowUpMs({ profile, now, clockAheadMs, payTimes }: DeliveryContext, sale: SaleRow): number {
  const checkCount = sale.checkCount + 1
  if (sale.acceptedAtMs === null) return followUpDelayMs(checkCount)
  const ageMs = Math.max(0, now().wallMs - sale.acceptedAtMs)
  const delayMs = followUpDelayMs(checkCount, ageMs, payTimes.recent(sale.destination))
  const facts = { lateAfterMinutes: profile.settlement.lateAfterMinutes, clockAheadMs: clockAheadMs() }
  const lateInMs = lateAtMs(sale.acceptedAtMs, facts) + AFTER_LATE_MS - now().wallMs
  return lateInMs > 0 ? Math.min(delayMs, Math.round(lateInMs)) : delayMs
}
