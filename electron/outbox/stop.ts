import { isMadeTransactionId } from '../../shared/transactionId.ts'
import type { DeliveryContext, DeliveryReads } from './deliveryContext.ts'
import type { Destination, SaleRow } from './saleRow.ts'

/**
 * When sending stops because too many outcomes are unknown, and what may leave all the same. A stop that let nothing
 * leave would starve the proof that ends it: an absence is proven by a later sale that the bank shows. So one sale at a
 * time goes as a trial, of those of which it is certain that they were never sent before.
 */

/** Open unknown sales of a destination that stop all sending … */
const UNKNOWN_MAX = 5
/** … and how many in a row stop their terminal. Fewer open ones than {@link UNKNOWN_MAX} stop one terminal at most. */
const UNKNOWN_IN_A_ROW_MAX = 3
/** A trial follows two clean answers of the gate that are so far apart, awake ms. */
export const CLEAN_READS_APART_MS = 15_000
/** After a trial that is unknown too, the next one waits for so long, and twice as long each time; awake ms. */
const TRIAL_DELAY_MS = 60_000
const TRIAL_DOUBLINGS_MAX = 4

export type Stop =
  /** Of every terminal, until one of the open unknown sales is settled. */
  | { readonly kind: 'all' }
  /** Of one terminal: nothing but a trial leaves, from then on, awake ms. */
  | {
      readonly kind: 'terminal'
      readonly terminalId: string
      /** Trials of this stop that are unknown so far. */
      readonly trialCount: number
      readonly trialFromMs: number
    }

type StopReads = Pick<DeliveryReads, 'unknownCount' | 'terminalOfUnknown' | 'newestSent'>

/** @returns the stop as the file shows it, so that a restart neither ends it nor brings its next trial nearer */
export function stopOf(reads: StopReads, destination: Destination): Stop | null {
  const unknownCount = reads.unknownCount(destination)
  if (unknownCount >= UNKNOWN_MAX) return { kind: 'all' }
  if (unknownCount < UNKNOWN_IN_A_ROW_MAX) return null
  const terminalId = reads.terminalOfUnknown(destination, UNKNOWN_IN_A_ROW_MAX)
  if (terminalId === undefined) return null
  const newest = reads.newestSent(destination, terminalId, UNKNOWN_IN_A_ROW_MAX)
  const [last] = newest
  if (last === undefined || newest.length < UNKNOWN_IN_A_ROW_MAX) return null
  if (!newest.every(({ state }) => state === 'unknown')) return null
  const trialFromMs = (last.unknownSinceAwakeMs ?? 0) + trialDelayMs(last.trialNumber)
  return { kind: 'terminal', terminalId, trialCount: last.trialNumber, trialFromMs }
}

/** The same, its sales marked as part of it. */
export function markedStopOf(
  { reads, store }: Pick<DeliveryContext, 'reads' | 'store'>,
  destination: Destination,
): Stop | null {
  const stop = stopOf(reads, destination)
  if (stop !== null && reads.unmarkedUnknownCount(destination) > 0) store.markStop(destination)
  return stop
}

/**
 * What {@link markedStopOf} marks, and at a start more: the run that made the sales unknown may have ended before it
 * marked them. Where the row of one was changed since, the terminal that it names does not show what stopped, and so
 * many of them are taken for a stop whatever their terminals.
 */
export function markAtStart(
  { reads, store }: Pick<DeliveryContext, 'reads' | 'store'>,
  destination: Destination,
): void {
  if (markedStopOf({ reads, store }, destination) !== null) return
  const unknown = reads.unknownOf(destination)
  const isOneChanged = unknown.some((sale) => store.compareFacts(sale).kind !== 'same')
  if (unknown.length >= UNKNOWN_IN_A_ROW_MAX && isOneChanged) store.markStop(destination)
}

/**
 * An unknown sale that is about to be settled, with the mark of its stop. The write that made the stop may have been
 * refused and have taken effect, so that nothing has marked it yet; without this sale it shows no more.
 */
export function markedInStop(context: Pick<DeliveryContext, 'reads' | 'store'>, sale: SaleRow): SaleRow {
  markedStopOf(context, sale.destination)
  return context.store.byTransactionId(sale.transactionId) ?? sale
}

/** @param trialCount trials of a stop that are unknown so far */
export function trialDelayMs(trialCount: number): number {
  return trialCount === 0 ? 0 : TRIAL_DELAY_MS * 2 ** Math.min(trialCount - 1, TRIAL_DOUBLINGS_MAX)
}

/**
 * Whether it is certain that nothing of a queued sale ever left, from wherever: its reference was made here, and no send
 * of it was ever in doubt. A typed one may stand at another counter; one that goes out again may arrive after all.
 */
export function mayBeTrial(
  sale: Pick<SaleRow, 'transactionId' | 'unknownSinceAwakeMs' | 'resendCount'>,
): boolean {
  return (
    isMadeTransactionId(sale.transactionId) && sale.unknownSinceAwakeMs === null && sale.resendCount === 0
  )
}

/** What the gate answered since the last outcome that was unknown: one answer may be luck. Times are awake ms. */
export interface CleanReads {
  answered(nowMs: number): void
  /** A read failed, a send did, or the way to the bank changed: what was answered before counts no more. */
  forget(): void
  /** When to ask next, ms from now; null where two answers are far enough apart. */
  nextInMs(nowMs: number): number | null
}

export function createCleanReads(): CleanReads {
  let firstMs: number | null = null
  let isEnough = false
  return {
    answered: (nowMs) => {
      if (firstMs === null) firstMs = nowMs
      else if (nowMs - firstMs >= CLEAN_READS_APART_MS) isEnough = true
    },
    forget: () => {
      firstMs = null
      isEnough = false
    },
    nextInMs: (nowMs) => {
      if (isEnough) return null
      return firstMs === null ? 0 : Math.max(0, firstMs + CLEAN_READS_APART_MS - nowMs)
    },
  }
}
