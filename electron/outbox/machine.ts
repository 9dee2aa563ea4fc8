import type { SaleState } from '../../shared/sale.ts'

/**
 * What can happen to a sale. The names say what became known, not what to do about it.
 */
export type SaleEvent =
  /** The courier takes it: durable before the socket is opened. */
  | 'claimed'
  /** The bank answered `status:true` to the send. */
  | 'acceptedByAnswer'
  /** Not one byte left this computer, or the bank confirmed that this status never commits. */
  | 'provenUnsent'
  /** Anything else that a send can end in, a clean `status:false` included. */
  | 'outcomeUnknown'
  /** The program started and found it still `sending`: nobody knows how far that send came. */
  | 'foundSendingAtStart'
  /** The service has a record of it with equal amount and terminal. */
  | 'foundAtBank'
  /** The service has this id with another amount or terminal, or from long before it was recorded. */
  | 'foundDifferent'
  /** Still unknown after the time in which a look-up should have found it. */
  | 'leftUnsettled'
  /** A person removed it, with a reason. */
  | 'cancelled'

export interface Transition {
  readonly from: SaleState
  readonly event: SaleEvent
  readonly to: SaleState
  /** A condition on the row besides its state. */
  readonly onlyIf?: 'neverSent'
}

/**
 * Design §4, line by line, as far as its states are built. What is not in this table cannot happen: the store refuses
 * it and nothing is sent.
 */
export const transitions: readonly Transition[] = [
  { from: 'queued', event: 'claimed', to: 'sending' },
  { from: 'queued', event: 'foundAtBank', to: 'accepted' },
  { from: 'queued', event: 'foundDifferent', to: 'conflict' },
  { from: 'queued', event: 'cancelled', to: 'cancelled', onlyIf: 'neverSent' },

  { from: 'sending', event: 'acceptedByAnswer', to: 'accepted' },
  { from: 'sending', event: 'provenUnsent', to: 'queued' },
  { from: 'sending', event: 'outcomeUnknown', to: 'unknown' },
  { from: 'sending', event: 'foundSendingAtStart', to: 'unknown' },

  { from: 'unknown', event: 'foundAtBank', to: 'accepted' },
  { from: 'unknown', event: 'foundDifferent', to: 'conflict' },
  { from: 'unknown', event: 'leftUnsettled', to: 'review' },

  { from: 'review', event: 'foundAtBank', to: 'accepted' },
  { from: 'review', event: 'foundDifferent', to: 'conflict' },

  // A record of a sale that a person had removed: it must not stay out of sight.
  { from: 'cancelled', event: 'foundAtBank', to: 'conflict' },
  { from: 'cancelled', event: 'foundDifferent', to: 'conflict' },
]

/**
 * @param sendCount how often the sale was claimed for sending, ever
 * @returns the state that follows, or undefined where this event cannot happen to such a sale
 */
export function nextState(from: SaleState, event: SaleEvent, sendCount: number): SaleState | undefined {
  const transition = transitions.find((candidate) => candidate.from === from && candidate.event === event)
  if (transition === undefined) return undefined
  if (transition.onlyIf === 'neverSent' && sendCount > 0) return undefined
  return transition.to
}
