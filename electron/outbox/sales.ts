import { callError, type CallError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { SaleDetail, SaleView } from '../../shared/sale.ts'
import { createCorrections } from './corrections.ts'
import { createDecisions } from './decisions.ts'
import { createOwnSales, isUnseenRefusal } from './ownSales.ts'
import { createRecording, type Recording } from './recording.ts'
import { readReason } from './rules/reason.ts'
import type { SaleRow } from './rules/saleRow.ts'
import { signed } from './rules/signature.ts'
import { createSaleLists, type SaleLists } from './saleLists.ts'
import type { SaleParts } from './saleParts.ts'
import type { RangeTotalsStore } from './store/rangeTotalsStore.ts'
import type { SaleListStore } from './store/saleListStore.ts'
import { observeOwed } from './worker/shownRecords.ts'
import type { OutboxWorker } from './worker/worker.ts'
import { mayBeLookedUp } from './worker/statusQuery.ts'

/** What a person asks of sales: record, read, remove, check. */
export interface Sales extends Recording, SaleLists {
  get(transactionId: string): Result<SaleDetail, CallError>
  view(sale: SaleRow): SaleView
  cancel(transactionId: string, reason: string): Result<SaleView, CallError>
  /** A manager's decision about a sale in review or conflict, or about a differing record. */
  resolve(request: Request<'sales.resolve'>): Result<SaleDetail, CallError>
  checkNow(transactionId: string): Promise<Result<SaleDetail, CallError>>
  /** A person has seen that the bank refused the sale. A second time changes nothing. */
  noteRefusal(transactionId: string): Result<SaleDetail, CallError>
  /** Notes that its receipt was given to a printer, if the file can be written. */
  noteReceipt(transactionId: string): void
}

export interface SalesOptions extends SaleParts {
  readonly lists: SaleListStore
  readonly rangeTotals: RangeTotalsStore
  readonly worker: Pick<OutboxWorker, 'wake' | 'checkNow'>
  readonly revision: () => number
}

export function createSales(options: SalesOptions): Sales {
  const { context, worker, store, reads, storage } = options
  const decisions = createDecisions(context, store, options.cashier)
  const corrections = createCorrections(reads, store)
  const sales = createOwnSales(options, decisions, corrections)
  const { own, view, detail } = sales

  return {
    ...createRecording(options, corrections, sales),
    ...createSaleLists(options, sales),
    view,
    get: (transactionId) => {
      const sale = own(transactionId)
      return sale === undefined ? callError('notFound') : ok(detail(sale))
    },

    cancel: (transactionId, reasonText) => {
      const reason = readReason(reasonText)
      if (!reason.ok) return reason
      if (storage.isReadOnly()) return callError('readOnly')
      observeOwed(context, transactionId)
      const sale = own(transactionId)
      if (sale === undefined) return callError('notFound')
      const cancelled = store.apply(
        sale,
        'cancelled',
        // A copy of this file may have sent it: the bank is asked now, and now and then for a day.
        { checkCount: 0, dueAwakeMs: context.awake.nowMs() },
        context.now(),
        signed(reason.value, options.cashier()),
      )
      if (!cancelled.ok) return callError('notAllowed', { reason: 'saleState', state: sale.state })
      context.onSaleChanged(transactionId)
      return ok(view(cancelled.value))
    },

    resolve: (request) => {
      if (storage.isReadOnly()) return callError('readOnly')
      if (!storage.reopenNow()) return callError('notSaved')
      const sale = own(request.transactionId)
      if (sale === undefined) return callError('notFound')
      let taken: Result<SaleRow, CallError>
      try {
        observeOwed(context, sale.transactionId)
        taken = decisions.take(own(sale.transactionId) ?? sale, request)
      } catch (error) {
        context.log('error', 'sales.notResolved', { name: error instanceof Error ? error.name : 'unknown' })
        return callError('notSaved')
      }
      if (!taken.ok) return taken
      context.onSaleChanged(sale.transactionId)
      // The restored reference may differ.
      if (taken.value.transactionId !== sale.transactionId) context.onSaleChanged(taken.value.transactionId)
      worker.wake()
      return ok(detail(taken.value))
    },

    checkNow: async (transactionId) => {
      if (storage.isReadOnly()) return callError('readOnly')
      const sale = own(transactionId)
      if (sale === undefined) return callError('notFound')
      if (!mayBeLookedUp(sale) && sale.state !== 'accepted')
        return callError('notAllowed', { reason: 'saleState', state: sale.state })
      await worker.checkNow(sale)
      const after = own(transactionId)
      return after === undefined ? callError('notFound') : ok(detail(after))
    },

    noteReceipt: (transactionId) => {
      const sale = own(transactionId)
      // The paper is out in any case; only its mark as a copy depends on this.
      if (sale === undefined || storage.isReadOnly() || !storage.reopenNow()) return
      store.noteReceipt(sale, context.now(), options.cashier())
      context.onSaleChanged(transactionId)
    },

    noteRefusal: (transactionId) => {
      const sale = own(transactionId)
      if (sale === undefined) return callError('notFound')
      if (sale.state !== 'refused') return callError('notAllowed', { reason: 'saleState', state: sale.state })
      if (storage.isReadOnly()) return callError('readOnly')
      if (!storage.reopenNow()) return callError('notSaved')
      if (isUnseenRefusal(sale)) store.noteRefusal(sale, context.now(), options.cashier())
      context.onSaleChanged(transactionId)
      return ok(detail(own(transactionId) ?? sale))
    },
  }
}
