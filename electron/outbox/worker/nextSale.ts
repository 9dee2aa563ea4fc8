import type { DeliveryReads } from './deliveryContext.ts'
import type { Destination, SaleRow } from '../rules/saleRow.ts'
import { mayBeTrial, type Stop } from './stop.ts'
import { LOCAL_ORDER, type Turns } from './turns.ts'

/** The queued sale to send next, and how. */
export interface NextSale {
  readonly sale: SaleRow
  /** Sending has stopped, and no waiting sale may go as a trial. */
  readonly isHeldBack: boolean
  /** Sending from its terminal has stopped; it would be the trial. */
  readonly isTrial: boolean
  /** The number of that trial in its stop; 0 for none. */
  readonly trialNumber: number
  /** It passes earlier sales that could be sent (turns.ts). */
  readonly isPastEarlier: boolean
}

type QueueReads = Pick<DeliveryReads, 'nextQueued' | 'nextQueuedElsewhere' | 'nextTrial'>

/**
 * The first by local order of those that may be sent, or one recorded just now whose turn it is. A stop of one terminal
 * blocks neither other terminals nor a later sale that may be its trial; turns do not affect the choice of the trial.
 * @param isTrialReady whether a trial could be sent now
 */
export function nextSale(
  reads: QueueReads,
  destination: Destination,
  stop: Stop | null,
  nowAwakeMs: number,
  isTrialReady: boolean,
  turns: Pick<Turns, 'choose'> = LOCAL_ORDER,
): NextSale | undefined {
  const sale = reads.nextQueued(destination, nowAwakeMs)
  if (sale === undefined) return undefined
  const free = { isHeldBack: false, isTrial: false, trialNumber: 0 } as const
  const heldBack = { ...free, sale, isHeldBack: true, isPastEarlier: false }
  if (stop === null) return { ...turns.choose(sale, nowAwakeMs, null), ...free }
  if (stop.kind === 'all') return heldBack
  const { terminalId } = stop
  const elsewhere = reads.nextQueuedElsewhere(destination, terminalId, nowAwakeMs)
  const found = reads.nextTrial(destination, terminalId, nowAwakeMs)
  const trial = found !== undefined && mayBeTrial(found) ? found : undefined
  const isTrialFirst =
    trial !== undefined && (elsewhere === undefined || (isTrialReady && trial.sequence < elsewhere.sequence))
  if (isTrialFirst) {
    const trialNumber = stop.trialCount + 1
    return { sale: trial, isHeldBack: false, isTrial: true, trialNumber, isPastEarlier: false }
  }
  if (elsewhere !== undefined) return { ...turns.choose(elsewhere, nowAwakeMs, terminalId), ...free }
  return heldBack
}
