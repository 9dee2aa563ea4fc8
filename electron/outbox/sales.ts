import { callError, type CallError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import type { Cashier } from '../../shared/people.ts'
import { ok, type Result } from '../../shared/result.ts'
import { eachRecordText, type RecordText } from '../../shared/record.ts'
import type { SaleDetail, SaleView, SalePage } from '../../shared/sale.ts'
import { createCorrections, type Corrections } from './corrections.ts'
import { createDecisions } from './decisions.ts'
import { createOwnSales, isUnseenRefusal, type OwnSales } from './ownSales.ts'
import { readReason } from './rules/reason.ts'
import type { SaleRow } from './rules/saleRow.ts'
import { signed } from './rules/signature.ts'
import type { SaleParts } from './saleParts.ts'
import type { RangeTotalsStore } from './store/rangeTotalsStore.ts'
import type { SaleListStore } from './store/saleListStore.ts'
import { observeOwed } from './worker/shownRecords.ts'
import type { OutboxWorker } from './worker/worker.ts'
import { mayBeLookedUp } from './worker/statusQuery.ts'
import { amountWire } from '../../shared/money.ts'
import { referenceMaker } from '../../shared/transactionId.ts'
import { createEntryChecks } from './entryChecks.ts'
import { readEntry, type Entry } from './rules/saleEntry.ts'
import type { Destination } from '../gateway/destination.ts'
import type { NewSale } from './store/saleWriteStore.ts'
import { createUnsavedSales, type UnsavedSales } from './unsavedSales.ts'
import { type Span, spanOf } from '../../shared/days.ts'
import type { TakesOfDays } from '../../shared/saleDays.ts'
import type { Recorded } from './rules/saleQuery.ts'
import { searchTerms } from './rules/searchTerms.ts'
import { lateLimits, saleView } from './rules/saleView.ts'
import { createSaleDays } from './saleDays.ts'
import type { DeliveryContext } from './worker/context.ts'

/** What a person asks of sales: record, read, remove, check. */
export interface Sales extends Recording, SaleLists {
  get(transactionId: string): Result<SaleDetail, CallError>
  view(sale: SaleRow): SaleView
  /** @param by left out: the cashier at the counter */
  cancel(transactionId: string, reason: string, by?: Cashier | null): Result<SaleView, CallError>
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

    cancel: (transactionId, reasonText, by = options.cashier()) => {
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
        signed(reason.value, by),
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

/** Records a sale: asks back if a person must confirm, writes it, then reports it. */
interface Recording extends Pick<UnsavedSales, 'salesChecked'> {
  /**
   * `confirmedRemovedSlip` and `confirmedAlikeSlip` come from a manager: the guard of the call has asked for one.
   * @param handed left out for a sale that a person typed
   */
  record(request: Request<'sales.record'>, handed?: HandedOver): Result<SaleView, CallError>
}

/** A sale that another program handed over. After any answer the program may ask again, under the same key. */
export interface HandedOver {
  readonly terminalId: string
  readonly cashier: Cashier | null
  /** Writes what belongs to it, inside the transaction of the sale. */
  readonly alongside: (sale: SaleRow) => void
}

/** Collisions are negligible; three tries are more than enough. */
const REFERENCE_TRIES = 3

function createRecording(parts: SaleParts, corrections: Corrections, sales: OwnSales): Recording {
  const { context, terminals, worker, store, profile, random, storage } = parts
  const { clock, awake, log } = context
  const checks = createEntryChecks(parts, corrections, sales)
  const unsaved = createUnsavedSales(parts, sales)
  const makeReference = referenceMaker(profile.transactionIdPattern, profile.reference)

  /** A failed commit may still have taken effect, so the file is checked before a person is told. */
  function insert(sale: NewSale, handed: HandedOver | undefined): Result<SaleRow, 'used'> {
    try {
      return store.insert(sale, context.now(), handed?.alongside)
    } catch (error) {
      const found = storage.reopenNow() ? store.byTransactionId(sale.transactionId) : undefined
      if (found !== undefined) return ok(found)
      // A person is told that it is not saved, which must become true. A program asks again.
      if (handed === undefined) unsaved.add(sale.transactionId)
      throw error
    }
  }

  function write(
    entry: Entry,
    destination: Destination,
    terminalId: string,
    handed: HandedOver | undefined,
  ): Result<SaleRow, CallError> {
    const recordedAtMs = clock.wallNowMs()
    const isTyped = entry.transactionId !== ''
    const draw = isTyped || makeReference === null ? () => entry.transactionId : makeReference
    for (let tries = 0; tries < REFERENCE_TRIES; tries += 1) {
      const sale: NewSale = {
        transactionId: draw(recordedAtMs, random.bytes),
        isTyped,
        destination,
        terminalId,
        amountKobo: entry.amountKobo,
        amountWire: amountWire(entry.amountKobo, profile.amountFormat),
        note: entry.note,
        recordedAtMs,
        recordedBoot: context.boot,
        recordedAwakeMs: awake.nowMs(),
        // As stored: a person may have typed it in small letters.
        corrects: entry.corrects === '' ? null : (sales.own(entry.corrects)?.transactionId ?? null),
        cashier: handed === undefined ? parts.cashier() : handed.cashier,
      }
      const inserted = insert(sale, handed)
      if (inserted.ok) return inserted
      if (isTyped) return checks.usedBefore(entry.transactionId)
    }
    return callError('internal', { about: 'reference' })
  }

  return {
    record: (request, handed) => {
      const destination = context.destination()
      if (destination === null) return callError('notSignedIn')
      const read = readEntry(request, profile)
      if (!read.ok) return read
      if (read.value.transactionId === '' && makeReference === null) {
        return callError('invalid', { fields: [{ field: 'transactionId', problem: 'empty' }] })
      }
      const terminal = handed ?? terminals.chosen()
      if (terminal === null) return callError('noTerminal')
      if (storage.isReadOnly()) return callError('readOnly')
      if (!storage.reopenNow()) return callError('notSaved')
      let written: Result<SaleRow, CallError>
      try {
        written =
          unsaved.savedAfterAll(read.value, terminal.terminalId) ??
          unsaved.removeUntyped() ??
          checks.ask(request, read.value, destination, terminal.terminalId) ??
          write(read.value, destination, terminal.terminalId, handed)
      } catch (error) {
        log('error', 'sales.notSaved', { name: error instanceof Error ? error.name : 'unknown' })
        return callError('notSaved')
      }
      if (!written.ok) return written
      context.onSaleChanged(written.value.transactionId)
      if (written.value.corrects !== null) context.onSaleChanged(written.value.corrects)
      worker.wake()
      return ok(sales.view(written.value))
    },

    salesChecked: unsaved.salesChecked,
  }
}

/** A sale of a list, with what its record says in texts. */
export type SaleOfFile = SaleView & { readonly texts: Readonly<Record<RecordText, string | null>> }

/** Lists of the sales of the destination signed in now. */
interface SaleLists {
  page(request: Request<'sales.page'>): Result<SalePage, CallError>
  /** For a report: matching sales recorded before another (null: all), from the newest back. */
  slice(
    asked: Pick<Request<'reports.sales'>, 'filter' | 'search'> & { readonly span: Span | null },
    before: Recorded | null,
    limit: number,
  ): readonly SaleOfFile[]
  days(request: Request<'sales.days'>): TakesOfDays
  /** The rows of changed sales that belong to the destination signed in now. */
  changed(transactionIds: readonly string[]): SaleView[]
}

function createSaleLists(
  options: {
    readonly context: Pick<DeliveryContext, 'destination'>
    readonly lists: SaleListStore
    readonly rangeTotals: RangeTotalsStore
    readonly revision: () => number
  },
  { own, facts }: Pick<OwnSales, 'own' | 'facts'>,
): SaleLists {
  const { context, lists } = options
  return {
    page: ({ search, range, ...asked }) => {
      const revision = options.revision()
      const destination = context.destination()
      if (destination === null)
        return ok({ sales: [], totalCount: 0, totalKobo: 0, none: null, order: null, revision })
      const shared = facts()
      const { sales, all, none, order } = lists.page(destination, {
        ...asked,
        span: spanOf(range ?? 'all', shared.nowMs),
        ...searchTerms(search),
        ...lateLimits(shared),
      })
      return ok({
        sales: sales.map((sale) => saleView(sale, shared)),
        totalCount: all.count,
        totalKobo: all.kobo,
        none,
        order,
        revision,
      })
    },

    days: createSaleDays({
      totals: options.rangeTotals,
      destination: context.destination,
      nowMs: () => facts().nowMs,
      revision: options.revision,
    }),

    slice: ({ filter, span, search }, before, limit) => {
      const destination = context.destination()
      if (destination === null) return []
      const shared = facts()
      const query = { filter, span, ...searchTerms(search), ...lateLimits(shared), limit }
      return lists.slice(destination, query, before).map((sale) => ({
        ...saleView(sale, shared),
        texts: eachRecordText((name) => sale.record?.[name] ?? null),
      }))
    },

    changed: (transactionIds) => {
      const shared = facts()
      return transactionIds
        .flatMap((transactionId) => own(transactionId) ?? [])
        .map((sale) => saleView(sale, shared))
    },
  }
}
