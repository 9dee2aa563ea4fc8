import { NOTHING_LEFT } from '../../gateway/answer.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { backOffMs, followUpDelayMs, lookUpDelayMs } from '../rules/delays.ts'
import { wait, type Effect } from '../rules/effect.ts'
import { isHostFailure } from './circuitBreaker.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { observeOwed } from './observed.ts'
import type { SalePatch } from '../rules/change.ts'
import { holdChanged } from './changedFacts.ts'
import { judgeSend, type SendVerdict } from '../rules/responseClassifier.ts'

/**
 * Sends one queued sale: claims it durably, makes exactly one wire attempt, and stores what that proved.
 * @param mayLeave asked once the claim is durable: a slow disk may have made the gate's answer too old
 * @returns what the attempt proved; `notClaimed` if the sale had changed; `notSent` if its facts had, if an answer has
 * just shown it, or if no client is signed in any more
 */
export function* send(
  context: DeliveryContext,
  sale: SaleRow,
  mayLeave: () => boolean,
): Effect<SendVerdict['event'] | 'notSent' | 'notClaimed'> {
  const { service, store, breaker, now, log, profile } = context
  // Token, client and claim are taken without a pause in between, so that no sale leaves under another client's token.
  const generation = service.generation()
  if (generation === null || service.clientId() !== sale.destination.clientId) return 'notSent'
  // An answer that is still being gone through may have shown it.
  if (observeOwed(context, sale.transactionId)) return 'notSent'
  const claimed = store.claim(sale, context.boot, now())
  if (!claimed.ok) {
    if (claimed.error !== 'factsChanged') return 'notClaimed'
    holdChanged(context, sale)
    return 'notSent'
  }
  const { sale: sending, attemptId } = claimed.value
  context.onSaleChanged(sale.transactionId)
  if (!mayLeave()) {
    const end = { attemptId, verdict: 'gateClosed', evidence: NOTHING_LEFT }
    store.apply(sending, 'provenUnsent', { dueAwakeMs: now().awakeMs }, now(), 'gateClosed', end)
    context.onSaleChanged(sale.transactionId)
    return 'notSent'
  }

  const answer = yield* wait(service.send(generation, sending))
  const verdict = judgeSend(answer, profile.outbox.unsentStatuses)
  const stored = store.apply(
    sending,
    verdict.event,
    patchOf(context, sending, verdict),
    now(),
    verdict.code,
    { attemptId, verdict: verdict.code, evidence: answer.evidence },
  )
  // The row is ours alone while it is `sending`; if it moved all the same, something is badly wrong.
  if (!stored.ok) throw new Error(`a sale that was being sent is ${stored.error}`)
  log('info', 'worker.sent', { verdict: verdict.code })
  context.onSaleChanged(sale.transactionId)

  if (answer.result.ok) breaker.succeeded()
  else if (isHostFailure(answer.result.error)) breaker.failed(answer.result.error)
  // The next GET finds a dead token by itself; this POST is never repeated.
  if (verdict.code === 'http:401') yield* wait(service.renewToken(generation))
  return verdict.event
}

function patchOf(context: DeliveryContext, sale: SaleRow, verdict: SendVerdict): SalePatch {
  const { wallMs, awakeMs } = context.now()
  switch (verdict.event) {
    case 'acceptedByAnswer':
      return {
        acceptedAtMs: wallMs,
        checkCount: 0,
        failureCount: 0,
        dueAwakeMs: awakeMs + followUpDelayMs(0),
      }
    case 'provenUnsent': {
      const failureCount = sale.failureCount + 1
      return { failureCount, dueAwakeMs: awakeMs + backOffMs(failureCount, context.random.next()) }
    }
    case 'outcomeUnknown':
      return {
        unknownSinceAwakeMs: awakeMs,
        notFoundCount: 0,
        lastNotFoundAwakeMs: null,
        checkCount: 0,
        dueAwakeMs: awakeMs + lookUpDelayMs('unknown', 0),
        ...(verdict.bankMessage === null ? {} : { bankMessage: verdict.bankMessage }),
      }
  }
}
