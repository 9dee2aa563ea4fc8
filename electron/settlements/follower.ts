import type { Timers } from '../ports.ts'
import type { DeliveryContext } from '../outbox/deliveryContext.ts'
import { followUpDelayMs } from '../outbox/delays.ts'
import { datePaidOf } from '../outbox/evidence.ts'
import { runCourse, wait, type Course } from '../outbox/eventual.ts'
import { isHostFailure } from '../outbox/host.ts'
import { createLoop } from '../outbox/loop.ts'
import type { SaleRow } from '../outbox/saleRow.ts'
import { judgeRecord } from '../outbox/verdicts.ts'
import { toRecordView } from './recordView.ts'

/** Follows accepted sales until they are paid. It only reads, so it runs beside the courier and never holds up a send. */
export interface Follower {
  start(): void
  stop(): Promise<void>
  wake(): void
}

const SLEEP_MS_MAX = 60_000

export function createFollower(context: DeliveryContext, timers: Timers): Follower {
  const { service, store, reads, host, clock, awake, zone, log } = context

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
    const dueAwakeMs = awake.nowMs() + followUpDelayMs(current.checkCount + 1)
    const isOurs =
      result.ok &&
      judgeRecord(current, result.value, zone.offsetMinutes(current.recordedAtMs)) === 'foundAtBank'
    if (result.ok && isOurs) {
      const datePaid = datePaidOf(result.value)
      store.storeRecord(current, toRecordView(result.value), datePaid, clock.wallNowMs(), dueAwakeMs)
      if (datePaid !== null) log('info', 'follower.paid')
    } else {
      store.countCheck(current, clock.wallNowMs(), dueAwakeMs)
    }
    context.onSaleChanged(sale.transactionId)
  }

  return createLoop(
    () => runCourse(step()),
    timers,
    (error) => log('error', 'follower.stopped', { name: error instanceof Error ? error.name : 'unknown' }),
  )
}
