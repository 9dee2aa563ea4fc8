import type { PracticeBank } from '../../sandbox/bank.ts'
import { bankTimestamp, UNPAID_DATE } from '../../sandbox/bankTime.ts'
import type { LedgerRecord } from '../../sandbox/ledgerState.ts'
import { ofDecimal, ofKobo, type Shown } from './books.ts'

type Change = Parameters<PracticeBank['changeRecord']>[1]
/** The bank's record as it would be without a change before. */
export const undone = (name: keyof Change): Change => ({ [name]: undefined }) as Change

/** What the bank makes of a sale at once. */
export const AT_ONCE: Readonly<Record<string, Change>> = {
  unpaid: { unpaidAfterMs: 0 },
  lessAtOnce: { settledAdds: '-5' },
  moreAtOnce: { settledAdds: '2' },
  amountAtOnce: { amountAdds: '3' },
  paidIn9999: { datePaid: '9999-11-20T13:41:07' },
  paidIn2024: { datePaid: '2024-02-29T10:00:00' },
  paidInHijriYear: { datePaid: '1448-06-10T09:00:00' },
  noDate: { isPaid: true, unpaidAfterMs: 0 },
  dateAlone: { isPaid: false },
}
/** What it makes of one on a later day. */
export const LATER: Readonly<Record<string, Change>> = {
  back: { unpaidAfterMs: 0 },
  lessLater: { settledAdds: '-7' },
  amountLater: { amountAdds: '4' },
  gone: { hiddenAfterMs: 0 },
  account: { accountNumber: '0987654321' },
}
/** What becomes of a sale of this counter; most are plain. */
export const KINDS = [
  ...Array.from({ length: 12 }, () => 'plain'),
  ...Array.from({ length: 4 }, () => 'paidLate'),
  ...Array.from({ length: 3 }, () => 'back'),
  ...Object.keys(AT_ONCE),
  ...Object.keys(LATER),
  'amountLater',
  'twice',
  'moved',
  'declined',
  'taken',
  'takenOther',
  'sameFee',
  'sameFee',
  'sameFee',
] as const

/** What the bank's list says of a record now. */
export function shownOf(record: LedgerRecord, nowMs: number): Shown {
  const { change = {}, receivedAtMs } = record
  const isUnpaid =
    record.paidAtMs === null ||
    record.paidAtMs > nowMs ||
    nowMs >= receivedAtMs + (change.unpaidAfterMs ?? Infinity)
  return {
    recordId: record.recordId,
    reference: record.transactionId,
    terminal: change.terminalId ?? record.terminalId,
    account: change.accountNumber ?? record.accountNumber,
    amount: ofKobo(record.amountKobo) + ofDecimal(change.amountAdds ?? '0'),
    settled: ofKobo(record.settledKobo) + ofDecimal(change.settledAdds ?? '0'),
    saysPaid: change.isPaid ?? !isUnpaid,
    datePaid: isUnpaid
      ? UNPAID_DATE
      : (change.datePaid ?? bankTimestamp(record.paidAtMs ?? 0, record.recordId + 1)),
    receivedAtMs,
    feePercentage: record.feePercentage,
    isHidden: nowMs >= receivedAtMs + (change.hiddenAfterMs ?? Infinity),
  }
}

/** A fee of ₦50, where its percentage gives more: several of them look like the bank's highest fee. */
export function sameFee(bank: PracticeBank, reference: string): void {
  const record = bank.records().find(({ transactionId }) => transactionId === reference)
  const overKobo = record === undefined ? 0 : record.amountKobo - record.settledKobo - 5_000
  if (overKobo > 0) bank.changeRecord(reference, { settledAdds: (overKobo / 100).toFixed(2) })
}
