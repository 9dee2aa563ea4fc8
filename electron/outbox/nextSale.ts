import type { DeliveryReads } from './deliveryContext.ts'
import type { Destination, SaleRow } from './saleRow.ts'
import { mayBeTrial, type Stop } from './stop.ts'

/** The queued sale that goes next, and how. */
export interface NextSale {
  readonly sale: SaleRow
  /** Sending has stopped, and nothing that waits may go as a trial. */
  readonly isHeldBack: boolean
  /** Sending from its terminal has stopped; it would go as the trial. */
  readonly isTrial: boolean
}

type QueueReads = Pick<DeliveryReads, 'nextQueued' | 'nextQueuedElsewhere' | 'nextTrial'>

/**
 * The first by local order of those that may go. A stop of one terminal keeps neither the sales of another nor a later
 * sale that may be its trial.
 * @param isTrialReady whether a trial could leave now
 */
export function nextSale(
  reads: QueueReads,
  destination: Destination,
  stop: Stop | null,
  nowAwakeMs: number,
  isTrialReady: boolean,
): NextSale | undefined {
  const sale = reads.nextQueued(destination, nowAwakeMs)
  if (sale === undefined) return undefined
  if (stop === null) return { sale, isHeldBack: false, isTrial: false }
  if (stop.kind === 'all') return { sale, isHeldBack: true, isTrial: false }
  const { terminalId } = stop
  const elsewhere = reads.nextQueuedElsewhere(destination, terminalId, nowAwakeMs)
  const found = reads.nextTrial(destination, terminalId, nowAwakeMs)
  const trial = found !== undefined && mayBeTrial(found) ? found : undefined
  const isTrialFirst =
    trial !== undefined && (elsewhere === undefined || (isTrialReady && trial.sequence < elsewhere.sequence))
  if (isTrialFirst) return { sale: trial, isHeldBack: false, isTrial: true }
  if (elsewhere !== undefined) return { sale: elsewhere, isHeldBack: false, isTrial: false }
  return { sale, isHeldBack: true, isTrial: false }
}
