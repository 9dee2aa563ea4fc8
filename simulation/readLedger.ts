import type { TransactionRecord } from '../electron/gateway/answer.ts'
import type { SaleRow } from '../electron/outbox/saleRow.ts'
import { believedPaidTime } from '../shared/serviceTime.ts'
import type { Written } from './modelStore.ts'

/** The checker's own account of what reads have shown of accepted sales, and of what a manager took of it. */
export interface ReadLedger {
  written(written: Pick<Written, 'after' | 'event'>): void
  /** A person put an older copy of the file back: what was told since is not in it. */
  restored(): void
  /** Whether a manager has taken the bank's record for the sale's, whichever it was. */
  isTaken(transactionId: string): boolean
  /** What a person's search has shown and the program, which has read it too, has neither taken nor told. */
  passedOver(
    rows: readonly SaleRow[],
    records: readonly TransactionRecord[],
  ): readonly { readonly transactionId: string; readonly why: string }[]
}

/** @param today what day the till can take it to be at the bank */
export function createReadLedger(today: () => string): ReadLedger {
  /** Of which a record that differs was told since the file was last put back. */
  const told = new Set<string>()
  const taken = new Set<string>()

  /** Accepted sales alone: what the others make of a record is their own. */
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
      ...(isUntold ? [`record ${shown.recordId} differs and is told to nobody`] : []),
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
