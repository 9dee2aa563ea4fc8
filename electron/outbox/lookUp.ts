import type { DeliveryContext } from './deliveryContext.ts'
import { lookUpDelayMs, UNSETTLED_AFTER_MS } from './delays.ts'
import { applyRecord } from './evidence.ts'
import { wait, type Course } from './eventual.ts'
import { isHostFailure } from './host.ts'
import type { SaleRow } from './saleRow.ts'
import type { AttemptEnd } from './saleStore.ts'
import { errorCode } from './verdicts.ts'

/**
 * Asks the service for one sale whose outcome is unknown (specification 4.6). A matching record settles it; everything
 * else, "not found" included, proves nothing yet and sets the next look-up. A GET, so it may be repeated freely.
 */
export function* lookUp(context: DeliveryContext, sale: SaleRow): Course<void> {
  const { service, store, host, clock, awake } = context
  if (service.clientId() !== sale.destination.clientId) return
  const startedAtMs = clock.wallNowMs()
  const startedAwakeMs = awake.nowMs()
  const answer = yield* wait(service.status(sale.transactionId))
  if (answer === 'notSignedIn') return
  const { result, evidence } = answer
  if (result.ok) host.succeeded()
  else if (isHostFailure(result.error)) host.failed(result.error)

  // The answer took its time; the sale may have moved meanwhile.
  const current = store.byTransactionId(sale.transactionId)
  if (current === undefined || (current.state !== 'unknown' && current.state !== 'review')) return
  const attemptId = store.beginAttempt(current, {
    kind: 'statusLookUp',
    boot: context.boot,
    startedAtMs,
    startedAwakeMs,
  })
  const end: AttemptEnd = { attemptId, verdict: result.ok ? 'record' : errorCode(result.error), evidence }
  if (result.ok && applyRecord(context, current, result.value, end)) return
  countMiss(context, current, end)
}

function countMiss(context: DeliveryContext, sale: SaleRow, end: AttemptEnd): void {
  const { store, clock, awake } = context
  const nowAwakeMs = awake.nowMs()
  const dueAwakeMs = nowAwakeMs + lookUpDelayMs(sale.checkCount + 1)
  const unknownForMs = nowAwakeMs - (sale.unknownSinceAwakeMs ?? nowAwakeMs)
  if (sale.state === 'unknown' && unknownForMs >= UNSETTLED_AFTER_MS) {
    store.apply(
      sale,
      'leftUnsettled',
      { reviewReason: 'unsettled', checkCount: sale.checkCount + 1, dueAwakeMs },
      clock.wallNowMs(),
      null,
      end,
    )
  } else {
    store.countCheck(sale, clock.wallNowMs(), dueAwakeMs, end)
  }
  context.onSaleChanged(sale.transactionId)
}
