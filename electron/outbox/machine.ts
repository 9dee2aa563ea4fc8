import type { SaleState } from '../../shared/sale.ts'

/** What can happen to a sale. The names say what became known or who decided, not what to do about it. */
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
  /** The sales file was damaged, or is older than the one last used here: it may have been sent since it was written. */
  | 'salvaged'
  /** The service has a record of it with equal amount and terminal. */
  | 'foundAtBank'
  /** The service has this id with another amount or terminal, or from long before it was recorded. */
  | 'foundDifferent'
  /** The absence proof is whole and the profile asks a person what to do. */
  | 'absentAsk'
  /** The absence proof is whole and the bank has confirmed that it pays a reference once. */
  | 'absentResend'
  /** The bank had said no, and the absence proof (without its later sale) is whole. */
  | 'absentAfterNo'
  /** Still unknown after the time in which a look-up should have found it. */
  | 'leftUnsettled'
  /** Its own data would not pass the rules of sending: stopped here, before any byte left. */
  | 'foundUnsendable'
  /** What held it is mended; id, amount and terminal are unchanged. */
  | 'released'
  /** A person removed it, with a reason. */
  | 'cancelled'
  | 'managerSendsAgain'
  | 'managerWritesOff'
  | 'managerAccepts'

/** A condition on the row besides its state. */
export type Guard = 'neverSent' | 'neverResent' | 'bankSaidNo' | 'freshLookUp'

export interface Transition {
  readonly from: SaleState
  readonly event: SaleEvent
  readonly to: SaleState
  readonly onlyIf?: Guard
}

/**
 * Design §4, line by line. What is not in this table cannot happen: the store refuses it and nothing is sent.
 */
export const transitions: readonly Transition[] = [
  { from: 'queued', event: 'claimed', to: 'sending' },
  { from: 'queued', event: 'foundAtBank', to: 'accepted' },
  { from: 'queued', event: 'foundDifferent', to: 'conflict' },
  { from: 'queued', event: 'foundUnsendable', to: 'held' },
  { from: 'queued', event: 'cancelled', to: 'cancelled', onlyIf: 'neverSent' },
  { from: 'queued', event: 'salvaged', to: 'unknown' },

  { from: 'sending', event: 'acceptedByAnswer', to: 'accepted' },
  { from: 'sending', event: 'provenUnsent', to: 'queued' },
  { from: 'sending', event: 'outcomeUnknown', to: 'unknown' },
  { from: 'sending', event: 'foundSendingAtStart', to: 'unknown' },
  { from: 'sending', event: 'salvaged', to: 'unknown' },

  { from: 'unknown', event: 'foundAtBank', to: 'accepted' },
  { from: 'unknown', event: 'foundDifferent', to: 'conflict' },
  { from: 'unknown', event: 'absentAfterNo', to: 'refused', onlyIf: 'bankSaidNo' },
  { from: 'unknown', event: 'absentAsk', to: 'review' },
  { from: 'unknown', event: 'leftUnsettled', to: 'review' },
  { from: 'unknown', event: 'absentResend', to: 'queued', onlyIf: 'neverResent' },

  { from: 'review', event: 'foundAtBank', to: 'accepted' },
  { from: 'review', event: 'foundDifferent', to: 'conflict' },
  { from: 'review', event: 'managerSendsAgain', to: 'queued', onlyIf: 'freshLookUp' },
  { from: 'review', event: 'managerWritesOff', to: 'writtenOff', onlyIf: 'freshLookUp' },

  // A conflict never goes back to the queue: the reference is taken.
  { from: 'conflict', event: 'managerAccepts', to: 'accepted', onlyIf: 'freshLookUp' },
  { from: 'conflict', event: 'managerWritesOff', to: 'writtenOff', onlyIf: 'freshLookUp' },

  { from: 'refused', event: 'foundAtBank', to: 'accepted' },
  { from: 'refused', event: 'foundDifferent', to: 'conflict' },

  { from: 'held', event: 'released', to: 'queued' },
  { from: 'held', event: 'cancelled', to: 'cancelled', onlyIf: 'neverSent' },

  // A record of a sale that a person had put aside: it must not stay out of sight.
  { from: 'cancelled', event: 'foundAtBank', to: 'conflict' },
  { from: 'cancelled', event: 'foundDifferent', to: 'conflict' },
  { from: 'writtenOff', event: 'foundAtBank', to: 'accepted' },
  { from: 'writtenOff', event: 'foundDifferent', to: 'conflict' },
]

/** The facts that guards look at. */
export interface GuardFacts {
  readonly state: SaleState
  /** How often the sale was claimed for sending, ever. */
  readonly sendCount: number
  /** How often it went back to the queue because its absence was proven. */
  readonly resendCount: number
  readonly bankMessage: string | null
  /** Since the bank last answered a look-up of this sale, awake ms; null where it never did. */
  readonly lookUpAgeMs: number | null
}

/** A person decides on what was looked up less than this before (design §4), awake ms. */
export const FRESH_LOOK_UP_MS = 60_000

function holds(guard: Guard, sale: GuardFacts): boolean {
  switch (guard) {
    case 'neverSent':
      return sale.sendCount === 0
    case 'neverResent':
      return sale.resendCount === 0
    case 'bankSaidNo':
      return sale.bankMessage !== null
    case 'freshLookUp':
      return sale.lookUpAgeMs !== null && sale.lookUpAgeMs < FRESH_LOOK_UP_MS
  }
}

/** @returns the state that follows, or undefined where this event cannot happen to such a sale */
export function nextState(sale: GuardFacts, event: SaleEvent): SaleState | undefined {
  const transition = transitions.find((each) => each.from === sale.state && each.event === event)
  if (transition === undefined) return undefined
  return transition.onlyIf === undefined || holds(transition.onlyIf, sale) ? transition.to : undefined
}
