import type { SettlementLag } from './diagnosticsText.ts'
import type { RecordView } from '../../shared/record.ts'
import { paidTime, parseServiceTime, serviceTimeToMs, type ServiceTime } from '../../shared/serviceTime.ts'

/**
 * How long the bank takes to pay, by its own records. Both times are the bank's, so neither this computer's clock nor
 * the unknown zone matters. A record whose times run backwards is skipped.
 */
export function settlementLag(
  records: readonly Pick<RecordView, 'isPaid' | 'datePaid' | 'timeReceived'>[],
  quietPeriodMs: number,
): SettlementLag {
  const lags = records.flatMap(lagOf).toSorted((a, b) => a - b)
  return {
    count: lags.length,
    medianMs: lags[Math.floor((lags.length - 1) / 2)] ?? null,
    longestMs: lags.at(-1) ?? null,
    quietPeriodMs,
  }
}

function lagOf({
  isPaid,
  datePaid,
  timeReceived,
}: Pick<RecordView, 'isPaid' | 'datePaid' | 'timeReceived'>): readonly number[] {
  const paid = paidTime(isPaid, datePaid)
  const received = parseServiceTime(timeReceived)
  if (paid === undefined || received === undefined) return []
  const lagMs = wholeMs(paid) - wholeMs(received)
  return lagMs < 0 ? [] : [lagMs]
}

function wholeMs(time: ServiceTime): number {
  return serviceTimeToMs(time, 0) + Math.floor(Number(`0.${time.fraction || '0'}`) * 1_000)
}
