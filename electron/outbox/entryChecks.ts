import { callError, type CallError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import type { Result } from '../../shared/result.ts'
import type { Corrections } from './corrections.ts'
import type { OwnSales } from './ownSales.ts'
import type { Entry } from './rules/saleEntry.ts'
import type { Destination } from '../gateway/destination.ts'
import type { SaleRow } from './rules/saleRow.ts'
import type { SaleParts } from './saleParts.ts'
import { observeOwed } from './worker/shownRecords.ts'
import type { DeliveryContext } from './worker/context.ts'
import type { SaleReadStore } from './store/saleReadStore.ts'

/** Compares an entry with the sales recorded before. */
export interface EntryChecks {
  /** Why it cannot be recorded, or what a person must confirm before; undefined if nothing. */
  ask(
    request: Request<'sales.record'>,
    entry: Entry,
    destination: Destination,
    terminalId: string,
  ): Result<never, CallError> | undefined
  /** Another destination's sale is not shown; the answer only says that its reference is taken. */
  usedBefore(transactionId: string): Result<never, CallError>
}

/** How long the slip of a removed sale is remembered, by this computer's clock; by awake time, as long as it is watched. */
const REMOVED_SLIP_MS = 24 * 60 * 60_000

export function createEntryChecks(
  { context, store, reads, profile }: SaleParts,
  corrections: Corrections,
  { own, view }: OwnSales,
): EntryChecks {
  const earlierSale = createEarlierSale(context, reads)

  function usedBefore(transactionId: string): Result<never, CallError> {
    const sale = own(transactionId)
    return callError('invalid', {
      fields: [{ field: 'transactionId', problem: 'used' }],
      ...(sale === undefined ? {} : { sale: view(sale) }),
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
    const sinceMs = context.clock.wallNowMs() - REMOVED_SLIP_MS
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
    return callError('needsRemovedSlipConfirmation', { sale: view(removed) })
  }

  /** The bank takes `1234 5678` and `12345678` for two sales, a person for one slip. */
  function askAboutAlike(
    request: Request<'sales.record'>,
    { transactionId, corrects }: Entry,
    destination: Destination,
  ): Result<never, CallError> | undefined {
    if (transactionId === '' || request.confirmedAlikeSlip === true) return undefined
    const corrected = corrects === '' ? undefined : own(corrects)
    const alike = reads.alike(destination, transactionId, corrected?.sequence ?? null)
    return alike === undefined ? undefined : callError('needsAlikeSlipConfirmation', { sale: view(alike) })
  }

  return {
    ask: (request, entry, destination, terminalId) => {
      const { amountKobo, transactionId } = entry
      if (transactionId !== '' && store.byTransactionId(transactionId) !== undefined) {
        return usedBefore(transactionId)
      }
      const wrongLink = linkProblem(entry)
      if (wrongLink !== undefined) return wrongLink
      if (amountKobo >= profile.limits.confirmAboveNaira * 100 && !request.confirmedAmount) {
        return callError('needsAmountConfirmation')
      }
      const aboutAlike = askAboutAlike(request, entry, destination)
      if (aboutAlike !== undefined) return aboutAlike
      const aboutSlip = askAboutSlip(request, entry, destination, terminalId)
      if (aboutSlip !== undefined) return aboutSlip
      if (request.confirmedSecondSale) return undefined
      const corrected = entry.corrects === '' ? undefined : own(entry.corrects)
      const earlier = earlierSale(destination, { terminalId, amountKobo, corrected })
      if (earlier === undefined) return undefined
      const { sale, otherCount } = earlier
      return callError('needsSecondSaleConfirmation', { sale: view(sale), otherCount })
    },
    usedBefore,
  }
}

/** A recorded sale that the new entry may repeat. */
interface EarlierSale {
  readonly sale: SaleRow
  /** How many more of that amount are open on the terminal. */
  readonly otherCount: number
}

/** What a person entered, as far as it identifies a sale. */
interface EnteredSale {
  readonly terminalId: string
  readonly amountKobo: number
  /** The sale that this one corrects: it does not count as an earlier one. */
  readonly corrected: SaleRow | undefined
}

/** Within this time a person is asked about the same amount on the same terminal, in any state of the earlier sale. */
const SAME_SALE_MS = 2 * 60_000

/** Finds the sale of the same amount on the same terminal that a person must confirm before recording another. */
function createEarlierSale(
  { awake, clock, boot }: Pick<DeliveryContext, 'awake' | 'clock' | 'boot'>,
  reads: Pick<SaleReadStore, 'sameAmount'>,
): (destination: Destination, entered: EnteredSale) => EarlierSale | undefined {
  function isRecent({ recordedBoot, recordedAwakeMs, recordedAtMs }: SaleRow): boolean {
    // A clock that was set must not switch the question off, nor a night's sleep switch it on.
    if (recordedBoot === boot) return awake.nowMs() - recordedAwakeMs < SAME_SALE_MS
    return Math.abs(clock.wallNowMs() - recordedAtMs) < SAME_SALE_MS
  }

  return (destination, { corrected, ...entered }) => {
    const { open, openCount, newest } = reads.sameAmount(destination, entered, corrected?.sequence ?? null)
    // At any age: while its outcome is unknown, the entry may be the same sale again.
    if (open !== undefined) return { sale: open, otherCount: openCount - 1 }
    return newest !== undefined && isRecent(newest) ? { sale: newest, otherCount: 0 } : undefined
  }
}
