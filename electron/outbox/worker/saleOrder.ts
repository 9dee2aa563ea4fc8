import type { DeliveryReads, DeliveryContext } from './context.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { mayBeTrial, type Stop } from './stop.ts'

/** The queued sale to send next, and how. */
export interface NextSale {
  readonly sale: SaleRow
  /** Sending has stopped, and no waiting sale may go as a trial. */
  readonly isHeldBack: boolean
  /** Sending from its terminal has stopped; it would be the trial. */
  readonly isTrial: boolean
  /** The number of that trial in its stop; 0 for none. */
  readonly trialNumber: number
  /** It passes earlier sales that could be sent. */
  readonly isPastEarlier: boolean
}

type QueueReads = Pick<DeliveryReads, 'nextQueued' | 'nextQueuedElsewhere' | 'nextTrial' | 'isTyped'>

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
  const trial = found !== undefined && mayBeTrial(found, reads.isTyped(found)) ? found : undefined
  const isTrialFirst =
    trial !== undefined && (elsewhere === undefined || (isTrialReady && trial.sequence < elsewhere.sequence))
  if (isTrialFirst) {
    const trialNumber = stop.trialCount + 1
    return { sale: trial, isHeldBack: false, isTrial: true, trialNumber, isPastEarlier: false }
  }
  if (elsewhere !== undefined) return { ...turns.choose(elsewhere, nowAwakeMs, terminalId), ...free }
  return heldBack
}

/**
 * Whose turn it is: a sale recorded just now may pass earlier ones every second time, because a cashier waits for it; a
 * backlog still moves at half its pace at least. Both lines are in local order, and every guard still applies.
 */
export interface Turns {
  /** @param otherThanTerminalId a terminal whose sales may not be sent now; null for none */
  choose(earlier: SaleRow, nowAwakeMs: number, otherThanTerminalId: string | null): Chosen
  /** The sale was sent, or delayed by an answer that says nothing: the next turn goes to the other line. */
  taken(isPastEarlier: boolean): void
}

export interface Chosen {
  readonly sale: SaleRow
  /** Earlier ones that could be sent wait behind it. */
  readonly isPastEarlier: boolean
}

/** No sale passes another. */
export const LOCAL_ORDER: Pick<Turns, 'choose'> = {
  choose: (earlier) => ({ sale: earlier, isPastEarlier: false }),
}

export interface TurnsParts {
  readonly boot: DeliveryContext['boot']
  readonly reads: Pick<DeliveryReads, 'nextRecordedSince'>
  readonly young: Pick<Young, 'has' | 'sinceMs'>
  /** Whether the search that a sale of the backlog needs is put off, so that its turn could send nothing. */
  readonly isSearchPutOff: (sale: SaleRow) => boolean
}

export function createTurns({ boot, reads, young, isSearchPutOff }: TurnsParts): Turns {
  let hasGonePast = false

  /** A resent sale has waited for a proof, and no cashier waits for it. */
  const mayGoPast = (sale: SaleRow): boolean =>
    young.has(sale) && sale.unknownSinceAwakeMs === null && sale.resendCount === 0

  return {
    choose: (earlier, nowAwakeMs, otherThanTerminalId) => {
      const inOrder = LOCAL_ORDER.choose(earlier, nowAwakeMs, otherThanTerminalId)
      if (young.has(earlier) || (hasGonePast && !isSearchPutOff(earlier))) return inOrder
      // A sale from before a sleep passes none, and those behind it must not wait with it.
      const since = { boot, sinceAwakeMs: young.sinceMs(), otherThanTerminalId }
      const sale = reads.nextRecordedSince(earlier.destination, since, nowAwakeMs)
      return sale === undefined || !mayGoPast(sale) ? inOrder : { sale, isPastEarlier: true }
    },
    taken: (isPastEarlier) => {
      hasGonePast = isPastEarlier
    },
  }
}

/** What was known of a sale at its recording holds this long, awake ms. */
export const YOUNG_MS = 60_000

/**
 * A sale is young for a minute of awake time after its recording, within this run, this opening of the file, and this
 * period awake.
 */
export interface Young {
  has(sale: SaleRow): boolean
  /** Of this run's sales, those recorded from then on are young; awake ms. */
  sinceMs(): number
  /** A row from before may be outdated. */
  fileReopened(): void
}

export function createYoung({ awake, boot }: Pick<DeliveryContext, 'awake' | 'boot'>): Young {
  let sinceAwakeMs = 0
  const sinceMs = (): number => Math.max(awake.nowMs() - YOUNG_MS + 1, sinceAwakeMs, awake.wokeAtMs())
  return {
    has: ({ recordedBoot, recordedAwakeMs }) => recordedBoot === boot && recordedAwakeMs >= sinceMs(),
    sinceMs,
    fileReopened: () => {
      // A sale of the same moment may be from before too.
      sinceAwakeMs = awake.nowMs() + 1
    },
  }
}
