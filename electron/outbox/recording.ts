import { callError, type CallError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import { amountWire } from '../../shared/money.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { SaleView } from '../../shared/sale.ts'
import { referenceMaker } from '../../shared/transactionId.ts'
import type { Corrections } from './corrections.ts'
import { createEntryChecks } from './entryChecks.ts'
import type { OwnSales } from './ownSales.ts'
import { readEntry, type Entry } from './rules/saleEntry.ts'
import type { Destination } from '../gateway/destination.ts'
import type { SaleRow } from './rules/saleRow.ts'
import type { SaleParts } from './saleParts.ts'
import type { NewSale } from './store/saleWriteStore.ts'
import { createUnsavedSales, type UnsavedSales } from './unsavedSales.ts'

/** Records a sale: asks back if a person must confirm, writes it, then reports it. */
export interface Recording extends Pick<UnsavedSales, 'salesChecked'> {
  /** `confirmedRemovedSlip` and `confirmedAlikeSlip` come from a manager: the guard of the call has asked for one. */
  record(request: Request<'sales.record'>): Result<SaleView, CallError>
}

/** Collisions are negligible; three tries are more than enough. */
const REFERENCE_TRIES = 3

export function createRecording(parts: SaleParts, corrections: Corrections, sales: OwnSales): Recording {
  const { context, terminals, worker, store, profile, random, storage } = parts
  const { clock, awake, log } = context
  const checks = createEntryChecks(parts, corrections, sales)
  const unsaved = createUnsavedSales(parts, sales)
  const makeReference = referenceMaker(profile.transactionIdPattern, profile.reference)

  /** A failed commit may still have taken effect, so the file is checked before a person is told. */
  function insert(sale: NewSale): Result<SaleRow, 'used'> {
    try {
      return store.insert(sale, context.now())
    } catch (error) {
      const found = storage.reopenNow() ? store.byTransactionId(sale.transactionId) : undefined
      if (found !== undefined) return ok(found)
      unsaved.add(sale.transactionId)
      throw error
    }
  }

  function write(entry: Entry, destination: Destination, terminalId: string): Result<SaleRow, CallError> {
    const recordedAtMs = clock.wallNowMs()
    const isTyped = entry.transactionId !== ''
    const draw = isTyped || makeReference === null ? () => entry.transactionId : makeReference
    for (let tries = 0; tries < REFERENCE_TRIES; tries += 1) {
      const inserted = insert({
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
        cashier: parts.cashier(),
      })
      if (inserted.ok) return inserted
      if (isTyped) return checks.usedBefore(entry.transactionId)
    }
    return callError('internal', { about: 'reference' })
  }

  return {
    record: (request) => {
      const destination = context.destination()
      if (destination === null) return callError('notSignedIn')
      const read = readEntry(request, profile)
      if (!read.ok) return read
      if (read.value.transactionId === '' && makeReference === null) {
        return callError('invalid', { fields: [{ field: 'transactionId', problem: 'empty' }] })
      }
      const terminal = terminals.chosen()
      if (terminal === null) return callError('noTerminal')
      if (storage.isReadOnly()) return callError('readOnly')
      if (!storage.reopenNow()) return callError('notSaved')
      let written: Result<SaleRow, CallError>
      try {
        written =
          unsaved.savedAfterAll(read.value, terminal.terminalId) ??
          unsaved.removeUntyped() ??
          checks.ask(request, read.value, destination, terminal.terminalId) ??
          write(read.value, destination, terminal.terminalId)
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
