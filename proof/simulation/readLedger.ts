import type { TransactionRecord } from '../../electron/gateway/answer.ts'
import type { SaleRow } from '../../electron/outbox/rules/saleRow.ts'
import { believedPaidTime } from '../../shared/serviceTime.ts'
import type { Written } from './modelStore.ts'

/** The checker's own record of what reads showed about accepted sales, and which records a manager accepted. */
export interface ReadLedger {
  written(written: Pick<Written, 'after' | 'event'>): void
  /** A person restored an older copy of the file, which lacks later reports. */
  restored(): void
  /** Whether a manager has taken any record of the bank's for the sale's. */
  isTaken(transactionId: string): boolean
  /** Records of a person's search that the program has neither stored nor reported. */
  passedOver(
    rows: readonly SaleRow[],
    records: readonly TransactionRecord[],
  ): readonly { readonly transactionId: string; readonly why: string }[]
}

/** @param today the bank's day as the till knows it */
export function createReadLedger(today: () => string): ReadLedger {
  /** Sales with a difference reported since the file was last restored. */
  const told = new Set<string>()
  const taken = new Set<string>()

  /** Only accepted sales: records affect the others in other ways. */
  function problemsOf(row: SaleRow, shown: TransactionRecord): readonly string[] {
    const { transactionId, record } = row
    if (row.state !== 'accepted') return []
    const isSame =
      record !== null &&
      record.recordId === shown.recordId &&
      record.amount === shown.amount &&
      record.terminalId === shown.terminalId &&
      shown.accountNumber.endsWith(record.accountEnding)
    const isPaidOtherwise = row.datePaid !== null && row.datePaid !== shown.datePaid
    const isUntold = (!isSame || isPaidOtherwise) && row.differing === null && !told.has(transactionId)
    const isBelievable = believedPaidTime(shown, today()) !== undefined
    return [
      ...(isUntold ? [`record ${shown.recordId} differs and was not reported`] : []),
      ...(isSame && isBelievable && row.datePaid === null ? ['shown as paid, and not paid here'] : []),
    ]
  }

  return {
    written: ({ after, event }) => {
      if (event === 'foundDiffering') told.add(after.transactionId)
      if (event === 'managerAccepts' || event === 'managerTakesBanks') taken.add(after.transactionId)
    },
    restored: () => told.clear(),
    isTaken: (transactionId) => taken.has(transactionId),
    passedOver: (rows, records) =>
      records.flatMap((record) => {
        const { transactionId } = record
        const row = rows.find((each) => each.transactionId === transactionId)
        return row === undefined ? [] : problemsOf(row, record).map((why) => ({ transactionId, why }))
      }),
  }
}
