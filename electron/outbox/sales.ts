import { callError, type CallError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { SaleDetail, SalePage, SaleView, WaitingReason } from '../../shared/sale.ts'
import { createCorrections } from './corrections.ts'
import type { OutboxWorker } from './worker/outboxWorker.ts'
import { changedFactsOf, createDecisions } from './decisions.ts'
import { mayBeLookedUp } from './worker/statusQuery.ts'
import { observeOwed } from './worker/observed.ts'
import { readReason } from './rules/reason.ts'
import { createRecording, type Recording, type SaleParts } from './recording.ts'
import type { SaleListStore } from './store/saleListStore.ts'
import { isSameDestination, type SaleRow } from './rules/saleRow.ts'
import { searchTerms } from './rules/searchTerms.ts'
import { lateLimits, saleView, timelineEntry, type ViewFacts } from './rules/saleView.ts'

/** What a person asks of sales: record, read, remove, check. */
export interface Sales extends Recording {
  page(request: Request<'sales.page'>): Result<SalePage, CallError>
  /** For a report: matching sales recorded before a sequence (null: all), from the newest back. */
  slice(
    asked: Pick<Request<'reports.sales'>, 'filter' | 'search'>,
    beforeSequence: number | null,
    limit: number,
  ): readonly SaleView[]
  get(transactionId: string): Result<SaleDetail, CallError>
  /** The rows of changed sales that belong to the destination signed in now. */
  changed(transactionIds: readonly string[]): ChangedRows
  cancel(transactionId: string, reason: string): Result<SaleView, CallError>
  /** A manager's decision about a sale in review or conflict, or about a differing record. */
  resolve(request: Request<'sales.resolve'>): Result<SaleDetail, CallError>
  checkNow(transactionId: string): Promise<Result<SaleDetail, CallError>>
  /** A person has seen that the bank refused the sale. A second time changes nothing. */
  noteRefusal(transactionId: string): Result<SaleDetail, CallError>
}

export interface ChangedRows {
  readonly sales: SaleView[]
  /** False if one is not, or no longer, a sale of this destination: a list may still show it. */
  readonly areAll: boolean
}

export interface SalesOptions extends SaleParts {
  readonly lists: SaleListStore
  readonly worker: Pick<OutboxWorker, 'wake' | 'checkNow'>
  readonly heldBecause: () => WaitingReason | null
  readonly revision: () => number
}

const TIMELINE_ENTRIES_MAX = 200

/** Refused, and neither noted nor corrected. */
function isUnseenRefusal({ state, refusalSeen }: SaleRow): boolean {
  return state === 'refused' && !refusalSeen
}

export function createSales(options: SalesOptions): Sales {
  const { context, worker, store, reads, lists, profile } = options
  const { clock, awake, log } = context
  const decisions = createDecisions(context, store)
  const corrections = createCorrections(reads, store)

  const facts = (): ViewFacts => ({
    nowMs: clock.wallNowMs(),
    nowAwakeMs: awake.nowMs(),
    lateAfterMinutes: profile.settlement.lateAfterMinutes,
    clockAheadMs: context.clockAheadMs(),
    heldBecause: options.heldBecause(),
  })

  /** A sale of the destination signed in now; another's is treated as missing. */
  function own(transactionId: string): SaleRow | undefined {
    const destination = context.destination()
    const sale = store.byTransactionId(transactionId)
    if (destination === null || sale === undefined) return undefined
    return isSameDestination(sale.destination, destination) ? sale : undefined
  }

  function detail(sale: SaleRow): SaleDetail {
    const timeline = reads
      .timeline(sale.sequence, TIMELINE_ENTRIES_MAX)
      .map(timelineEntry)
      .filter((entry) => entry !== undefined)
    return {
      sale: saleView(sale, facts()),
      timeline,
      record: sale.record,
      differing: sale.differingOpen ? sale.differing : null,
      differingReadAtMs: sale.differingOpen ? sale.differingAtMs : null,
      recordReadAtMs: sale.recordAtMs,
      decision: decisions.view(sale),
      changedFacts: changedFactsOf(sale, store.compareFacts(sale)),
      corrects: sale.corrects,
      correctedBy: corrections.of(sale).at(-1) ?? null,
      mayCorrect: corrections.refusal(sale) === undefined,
      isUnseenRefusal: isUnseenRefusal(sale),
    }
  }

  return {
    ...createRecording({ ...options, corrections, facts, own }),
    page: ({ search, ...asked }) => {
      const revision = options.revision()
      const destination = context.destination()
      if (destination === null) return ok({ sales: [], totalCount: 0, totalKobo: 0, revision })
      const shared = facts()
      const { sales, all } = lists.page(destination, {
        ...asked,
        ...searchTerms(search),
        ...lateLimits(shared),
      })
      return ok({
        sales: sales.map((sale) => saleView(sale, shared)),
        totalCount: all.count,
        totalKobo: all.kobo,
        revision,
      })
    },

    slice: ({ filter, search }, beforeSequence, limit) => {
      const destination = context.destination()
      if (destination === null) return []
      const shared = facts()
      const query = { filter, ...searchTerms(search), ...lateLimits(shared), limit }
      return lists.slice(destination, query, beforeSequence).map((sale) => saleView(sale, shared))
    },

    get: (transactionId) => {
      const sale = own(transactionId)
      return sale === undefined ? callError('notFound') : ok(detail(sale))
    },

    changed: (transactionIds) => {
      const found = transactionIds.flatMap((transactionId) => own(transactionId) ?? [])
      const shared = facts()
      return {
        sales: found.map((sale) => saleView(sale, shared)),
        areAll: found.length === transactionIds.length,
      }
    },

    cancel: (transactionId, reasonText) => {
      const reason = readReason(reasonText)
      if (!reason.ok) return reason
      if (options.storage.isReadOnly()) return callError('readOnly')
      observeOwed(context, transactionId)
      const sale = own(transactionId)
      if (sale === undefined) return callError('notFound')
      const cancelled = store.apply(
        sale,
        'cancelled',
        // A copy of this file may have sent it: the bank is asked now, and now and then for a day.
        { checkCount: 0, dueAwakeMs: awake.nowMs() },
        context.now(),
        reason.value,
      )
      if (!cancelled.ok) return callError('notAllowed', { reason: 'saleState', state: sale.state })
      context.onSaleChanged(transactionId)
      return ok(saleView(cancelled.value, facts()))
    },

    resolve: (request) => {
      if (options.storage.isReadOnly()) return callError('readOnly')
      if (!options.storage.reopenNow()) return callError('notSaved')
      const sale = own(request.transactionId)
      if (sale === undefined) return callError('notFound')
      let taken: Result<SaleRow, CallError>
      try {
        observeOwed(context, sale.transactionId)
        taken = decisions.take(own(sale.transactionId) ?? sale, request)
      } catch (error) {
        log('error', 'sales.notResolved', { name: error instanceof Error ? error.name : 'unknown' })
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
      if (options.storage.isReadOnly()) return callError('readOnly')
      const sale = own(transactionId)
      if (sale === undefined) return callError('notFound')
      if (!mayBeLookedUp(sale) && sale.state !== 'accepted')
        return callError('notAllowed', { reason: 'saleState', state: sale.state })
      await worker.checkNow(sale)
      const after = own(transactionId)
      return after === undefined ? callError('notFound') : ok(detail(after))
    },

    noteRefusal: (transactionId) => {
      const sale = own(transactionId)
      if (sale === undefined) return callError('notFound')
      if (sale.state !== 'refused') return callError('notAllowed', { reason: 'saleState', state: sale.state })
      if (options.storage.isReadOnly()) return callError('readOnly')
      if (!options.storage.reopenNow()) return callError('notSaved')
      if (isUnseenRefusal(sale)) store.noteRefusal(sale, context.now())
      context.onSaleChanged(transactionId)
      return ok(detail(own(transactionId) ?? sale))
    },
  }
}
