import { createDecimalSum, koboFromDecimal, parseAmount, subtractDecimal } from '../../shared/money.ts'
import { odditiesOf } from '../../shared/oddities.ts'
import type { FieldProblem } from '../../shared/callError.ts'
import type { RecordFilter, RecordTotals, RecordView } from '../../shared/record.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { believedPaidTime, type PaidFields } from '../../shared/serviceTime.ts'

/** Paid by both facts of the service, on a past or present day, as everywhere else. @param today the service's day */
export function isPaidRecord(record: PaidFields, today: string): boolean {
  return believedPaidTime(record, today) !== undefined
}

/** Adds records one by one, and keeps amounts finer than a kobo. */
export interface RecordSum {
  add(record: RecordView): void
  totals(): RecordTotals
}

/** @param today the service's day */
export function createRecordSum(today: string): RecordSum {
  const gross = createDecimalSum()
  const paidGross = createDecimalSum()
  const net = createDecimalSum()
  const unpaidGross = createDecimalSum()
  let count = 0
  let paidCount = 0
  let oddCount = 0
  let hasAllNets = true
  return {
    add: (record) => {
      count += 1
      gross.add(record.amount)
      if (odditiesOf(record, today).length > 0) oddCount += 1
      if (isPaidRecord(record, today)) {
        paidCount += 1
        paidGross.add(record.amount)
        if (record.amountSettled === null) hasAllNets = false
        else net.add(record.amountSettled)
      } else {
        unpaidGross.add(record.amount)
      }
    },
    totals: () => ({
      count,
      gross: gross.total(),
      paidCount,
      paidGross: paidGross.total(),
      fee: hasAllNets ? subtractDecimal(paidGross.total(), net.total()) : null,
      net: hasAllNets ? net.total() : null,
      unpaidCount: count - paidCount,
      unpaidGross: unpaidGross.total(),
      oddCount,
      isFinerThanKobo: gross.isFinerThanKobo() || net.isFinerThanKobo(),
    }),
  }
}

/** Whether this counter has the sale of a record. */
export type IsOwn = (record: Pick<RecordView, 'transactionId'>) => boolean

/** @returns the filter's test for a record, or what is wrong with the filter */
export function readFilter(
  filter: RecordFilter,
  today: string,
  isOwn: IsOwn,
): Result<(record: RecordView) => boolean, FieldProblem> {
  const amountText = filter.amountText.trim()
  const amount = amountText === '' ? null : parseAmount(amountText)
  if (amount !== null && !amount.ok) return err({ field: 'amountText', problem: amount.error })
  const isShown = (record: RecordView): boolean => {
    switch (filter.show) {
      case 'all':
        return true
      case 'paid':
        return isPaidRecord(record, today)
      case 'unpaid':
        return !isPaidRecord(record, today)
      case 'elsewhere':
        return !isOwn(record)
    }
  }
  return ok((record) => {
    if (!isShown(record)) return false
    return amount === null || koboFromDecimal(record.amount) === amount.value
  })
}
