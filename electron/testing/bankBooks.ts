import type { LedgerRecord, LedgerState } from '../../sandbox/ledgerState.ts'
import type { TransactionRecord } from '../gateway/answer.ts'
import type { Counter } from './counter.ts'

/** Rewrites the practice bank's records, as a bank that corrects its books may. All tokens expire. */
export function changeBooks(
  shop: Pick<Counter, 'bank'>,
  change: (records: readonly LedgerRecord[]) => readonly LedgerRecord[],
): void {
  const { version, books } = shop.bank.snapshot() as { version: number; books: LedgerState }
  if (!shop.bank.restore({ version, books: { ...books, records: change(books.records) } })) {
    throw new Error('the practice bank does not take these books')
  }
}

/** Changes what the bank has under one reference. */
export function changeRecord(
  shop: Pick<Counter, 'bank'>,
  transactionId: string,
  change: Partial<LedgerRecord>,
): void {
  changeBooks(shop, (records) =>
    records.map((record) => (record.transactionId === transactionId ? { ...record, ...change } : record)),
  )
}

/** Adds a record under a reference that the bank already has. */
export function addRecord(
  shop: Pick<Counter, 'bank'>,
  transactionId: string,
  change: Partial<LedgerRecord>,
): void {
  changeBooks(shop, (records) => {
    const first = records.find((record) => record.transactionId === transactionId)
    if (first === undefined) throw new Error('the bank has no such record')
    return [...records, { ...first, recordId: first.recordId + 5_000, ...change }]
  })
}

/** A person searches a terminal's days in Find. @returns what the bank showed */
export async function find(shop: Counter): Promise<readonly Pick<TransactionRecord, 'transactionId'>[]> {
  const day = (addDays: number): string =>
    new Date(shop.time.clock.wallNowMs() + addDays * 24 * 60 * 60_000).toISOString().slice(0, 10)
  const terminalId = shop.bank.terminals()[0]?.terminalId ?? ''
  const searching = shop.backend().handlers['records.search']({
    searchId: `search ${shop.time.clock.wallNowMs()}`,
    terminalId,
    dateFrom: day(-1),
    dateTo: day(1),
    basis: 'saleDate',
    filter: { show: 'all', amountText: '' },
  } as never)
  await shop.time.pass(5_000)
  const found = await searching
  if (!found.ok) throw new Error(JSON.stringify(found.error))
  return found.value.records
}
