import { callError, type CallError, type Request } from '../../shared/contract.ts'
import { amountWire } from '../../shared/money.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { SaleView } from '../../shared/sale.ts'
import { makeTransactionId } from '../../shared/transactionId.ts'
import type { Corrections } from './corrections.ts'
import { createEarlierSale } from './earlierSale.ts'
import { canMakeReference, readEntry, type Entry } from './saleEntry.ts'
import type { Destination, SaleRow } from './saleRow.ts'
import type { SalesOptions } from './sales.ts'
import type { NewSale } from './saleStore.ts'
import { saleView, type ViewFacts } from './saleView.ts'

/** How a sale gets into the file: asked about where a person must say yes first, then written, then told of. */
export interface Recording {
  record(request: Request<'sales.record'>): Result<SaleView, CallError>
  /** The sales file was opened anew: a sale of which it was said that it was not saved is removed if it is in it. */
  reopened(): void
}

export interface RecordingOptions extends SalesOptions {
  readonly corrections: Corrections
  readonly facts: () => ViewFacts
  /** A sale of the destination signed in now; another's is as good as not there. */
  readonly own: (transactionId: string) => SaleRow | undefined
}

const NOT_SAVED_REASON = 'The disk had refused this sale, and the screen had said that it was not recorded.'
/** Chance makes two references equal less often than never; three tries are two more than enough. */
const REFERENCE_TRIES = 3

export function createRecording(options: RecordingOptions): Recording {
  const { context, terminals, courier, store, reads, profile, random, corrections, facts, own } = options
  const { clock, awake, log } = context
  const earlierSale = createEarlierSale(context, reads)

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
