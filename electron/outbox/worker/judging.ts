import type { DeliveryContext } from './deliveryContext.ts'
import { asRecorded } from '../store/factsStore.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { judgeRecord } from '../rules/responseClassifier.ts'

/** What decides the age of a record. */
type AgeContext = {
  readonly store: Pick<DeliveryContext['store'], 'compareFacts'>
} & Pick<DeliveryContext, 'zone' | 'now' | 'clockAheadMs'>

/** A slip, whose reference is typed, needs the age of its record. */
export type JudgingContext = AgeContext & { readonly reads: Pick<DeliveryContext['reads'], 'isTyped'> }

/**
 * Compares a record with a sale. The record's age goes by the service's own clock if known: this computer's may be days
 * ahead, and every record would look like one of an older sale. The sale counts as recorded, even if its row changed
 * since.
 */
export function judgeFor(
  { store, zone, now, clockAheadMs }: AgeContext,
  sale: SaleRow,
  record: Parameters<typeof judgeRecord>[1],
): ReturnType<typeof judgeRecord> {
  const aheadMs = Math.max(0, clockAheadMs() ?? 0)
  const recorded = asRecorded(store, sale)
  const recordedAtMs = Math.min(recorded.recordedAtMs, now().wallMs) - aheadMs
  return judgeRecord({ ...recorded, recordedAtMs }, record, zone.offsetMinutes(recordedAtMs))
}
