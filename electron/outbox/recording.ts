import { callError, type CallError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import { amountWire } from '../../shared/money.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { SaleView } from '../../shared/sale.ts'
import { isMadeTransactionId, makeTransactionId } from '../../shared/transactionId.ts'
import type { Profile } from '../gateway/profile.ts'
import type { Random, SettingsStore } from '../ports.ts'
import type { Corrections } from './corrections.ts'
import type { OutboxWorker } from './worker/outboxWorker.ts'
import type { DeliveryContext } from './worker/deliveryContext.ts'
import { createEarlierSale } from './worker/earlierSale.ts'
import { createNotSaved } from './notSaved.ts'
import { observeOwed } from './worker/observed.ts'
import { canMakeReference, readEntry, type Entry } from './rules/saleEntry.ts'
import type { SaleReadStore } from './store/saleReadStore.ts'
import type { Destination, SaleRow } from './rules/saleRow.ts'
import type { SaleStore } from './store/saleStore.ts'
import type { NewSale } from './store/saleWriteStore.ts'
import { saleView, type ViewFacts } from './rules/saleView.ts'

/** Records a sale: asks back if a person must confirm, writes it, then reports it. */
export interface Recording {
  /** `confirmedRemovedSlip` comes from a manager: the guard of the call has asked for one. */
  record(request: Request<'sales.record'>): Result<SaleView, CallError>
  /** After a check of the sales and before any send: removes sales that were reported as unsaved. */
  salesChecked(): void
}

/** What recording and the other operations on sales share. */
export interface SaleParts {
  readonly context: DeliveryContext
  readonly store: SaleStore
  readonly reads: SaleReadStore
  readonly profile: Profile
  readonly random: Random
  /** This counter's terminal; null if a person has to choose first. */
  readonly terminals: { readonly chosen: () => { readonly terminalId: string } | null }
  readonly worker: Pick<OutboxWorker, 'wake'>
  /** The sales file: whether it accepts writes, and a way to reopen it. */
  readonly storage: {
    readonly isReadOnly: () => boolean
    readonly reopenNow: () => boolean
  }
  /** Keeps the references reported as unsaved, outside the sales file. */
  readonly settings: Pick<SettingsStore, 'get' | 'set'>
}

export interface RecordingOptions extends SaleParts {
  readonly corrections: Corrections
  readonly facts: () => ViewFacts
  /** A sale of the destination signed in now; another's is treated as missing. */
  readonly own: (transactionId: string) => SaleRow | undefined
}

const NOT_SAVED_REASON = 'The disk had refused this sale, and the screen had said that it was not recorded.'
/** Collisions are negligible; three tries are more than enough. */
const REFERENCE_TRIES = 3

/** How long the slip of a removed sale is remembered, by this computer's clock; by awake time, as long as it is watched. */
const REMOVED_SLIP_MS = 24 * 60 * 60_000

export function createRecording(options: RecordingOptions): Recording {
  const { context, terminals, worker, store, reads, profile, random, corrections, facts, own } = options
  const { clock, awake, log } = context
  const earlierSale = createEarlierSale(context, reads)
  const notSaved = createNotSaved(options.settings, log)

  /** Another destination's sale is not shown; the answer only says that its reference is taken. */
  function usedBefore(transactionId: string): Result<never, CallError> {
    const sale = own(transactionId)
    return callError('invalid', {
      fields: [{ field: 'transactionId', problem: 'used' }],
      ...(sale === undefined ? {} : { sale: saleView(sale, facts()) }),
    })
  }

  function linkProblem({ corrects }: Entry): Result<never, CallError> | undefined {
    if (corrects === '') return undefined
    observeOwed(context, corrects)
    const sale = own(corrects)
    if (sale !== undefined) return corrections.refusal(sale)
    return callError('invalid', { fields: [{ field: 'corrects', problem: 'notFound' }] })
  }

  /**
   * The slip that was removed before anything of it was sent: another counter may be paid for it, now or later, and
   * without its reference nothing would show that. A "not found" from before the removal does not cover this.
   */
  function removedSlip(entry: Entry, destination: Destination, terminalId: string): SaleRow | undefined {
    const isTyped = entry.transactionId !== ''
    const corrected = entry.corrects === '' ? undefined : own(entry.corrects)
    // A correction removes a held sale.
    if (corrected?.state === 'cancelled' || corrected?.state === 'held') {
      const isSlip = reads.isTyped(corrected)
      if (corrected.askSinceAwakeMs !== null || (isSlip && !isTyped)) return corrected
    }
    // A typed reference is asked about itself.
    if (isTyped) return undefined
    const sinceMs = clock.wallNowMs() - REMOVED_SLIP_MS
    return reads.removedSlip(destination, { terminalId, amountKobo: entry.amountKobo }, sinceMs)
  }

  function askAboutSlip(
    request: Request<'sales.record'>,
    entry: Entry,
    destination: Destination,
    terminalId: string,
  ): Result<never, CallError> | undefined {
    const removed = removedSlip(entry, destination, terminalId)
    if (removed === undefined) return undefined
    if (request.confirmedRemovedSlip === true) return undefined
    return callError('needsRemovedSlipConfirmation', { sale: saleView(removed, facts()) })
  }

  /** What a person must confirm before the sale is written; undefined if nothing. */
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
    const aboutSlip = askAboutSlip(request, entry, destination, terminalId)
    if (aboutSlip !== undefined) return aboutSlip
    if (request.confirmedSecondSale) return undefined
    const corrected = entry.corrects === '' ? undefined : own(entry.corrects)
    const earlier = earlierSale(destination, { terminalId, amountKobo, corrected })
    if (earlier === undefined) return undefined
    const { sale, otherCount } = earlier
    return callError('needsSecondSaleConfirmation', { sale: saleView(sale, facts()), otherCount })
  }

  /** A failed commit may still have taken effect, so the file is checked before a person is told. */
  function insert(sale: NewSale): Result<SaleRow, 'used'> {
    try {
      return store.insert(sale, context.now())
    } catch (error) {
      const found = options.storage.reopenNow() ? store.byTransactionId(sale.transactionId) : undefined
      if (found !== undefined) return ok(found)
      notSaved.add(sale.transactionId)
      throw error
    }
  }

  function removeNotSaved(sale: SaleRow): void {
    // If that moves it, the cancellation is refused.
    observeOwed(context, sale.transactionId)
    store.apply(sale, 'cancelled', {}, context.now(), NOT_SAVED_REASON)
    context.onSaleChanged(sale.transactionId)
  }

  /**
   * Handles a typed reference whose earlier commit had failed. If that took effect after all, the same entry counts as
   * saved, and any other removes it.
   * @returns undefined if the entry is to be recorded like any other
   */
  function savedAfterAll(entry: Entry, terminalId: string): Result<SaleRow, CallError> | undefined {
    if (!notSaved.has(entry.transactionId)) return undefined
    const found = store.byTransactionId(entry.transactionId)
    const sale = found?.state === 'queued' ? found : undefined
    const isSame =
      sale !== undefined &&
      own(entry.transactionId) !== undefined &&
      sale.amountKobo === entry.amountKobo &&
      sale.terminalId === terminalId
    if (sale !== undefined && !isSame) removeNotSaved(sale)
    // While it is listed, the next start removes the sale: it may not be reported as saved.
    if (!notSaved.drop([entry.transactionId])) return callError('notSaved')
    return isSame ? ok(sale) : undefined
  }

  /**
   * Removes sales without a slip that were reported as unsaved, before the next entry is checked: otherwise that entry
   * would be called a second sale, beside one about to be removed.
   */
  function removeUntyped(): undefined {
    for (const transactionId of notSaved.all()) {
      if (!isMadeTransactionId(transactionId)) continue
      const sale = store.byTransactionId(transactionId)
      if (sale?.state === 'queued' && !reads.isTyped(sale)) removeNotSaved(sale)
    }
  }

  function write(entry: Entry, destination: Destination, terminalId: string): Result<SaleRow, CallError> {
    const recordedAtMs = clock.wallNowMs()
    const isTyped = entry.transactionId !== ''
    for (let tries = 0; tries < REFERENCE_TRIES; tries += 1) {
      const inserted = insert({
        transactionId: isTyped ? entry.transactionId : makeTransactionId(recordedAtMs, random.bytes(10)),
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
        corrects: entry.corrects === '' ? null : (own(entry.corrects)?.transactionId ?? null),
      })
      if (inserted.ok) return inserted
      if (isTyped) return usedBefore(entry.transactionId)
    }
    return callError('internal', { about: 'reference' })
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
      if (!options.storage.reopenNow()) return callError('notSaved')
      let written: Result<SaleRow, CallError>
      try {
        written =
          savedAfterAll(read.value, terminal.terminalId) ??
          removeUntyped() ??
          ask(request, read.value, destination, terminal.terminalId) ??
          write(read.value, destination, terminal.terminalId)
      } catch (error) {
        log('error', 'sales.notSaved', { name: error instanceof Error ? error.name : 'unknown' })
        return callError('notSaved')
      }
      if (!written.ok) return written
      context.onSaleChanged(written.value.transactionId)
      if (written.value.corrects !== null) context.onSaleChanged(written.value.corrects)
      worker.wake()
      return ok(saleView(written.value, facts()))
    },

    salesChecked: () => {
      const listed = notSaved.all()
      for (const transactionId of listed) {
        const sale = store.byTransactionId(transactionId)
        if (sale?.state === 'queued') removeNotSaved(sale)
      }
      notSaved.drop(listed)
    },
  }
}
