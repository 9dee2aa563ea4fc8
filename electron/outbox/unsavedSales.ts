import { callError, type CallError } from '../../shared/callError.ts'
import { ok, type Result } from '../../shared/result.ts'
import { createNotSaved } from './notSaved.ts'
import type { OwnSales } from './ownSales.ts'
import type { Entry } from './rules/saleEntry.ts'
import type { SaleRow } from './rules/saleRow.ts'
import type { SaleParts } from './saleParts.ts'
import { observeOwed } from './worker/shownRecords.ts'

/** Sales that were reported as unsaved, because their commit had failed. It may have taken effect after all. */
export interface UnsavedSales {
  add(transactionId: string): void
  /**
   * Handles a typed reference whose earlier commit had failed. If that took effect after all, the same entry counts as
   * saved, and any other removes it.
   * @returns undefined if the entry is to be recorded like any other
   */
  savedAfterAll(entry: Entry, terminalId: string): Result<SaleRow, CallError> | undefined
  /**
   * Removes sales without a slip that were reported as unsaved, before the next entry is checked: otherwise that entry
   * would be called a second sale, beside one about to be removed.
   */
  removeUntyped(): undefined
  /** After a check of the sales and before any send: removes sales that were reported as unsaved. */
  salesChecked(): void
}

const NOT_SAVED_REASON = 'The disk had refused this sale, and the screen had said that it was not recorded.'

export function createUnsavedSales(
  { context, store, reads, settings }: SaleParts,
  { own }: Pick<OwnSales, 'own'>,
): UnsavedSales {
  const notSaved = createNotSaved(settings, context.log)

  function remove(sale: SaleRow): void {
    // If that moves it, the cancellation is refused.
    observeOwed(context, sale.transactionId)
    store.apply(sale, 'cancelled', {}, context.now(), NOT_SAVED_REASON)
    context.onSaleChanged(sale.transactionId)
  }

  return {
    add: notSaved.add,
    savedAfterAll: (entry, terminalId) => {
      if (!notSaved.has(entry.transactionId)) return undefined
      const found = store.byTransactionId(entry.transactionId)
      const sale = found?.state === 'queued' ? found : undefined
      const isSame =
        sale !== undefined &&
        own(entry.transactionId) !== undefined &&
        sale.amountKobo === entry.amountKobo &&
        sale.terminalId === terminalId
      if (sale !== undefined && !isSame) remove(sale)
      // While it is listed, the next start removes the sale: it may not be reported as saved.
      if (!notSaved.drop([entry.transactionId])) return callError('notSaved')
      return isSame ? ok(sale) : undefined
    },
    removeUntyped: () => {
      for (const transactionId of notSaved.all()) {
        const sale = store.byTransactionId(transactionId)
        if (sale?.state === 'queued' && !reads.isTyped(sale)) remove(sale)
      }
    },
    salesChecked: () => {
      const listed = notSaved.all()
      for (const transactionId of listed) {
        const sale = store.byTransactionId(transactionId)
        if (sale?.state === 'queued') remove(sale)
      }
      notSaved.drop(listed)
    },
  }
}
