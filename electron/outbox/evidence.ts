import { paidTime } from '../../shared/serviceTime.ts'
import type { TransactionRecord } from '../gateway/answer.ts'
import { toRecordView } from '../settlements/recordView.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { followUpDelayMs } from './delays.ts'
import type { SaleRow } from './saleRow.ts'
import type { AttemptEnd } from './saleStore.ts'
import { judgeRecord } from './verdicts.ts'

/** The payment time of a record as the service wrote it, where it is a real one. */
export function datePaidOf(record: TransactionRecord): string | null {
  return paidTime(record.isPaid, record.datePaid) === undefined ? null : record.datePaid
}

/**
 * Holds a record that the service gave against a sale that is not accepted yet, and moves the sale if it is the same.
 * @returns whether the sale moved
 */
export function applyRecord(
  context: DeliveryContext,
  sale: SaleRow,
  record: TransactionRecord,
  end?: AttemptEnd,
): boolean {
  const { store, clock, awake, zone } = context
  const judged = judgeRecord(sale, record, zone.offsetMinutes(sale.recordedAtMs))
  if (judged === 'unrelated') return false
  const nowMs = clock.wallNowMs()
  const datePaid = judged === 'foundAtBank' ? datePaidOf(record) : null
  const moved = store.apply(
    sale,
    judged,
    {
      record: toRecordView(record),
      recordAtMs: nowMs,
      ...(judged === 'foundAtBank' ? { acceptedAtMs: nowMs, checkCount: 0 } : {}),
      ...(datePaid === null ? {} : { datePaid }),
      dueAwakeMs: awake.nowMs() + followUpDelayMs(0),
    },
    nowMs,
    null,
    end,
  )
  if (moved.ok) context.onSaleChanged(sale.transactionId)
  return moved.ok
}
