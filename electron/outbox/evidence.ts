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

type EvidenceContext = Pick<DeliveryContext, 'store' | 'zone' | 'now' | 'clockAheadMs' | 'onSaleChanged'>

/** What the age of a record is judged by. */
export type JudgingContext = Pick<DeliveryContext, 'zone' | 'now' | 'clockAheadMs'>

/**
 * Compares a record with a sale, its age by the service's own clock where that is known: this computer's may be days
 * ahead, and every record would look like one of an older sale.
 */
export function judgeFor(
  { zone, now, clockAheadMs }: JudgingContext,
  sale: SaleRow,
  record: Parameters<typeof judgeRecord>[1],
): ReturnType<typeof judgeRecord> {
  const aheadMs = Math.max(0, clockAheadMs() ?? 0)
  const recordedAtMs = Math.min(sale.recordedAtMs, now().wallMs) - aheadMs
  return judgeRecord({ ...sale, recordedAtMs }, record, zone.offsetMinutes(recordedAtMs))
}

/**
 * Holds a record that the service gave against a sale that is not accepted yet, and moves the sale where machine.ts
 * lets it.
 * @returns whether it told anything new of the sale
 */
export function applyRecord(
  context: EvidenceContext,
  sale: SaleRow,
  record: TransactionRecord,
  end?: AttemptEnd,
): boolean {
  const { store } = context
  const judged = judgeFor(context, sale, record)
  if (judged === 'unrelated') return false
  if (sale.state === 'conflict') return renewEvidence(context, sale, record, end)
  if (sale.state === 'writtenOff' && judged === 'foundDifferent' && isSameRecord(sale, record)) return false
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

/** A person wrote the sale off with this very record before him; finding it once more is no news. */
function isSameRecord({ record: known }: SaleRow, found: TransactionRecord): boolean {
  return (
    known !== null &&
    known.recordId === found.recordId &&
    known.amount === found.amount &&
    known.terminalId === found.terminalId
  )
}

/** Only a person ends a conflict, and whoever decides has to see what the bank shows now. */
function renewEvidence(
  { store, now, onSaleChanged }: EvidenceContext,
  sale: SaleRow,
  found: TransactionRecord,
  end?: AttemptEnd,
): boolean {
  const record = toRecordView(found)
  if (JSON.stringify(record) === JSON.stringify(sale.record)) return false
  const { wallMs, awakeMs } = now()
  const checkCount = sale.checkCount + 1
  const seen = { recordAtMs: wallMs, lookedUpAwakeMs: awakeMs, lastCheckAtMs: wallMs }
  store.note(sale, { record, checkCount, ...seen }, now(), end)
  onSaleChanged(sale.transactionId)
  return true
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
