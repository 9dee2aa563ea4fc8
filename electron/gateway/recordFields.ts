import type { AccountDigits } from './accountDigits.ts'
import type { DecimalText } from '../../shared/money.ts'
import { eachRecordText, kindOf, type RecordText, type RecordTextKind } from '../../shared/record.ts'
import { amountOf, flagOf, idOf, textOf, timeOf, trimmedOf } from './fieldValues.ts'
import { readingRow, type RowReader, type UnreadField } from './rows.ts'

/**
 * A transaction record (docs/service.md 2.3) under our names. Its reference, terminal, amount and id are there, or it is
 * no record; of the rest, what the bank did not give is empty or null, and what has no single reading is in `unread`.
 */
export interface TransactionRecord extends Readonly<Record<RecordText, string | null>> {
  /** Digits of any length, without leading zeroes. */
  readonly recordId: string
  readonly terminalRecordId: string | null
  readonly terminalId: string
  readonly accountNumber: string
  /** Exact naira, like every amount here. */
  readonly amount: DecimalText
  readonly amountSettled: DecimalText | null
  readonly feePercentage: DecimalText | null
  readonly isPaid: boolean
  /** With a `T` between day and time; else as the service wrote it. Empty: not given. */
  readonly datePaid: string
  readonly transactionId: string
  readonly serviceReference: string
  readonly timeReceived: string
  /** The amounts as the service wrote them, which only the kept records need (docs/decisions/0031). */
  readonly amountGiven?: string
  readonly amountSettledGiven?: string | null
  readonly feePercentageGiven?: string | null
  readonly unread?: readonly UnreadField[]
}

/** Each gives the text that Tillside keeps; undefined where the value has no single reading. */
export const recordTextReaders: Readonly<Record<RecordTextKind, (value: unknown) => string | undefined>> = {
  text: textOf,
  amount: (value) => amountOf(value)?.exact,
  time: timeOf,
  flag: (value) => flagOf(value)?.toString(),
}

export function recordReader(prefix: string, accountDigits?: AccountDigits): RowReader<TransactionRecord> {
  return readingRow(({ needed, given }) => {
    const settled = given('amountSettled', amountOf)
    const fee = given('feePercentage', amountOf)
    const amount = needed('amount', amountOf)
    return {
      recordId: needed('id', idOf),
      terminalRecordId: given(`${prefix}TerminalId`, idOf),
      terminalId: needed('terminalId', trimmedOf),
      accountNumber: given(`${prefix}AccountNumber`, trimmedOf) ?? '',
      amount: amount.exact,
      amountSettled: settled?.exact ?? null,
      feePercentage: fee?.exact ?? null,
      amountGiven: amount.given,
      amountSettledGiven: settled?.given ?? null,
      feePercentageGiven: fee?.given ?? null,
      isPaid: given('isPaid', flagOf) ?? false,
      datePaid: given('datePaid', timeOf) ?? '',
      transactionId: needed('transactionId', trimmedOf),
      serviceReference: given(`${prefix}RefId`, textOf) ?? '',
      timeReceived: given('timeReceived', timeOf) ?? '',
      ...eachRecordText((text) => given(text, recordTextReaders[kindOf(text)])),
    }
  }, accountDigits)
}
