import { callError, type CallError, type Request } from '../../shared/contract.ts'
import { amountWire } from '../../shared/money.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { SaleDetail, SalePage, SaleView, WaitingReason } from '../../shared/sale.ts'
import { makeTransactionId } from '../../shared/transactionId.ts'
import type { Profile } from '../gateway/profile.ts'
import type { Random } from '../ports.ts'
import type { Terminals } from '../terminals/terminals.ts'
import { createCorrections } from './corrections.ts'
import type { Courier } from './courier.ts'
import { createDecisions } from './decisions.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { createEarlierSale } from './earlierSale.ts'
import { LOOKED_UP_STATES } from './lookUp.ts'
import { readReason } from './reason.ts'
import { canMakeReference, readEntry, type Entry } from './saleEntry.ts'
import { isSameDestination, type Destination, type SaleRow } from './saleRow.ts'
import type { SaleReadStore } from './saleReadStore.ts'
import type { NewSale, SaleStore } from './saleStore.ts'
import { searchTerms } from './saleSlices.ts'
import { saleView, timelineEntry, type ViewFacts } from './saleView.ts'

/** What a person asks of sales: record, read, remove, check. */
export interface Sales {
  record(request: Request<'sales.record'>): Result<SaleView, CallError>
  page(request: Request<'sales.page'>): Result<SalePage, CallError>
  get(transactionId: string): Result<SaleDetail, CallError>
  cancel(transactionId: string, reason: string): Result<SaleView, CallError>
  /** A manager's decision about a sale in review or conflict. */
  resolve(request: Request<'sales.resolve'>): Result<SaleDetail, CallError>
  checkNow(transactionId: string): Promise<Result<SaleDetail, CallError>>
  /** A person has seen that the bank refused the sale. Once is enough; a second time changes nothing. */
  noteRefusal(transactionId: string): Result<SaleDetail, CallError>
  /** The sales file was opened anew: a sale of which it was said that it was not saved is removed if it is in it. */
  reopened(): void
}

export interface SalesOptions {
  readonly context: DeliveryContext
  readonly store: SaleStore
  readonly reads: SaleReadStore
  readonly profile: Profile
  readonly random: Random
  readonly terminals: Pick<Terminals, 'chosen'>
  readonly courier: Pick<Courier, 'wake' | 'checkNow'>
  readonly heldBecause: () => WaitingReason | null
  /** The sales file: whether it takes writes, and a try to make it take them again. */
  readonly storage: {
    readonly isReadOnly: () => boolean
    readonly reopenNow: () => boolean
  }
  readonly revision: () => number
}

const TIMELINE_ENTRIES_MAX = 200
const NOT_SAVED_REASON = 'The disk had refused this sale, and the screen had said that it was not recorded.'
/** Chance makes two references equal less often than never; three tries are two more than enough. */
const REFERENCE_TRIES = 3

export function createSales(options: SalesOptions): Sales {
  const { context, terminals, courier, store, reads, profile, random } = options
  const { clock, awake, log } = context
  const decisions = createDecisions(context)
  const corrections = createCorrections(reads, store)
  const earlierSale = createEarlierSale(context, reads)

  const facts = (): ViewFacts => ({
    nowMs: clock.wallNowMs(),
    nowAwakeMs: awake.nowMs(),
    lateAfterMinutes: profile.settlement.lateAfterMinutes,
    heldBecause: options.heldBecause(),
  })

  /** A sale of the destination signed in now; another's is as good as not there. */
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
      recordReadAtMs: sale.recordAtMs,
      decision: decisions.view(sale),
      corrects: sale.corrects,
      correctedBy: corrections.of(sale).at(-1) ?? null,
      mayCorrect: corrections.refusal(sale) === undefined,
      isUnseenRefusal: reads.isUnseenRefusal(sale),
    }
  }

  /** Another destination's sale is not shown; that its reference is taken is all that is said. */
  function usedBefore(transactionId: string): Result<never, CallError> {
    const sale = own(transactionId)
    return callError('invalid', {
      fields: [{ field: 'transactionId', problem: 'used' }],
      ...(sale === undefined ? {} : { sale: saleView(sale, facts()) }),
    })
  }

  function linkProblem({ corrects }: Entry): Result<never, CallError> | undefined {
    if (corrects === '') return undefined
    const sale = own(corrects)
    if (sale !== undefined) return corrections.refusal(sale)
    return callError('invalid', { fields: [{ field: 'corrects', problem: 'notFound' }] })
  }

  /** What a person has to answer before the sale is written, or undefined where nothing has to be asked. */
  function ask(
    request: Request<'sales.record'>,
    entry: Entry,
    destination: Destination,
    terminalId: string,
  ): Result<never, CallError> | undefined {
    const { amountKobo, transactionId } = entry
    if (transactionId !== '' && store.byTransactionId(transactionId) !== undefined) {
      return usedBefore(transactionId)
    }
    const wrongLink = linkProblem(entry)
    if (wrongLink !== undefined) return wrongLink
    if (amountKobo >= profile.limits.confirmAboveNaira * 100 && !request.confirmedAmount) {
      return callError('needsAmountConfirmation')
    }
    if (request.confirmedSecondSale) return undefined
    const corrected = entry.corrects === '' ? undefined : own(entry.corrects)
    const earlier = earlierSale(destination, { terminalId, amountKobo, corrected })
    if (earlier === undefined) return undefined
    const { sale, otherCount } = earlier
    return callError('needsSecondSaleConfirmation', { sale: saleView(sale, facts()), otherCount })
  }

  /** References whose commit failed: a person was told that they were not saved, and that has to become true. */
  let notSaved: readonly string[] = []

  /** A failed commit may have taken effect all the same, so the file itself is asked before a person is told. */
  function insert(sale: NewSale): Result<SaleRow, 'used'> {
    try {
      return store.insert(sale, context.now())
    } catch (error) {
      const found = options.storage.reopenNow() ? store.byTransactionId(sale.transactionId) : undefined
      if (found !== undefined) return ok(found)
      notSaved = [...notSaved, sale.transactionId]
      throw error
    }
  }

  /** The same entry once more, under a typed reference whose commit had failed and yet took effect. */
  function savedAfterAll(entry: Entry, terminalId: string): Result<SaleRow, never> | undefined {
    const sale = own(entry.transactionId)
    const isSame = sale?.amountKobo === entry.amountKobo && sale.terminalId === terminalId
    return sale !== undefined && isSame && sale.state === 'queued' ? ok(sale) : undefined
  }

  function write(entry: Entry, destination: Destination, terminalId: string): Result<SaleRow, CallError> {
    const recordedAtMs = clock.wallNowMs()
    const isTyped = entry.transactionId !== ''
    for (let tries = 0; tries < REFERENCE_TRIES; tries += 1) {
      const inserted = insert({
        transactionId: isTyped ? entry.transactionId : makeTransactionId(recordedAtMs, random.bytes(10)),
        destination,
        terminalId,
        amountKobo: entry.amountKobo,
        amountWire: amountWire(entry.amountKobo, profile.amountFormat),
        note: entry.note,
        recordedAtMs,
        recordedBoot: context.boot,
        recordedAwakeMs: awake.nowMs(),
        // As it is written in the file: a person may have typed it in small letters.
        corrects: entry.corrects === '' ? null : (own(entry.corrects)?.transactionId ?? null),
      })
      if (inserted.ok) return inserted
      if (isTyped) return usedBefore(entry.transactionId)
    }
    return callError('internal', { detail: 'reference' })
  }

  return {
    record: (request) => {
      const destination = context.destination()
      if (destination === null) return callError('notSignedIn')
      const read = readEntry(request, profile.transactionIdPattern)
      if (!read.ok) return read
      if (read.value.transactionId === '' && !canMakeReference(profile.transactionIdPattern)) {
        return callError('invalid', { fields: [{ field: 'transactionId', problem: 'empty' }] })
      }
      const terminal = terminals.chosen()
      if (terminal === null) return callError('noTerminal')
      if (options.storage.isReadOnly()) return callError('readOnly')
      const isRetry = notSaved.includes(read.value.transactionId)
      notSaved = notSaved.filter((each) => each !== read.value.transactionId)
      if (!options.storage.reopenNow()) return callError('notSaved')
      let written: Result<SaleRow, CallError>
      try {
        written =
          (isRetry ? savedAfterAll(read.value, terminal.terminalId) : undefined) ??
          ask(request, read.value, destination, terminal.terminalId) ??
          write(read.value, destination, terminal.terminalId)
      } catch (error) {
        log('error', 'sales.notSaved', { name: error instanceof Error ? error.name : 'unknown' })
        return callError('notSaved')
      }
      if (!written.ok) return written
      context.onSaleChanged(written.value.transactionId)
      if (written.value.corrects !== null) context.onSaleChanged(written.value.corrects)
      courier.wake()
      return ok(saleView(written.value, facts()))
    },

    page: ({ filter, search, offset, limit }) => {
      const revision = options.revision()
      const destination = context.destination()
      if (destination === null) return ok({ sales: [], totalCount: 0, totalKobo: 0, revision })
      const { sales, all } = reads.page(destination, { filter, ...searchTerms(search), offset, limit })
      const shared = facts()
      return ok({
        sales: sales.map((sale) => saleView(sale, shared)),
        totalCount: all.count,
        totalKobo: all.kobo,
        revision,
      })
    },

    get: (transactionId) => {
      const sale = own(transactionId)
      return sale === undefined ? callError('notFound') : ok(detail(sale))
    },

    cancel: (transactionId, reasonText) => {
      const reason = readReason(reasonText)
      if (!reason.ok) return reason
      if (options.storage.isReadOnly()) return callError('readOnly')
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
      if (!cancelled.ok) return callError('notAllowed', { detail: sale.state })
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
        taken = decisions.take(sale, request)
      } catch (error) {
        log('error', 'sales.notResolved', { name: error instanceof Error ? error.name : 'unknown' })
        return callError('notSaved')
      }
      if (!taken.ok) return taken
      context.onSaleChanged(sale.transactionId)
      courier.wake()
      return ok(detail(taken.value))
    },

    checkNow: async (transactionId) => {
      if (options.storage.isReadOnly()) return callError('readOnly')
      const sale = own(transactionId)
      if (sale === undefined) return callError('notFound')
      if (!LOOKED_UP_STATES.includes(sale.state)) return callError('notAllowed', { detail: sale.state })
      await courier.checkNow(sale)
      const after = own(transactionId)
      return after === undefined ? callError('notFound') : ok(detail(after))
    },

    noteRefusal: (transactionId) => {
      const sale = own(transactionId)
      if (sale === undefined) return callError('notFound')
      if (sale.state !== 'refused') return callError('notAllowed', { detail: sale.state })
      if (options.storage.isReadOnly()) return callError('readOnly')
      if (!options.storage.reopenNow()) return callError('notSaved')
      if (reads.isUnseenRefusal(sale)) store.noteRefusal(sale, context.now())
      context.onSaleChanged(transactionId)
      return ok(detail(sale))
    },

    reopened: () => {
      for (const transactionId of notSaved) {
        const sale = store.byTransactionId(transactionId)
        if (sale?.state !== 'queued') continue
        store.apply(sale, 'cancelled', {}, context.now(), NOT_SAVED_REASON)
        context.onSaleChanged(transactionId)
      }
      notSaved = []
    },
  }
}
