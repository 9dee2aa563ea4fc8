import { subtractDecimal, type DecimalText } from './money.ts'
import type { RecordView } from './record.ts'
import { dayOf, isAfterTomorrow, isPaidBeforeReceived } from './serviceTime.ts'

/** Impossible values in a record of the service. The record is shown as given, and flagged. */
export const ODDITIES = [
  /** Paid on a future day: it does not count as paid. */
  'paidAfterTomorrow',
  /** Paid more than a day before the service received it: it does not count as paid. */
  'paidBeforeReceived',
  /** Marked paid, without a valid date: it does not count as paid. */
  'paidWithoutDate',
  'settledBelowZero',
  'settledAboveAmount',
  /** No search by days can tell whether the record belongs to them. */
  'receivedUnreadable',
  /** A field has a value that cannot be read: it is shown, and proves nothing. */
  'fieldsUnread',
] as const
export type Oddity = (typeof ODDITIES)[number]

/** @param today the service's day */
export function odditiesOf(record: RecordView, today: string): readonly Oddity[] {
  const { isPaid, datePaid, amount, amountSettled, timeReceived } = record
  const isOdd: Readonly<Record<Oddity, boolean>> = {
    paidAfterTomorrow: isAfterTomorrow(datePaid, today),
    paidBeforeReceived: isPaidBeforeReceived(record),
    paidWithoutDate: isPaid && dayOf(datePaid) === undefined,
    settledBelowZero: amountSettled !== null && isNegative(amountSettled),
    settledAboveAmount: amountSettled !== null && isNegative(subtractDecimal(amount, amountSettled)),
    receivedUnreadable: dayOf(timeReceived) === undefined,
    fieldsUnread: record.unread !== undefined,
  }
  return ODDITIES.filter((oddity) => isOdd[oddity])
}

function isNegative(decimal: DecimalText): boolean {
  return decimal.startsWith('-')
}
