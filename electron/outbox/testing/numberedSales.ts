import { noRecordTexts } from '../../../shared/record.ts'
import type { TransactionRecord } from '../../gateway/answer.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import type { SaleStore } from '../store/saleStore.ts'

/** Tests with many sales number them: sale `n` has the reference `Sn` and `n` naira. */
export function saleNumbered(store: SaleStore, n: number): SaleRow {
  const found = store.byTransactionId(`S${n}`)
  if (found === undefined) throw new Error('not there')
  return found
}

/** The bank's unpaid record of sale `n`. */
export function recordNumbered(n: number, more: Partial<TransactionRecord> = {}): TransactionRecord {
  return {
    recordId: String(n),
    terminalRecordId: '1',
    terminalId: 'T1',
    accountNumber: '0123456789',
    amount: `${n}.00`,
    amountSettled: `${n}.00`,
    feePercentage: '0',
    isPaid: false,
    datePaid: '0001-01-01T00:00:00',
    transactionId: `S${n}`,
    serviceReference: '',
    timeReceived: '2026-11-20T10:00:00',
    ...noRecordTexts,
    ...more,
  }
}
