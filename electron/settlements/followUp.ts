import type { DeliveryContext } from '../outbox/deliveryContext.ts'
import { followUpDelayMs } from '../outbox/delays.ts'
import { datePaidOf, judgeFor } from '../outbox/evidence.ts'
import { wait, type Course } from '../outbox/eventual.ts'
import { isHostFailure } from '../outbox/host.ts'
import type { SaleRow } from '../outbox/saleRow.ts'
import { toRecordView } from './recordView.ts'

/** Follows accepted sales until they are paid, one step at a time. It only reads. */
export interface FollowUp {
  /** Its value is the sleep that follows in ms, 0 for none. */
  step(): Course<number>
}

const SLEEP_MS_MAX = 60_000

export function createFollowUp(context: DeliveryContext): FollowUp {
  const { service, store, reads, host, clock, awake, log } = context

  function* step(): Course<number> {
    const destination = context.destination()
    if (destination === null || service.token() === null) return SLEEP_MS_MAX
    const holdMs = host.notBeforeMs() - clock.monotonicNowMs()
    if (holdMs > 0) return Math.min(holdMs, SLEEP_MS_MAX)
    const nowAwakeMs = awake.nowMs()
    const sale = reads.nextFollowUp(destination, nowAwakeMs)
    if (sale === undefined) {
      const dueMs = reads.earliestFollowUpDueMs(destination)
      return dueMs === null ? SLEEP_MS_MAX : Math.min(Math.max(dueMs - nowAwakeMs, 1), SLEEP_MS_MAX)
    }
    yield* follow(sale)
    return 0
  }

  /** Specification 4.6. A record of another amount or terminal is kept out: it would claim a payment that is not ours. */
  function* follow(sale: SaleRow): Course<void> {
    const answer = yield* wait(service.status(sale.transactionId))
    if (answer === 'notSignedIn') return
    const { result } = answer
    if (result.ok) host.succeeded()
    else if (isHostFailure(result.error)) host.failed(result.error)
    const current = store.byTransactionId(sale.transactionId)
    if (current === undefined || current.state !== 'accepted' || current.datePaid !== null) return
    const now = context.now()
    const isOurs = result.ok && judgeFor(context, current, result.value) === 'foundAtBank'
    const datePaid = result.ok && isOurs ? datePaidOf(result.value) : null
    store.note(
      current,
      {
        ...(result.ok && isOurs ? { record: toRecordView(result.value), recordAtMs: now.wallMs } : {}),
        ...(datePaid === null ? {} : { datePaid }),
        checkCount: current.checkCount + 1,
        lastCheckAtMs: now.wallMs,
        dueAwakeMs: now.awakeMs + followUpDelayMs(current.checkCount + 1),
      },
      now,
    )
    if (datePaid !== null) log('info', 'follower.paid')
    context.onSaleChanged(sale.transactionId)
  }

  return { step }
}
