import type { DeliveryContext, DeliveryReads } from './context.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'

/**
 * When too many outcomes are unknown, sending stops. A stop without exceptions would never end: proof of absence needs a
 * later sale that the bank shows. So one sale at a time leaves as a trial, chosen from those that were never sent.
 */

/** This many open unknown sales of a destination stop all sending. */
const UNKNOWN_MAX = 5
/** This many unknown sales in a row stop their terminal. Fewer than {@link UNKNOWN_MAX} stop at most one terminal. */
const UNKNOWN_IN_A_ROW_MAX = 3
/** After an unknown trial, the next one waits this long, and twice as long each time; awake ms. */
const TRIAL_DELAY_MS = 60_000
const TRIAL_DOUBLINGS_MAX = 4

export type Stop =
  /** Every terminal, until one of the open unknown sales is settled. */
  | { readonly kind: 'all' }
  /** One terminal: only a trial is sent, from then on, awake ms. */
  | {
      readonly kind: 'terminal'
      readonly terminalId: string
      /** Unknown trials of this stop so far. */
      readonly trialCount: number
      readonly trialFromMs: number
    }

type StopReads = Pick<DeliveryReads, 'unknownCount' | 'terminalOfUnknown' | 'newestSent'>

/** @returns the stop according to the file, so that a restart neither ends it nor brings its next trial nearer */
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

/** The same, with its sales marked as part of it. */
export function markedStopOf(
  { reads, store }: Pick<DeliveryContext, 'reads' | 'store'>,
  destination: Destination,
): Stop | null {
  const stop = stopOf(reads, destination)
  if (stop !== null && reads.unmarkedUnknownCount(destination) > 0) store.markStop(destination)
  return stop
}

/**
 * Marks the stops at a start, where the earlier run may have ended before it marked the unknown sales. If one of their
 * rows was changed since, its terminal or client no longer shows the stop, so enough unknown sales of any terminals and
 * clients count as one.
 */
export function markAtStart({ reads, store }: Pick<DeliveryContext, 'reads' | 'store'>): void {
  const destinations = reads.unknownDestinations()
  const unstopped = destinations.filter((each) => markedStopOf({ reads, store }, each) === null)
  if (unstopped.length === 0) return
  const unknown = destinations.flatMap((each) => reads.unknownOf(each))
  const isOneChanged = (): boolean => unknown.some((sale) => store.compareFacts(sale).kind !== 'same')
  if (unknown.length >= UNKNOWN_IN_A_ROW_MAX && isOneChanged())
    for (const each of unstopped) store.markStop(each)
}

/**
 * Marks the stop before one of its unknown sales is settled. The write that caused the stop may have failed and taken
 * effect, so that it is unmarked; without this sale it would no longer show.
 */
export function markedInStop(context: Pick<DeliveryContext, 'reads' | 'store'>, sale: SaleRow): SaleRow {
  markedStopOf(context, sale.destination)
  return context.store.byTransactionId(sale.transactionId) ?? sale
}

/** @param trialCount unknown trials of a stop so far */
export function trialDelayMs(trialCount: number): number {
  return trialCount === 0 ? 0 : TRIAL_DELAY_MS * 2 ** Math.min(trialCount - 1, TRIAL_DOUBLINGS_MAX)
}

/**
 * Whether a queued sale certainly never left, from here or another counter: its reference was made here, and no send of
 * it was ever in doubt. A typed one may be at another counter; an earlier send of a resent one may still arrive.
 */
export function mayBeTrial(
  sale: Pick<SaleRow, 'unknownSinceAwakeMs' | 'resendCount'>,
  isTyped: boolean,
): boolean {
  return !isTyped && sale.unknownSinceAwakeMs === null && sale.resendCount === 0
}
