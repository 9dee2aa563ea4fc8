import { paidTime } from '../../shared/serviceTime.ts'
import type { TransactionRecord } from '../gateway/answer.ts'
import { toRecordView } from '../settlements/recordView.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { followUpDelayMs } from './delays.ts'
import { isSameDestination, type Destination, type SaleRow } from './saleRow.ts'
import type { AttemptEnd } from './saleStore.ts'
import { judgeRecord } from './verdicts.ts'

/** The payment time of a record as the service wrote it, where it is a real one. */
export function datePaidOf(record: TransactionRecord): string | null {
  return paidTime(record.isPaid, record.datePaid) === undefined ? null : record.datePaid
}

type EvidenceContext = Pick<DeliveryContext, 'store' | 'zone' | 'now' | 'onSaleChanged'>

/**
 * Holds a record that the service gave against a sale that is not accepted yet, and moves the sale where machine.ts
 * lets it.
 * @returns whether the sale moved
 */
export function applyRecord(
  context: EvidenceContext,
  sale: SaleRow,
  record: TransactionRecord,
  end?: AttemptEnd,
): boolean {
  const { store, zone } = context
  const judged = judgeRecord(sale, record, zone.offsetMinutes(sale.recordedAtMs))
  if (judged === 'unrelated') return false
  const now = context.now()
  const datePaid = judged === 'foundAtBank' ? datePaidOf(record) : null
  const moved = store.apply(
    sale,
    judged,
    {
      record: toRecordView(record),
      recordAtMs: now.wallMs,
      lookedUpAwakeMs: now.awakeMs,
      ...(judged === 'foundAtBank' ? { acceptedAtMs: now.wallMs, checkCount: 0 } : {}),
      ...(datePaid === null ? {} : { datePaid }),
      dueAwakeMs: now.awakeMs + followUpDelayMs(0),
    },
    now,
    null,
    end,
  )
  if (moved.ok) context.onSaleChanged(sale.transactionId)
  return moved.ok
}

/** Every record that anything reads of the service is evidence: none of a sale of ours is passed over. */
export function observeRecords(
  context: EvidenceContext,
  destination: Destination,
  records: readonly TransactionRecord[],
): void {
  for (const record of records) {
    const sale = context.store.byTransactionId(record.transactionId)
    if (sale !== undefined && sale.state !== 'accepted' && isSameDestination(sale.destination, destination)) {
      applyRecord(context, sale, record)
    }
  }
}
