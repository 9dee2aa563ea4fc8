import type { TransactionRecord } from '../../gateway/answer.ts'
import { toRecordView } from '../../gateway/recordView.ts'
import { applyToAccepted, paidDateOf, type Shown } from './accepted.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { followUpDelayMs } from '../rules/delays.ts'
import { judgeFor } from './judging.ts'
import { isAgeUnknown } from '../rules/responseClassifier.ts'
import { isSameTerminalId } from '../../../shared/terminal.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { markedInStop } from './stop.ts'
import type { AttemptEnd } from '../store/attemptStore.ts'

type EvidenceContext = Pick<
  DeliveryContext,
  'store' | 'reads' | 'zone' | 'now' | 'clockAheadMs' | 'onSaleChanged'
> &
  Shown

/**
 * Compares a record that the service gave with a sale, and moves the sale if machine.ts allows it. An accepted sale has
 * its own rules (accepted.ts).
 * @returns whether it told anything new about the sale
 */
export function applyRecord(
  context: EvidenceContext,
  sale: SaleRow,
  record: TransactionRecord,
  end?: AttemptEnd,
): boolean {
  const { store } = context
  if (sale.state === 'accepted') return applyToAccepted(context, sale, record, {}, end)
  const judged = judgedFor(context, sale, record)
  if (judged === 'unrelated') return false
  if (sale.state === 'conflict') return renewEvidence(context, sale, record, end)
  if (sale.state === 'writtenOff' && judged === 'foundDifferent' && isSameRecord(sale, record)) return false
  const now = context.now()
  const shown = context.shownAt ?? now
  const datePaid = judged === 'foundAtBank' ? paidDateOf(context, record, sale.recordedAtMs) : null
  const moved = store.apply(
    sale.state === 'unknown' ? markedInStop(context, sale) : sale,
    judged,
    {
      record: toRecordView(record),
      recordAtMs: shown.wallMs,
      lookedUpAwakeMs: shown.awakeMs,
      answeredAtMs: shown.wallMs,
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

/** A slip may have been paid months ago, so a record of it without a readable time needs a person. */
function judgedFor(context: EvidenceContext, sale: SaleRow, record: TransactionRecord) {
  const judged = judgeFor(context, sale, record)
  const isUnproven = judged === 'foundAtBank' && isAgeUnknown(record) && context.reads.isTyped(sale)
  return isUnproven ? 'foundDifferent' : judged
}

/** A person wrote the sale off on this very record; finding it again is not news. */
function isSameRecord({ record: known }: SaleRow, found: TransactionRecord): boolean {
  return (
    known !== null &&
    known.recordId === found.recordId &&
    known.amount === found.amount &&
    isSameTerminalId(known.terminalId, found.terminalId)
  )
}

/** Only a person ends a conflict, and they must see what the bank shows now. */
function renewEvidence(
  { store, now, shownAt, onSaleChanged }: EvidenceContext,
  sale: SaleRow,
  found: TransactionRecord,
  end?: AttemptEnd,
): boolean {
  const record = toRecordView(found)
  if (JSON.stringify(record) === JSON.stringify(sale.record)) return false
  const { wallMs, awakeMs } = shownAt ?? now()
  const checkCount = sale.checkCount + 1
  const seen = {
    recordAtMs: wallMs,
    lookedUpAwakeMs: awakeMs,
    lastCheckAtMs: wallMs,
    answeredAtMs: wallMs,
  }
  store.note(sale, { record, checkCount, ...seen }, now(), end)
  onSaleChanged(sale.transactionId)
  return true
}
