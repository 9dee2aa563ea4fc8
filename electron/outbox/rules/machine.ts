import type { HeldReason, SaleState } from '../../../shared/sale.ts'
import { isOfOther } from './references.ts'

/** What can happen to a sale. The names say what became known or who decided, not what to do next. */
export type SaleEvent =
  /** The worker takes it: durable before the socket opens. */
  | 'claimed'
  | 'acceptedByAnswer'
  /** Not one byte left this computer, or the bank confirmed that this status never commits. */
  | 'provenUnsent'
  /** Any other end of a send, even a clean `status:false`. */
  | 'outcomeUnknown'
  /** The program started and found it still `sending`: how far that send came is unknown. */
  | 'foundSendingAtStart'
  /** The sales file was damaged, or is older than the one last used here: it may have been sent since. */
  | 'salvaged'
  /** The service has a record of it with the same amount and terminal. */
  | 'foundAtBank'
  /** The service has this id with another amount or terminal, or from long before it was recorded. */
  | 'foundDifferent'
  /** The bank has a record that may be its, under a reference that no sale here has. */
  | 'foundUnaccounted'
  /** The absence proof is complete, and the profile asks a person. */
  | 'absentAsk'
  /** The absence proof is complete, and the bank has confirmed that it pays a reference once. */
  | 'absentResend'
  /** The bank had said no, and the absence proof (without its later sale) is complete. */
  | 'absentAfterNo'
  /** Still unknown after a look-up should have found it. */
  | 'leftUnsettled'
  /** Its own data breaks the sending rules: held before any byte was sent. */
  | 'foundUnsendable'
  /** For a while, no answer of the bank about it could be read: the bank may already have it. */
  | 'leftUnclear'
  /**
   * Its row differs from what the audit says was recorded, before any byte was sent; or it stands in a state that its
   * newest entry does not name. Such a sale may have been sent, even if its row says that it was not.
   */
  | 'foundChanged'
  /** The reason of the hold is fixed; id, amount and terminal are unchanged. */
  | 'released'
  /** It is accepted, and the bank shows a record that differs from the accepted one. */
  | 'foundDiffering'
  /** A person removed it, with a reason. */
  | 'cancelled'
  | 'managerSendsAgain'
  /** It is sent without a readable answer, on lists that lack it. */
  | 'managerSendsUnclear'
  | 'managerWritesOff'
  | 'managerAccepts'
  /** The record under another reference is of another sale. */
  | 'managerSaysOther'
  | 'managerRestores'
  /** If a record differs: the accepted one remains the sale's. */
  | 'managerKeepsOurs'
  /** If a record differs: it becomes the sale's. */
  | 'managerTakesBanks'

/** A condition on the row besides its state. */
export type Guard =
  /** No byte of it ever left this computer: see {@link neverLeft}. */
  | 'neverLeft'
  | 'mayGoAgain'
  | 'bankSaidNo'
  | 'freshLookUp'
  | 'unclearAndFresh'
  /** Held for another reason than changed facts, which no profile fixes. */
  | 'mendable'
  | 'factsChanged'
  /** Held for changed facts and sent before, on a fresh look-up. */
  | 'sentAndChanged'
  /** A differing record waits for a person, and the bank has just shown the sale. */
  | 'freshDifference'
  /** The bank has just shown a record under another reference. */
  | 'freshUnaccounted'

export interface Transition {
  readonly from: SaleState
  readonly event: SaleEvent
  readonly to: SaleState
  readonly onlyIf?: Guard
}

/** docs/delivery.md, "States", line by line. The store refuses any other transition. */
export const transitions: readonly Transition[] = [
  { from: 'queued', event: 'claimed', to: 'sending' },
  { from: 'queued', event: 'foundAtBank', to: 'accepted' },
  { from: 'queued', event: 'foundDifferent', to: 'conflict' },
  { from: 'queued', event: 'foundUnsendable', to: 'held' },
  { from: 'queued', event: 'leftUnclear', to: 'held' },
  { from: 'queued', event: 'foundChanged', to: 'held' },
  { from: 'queued', event: 'cancelled', to: 'cancelled', onlyIf: 'neverLeft' },
  { from: 'queued', event: 'salvaged', to: 'unknown' },

  // In a state that nothing recorded leads to. `queued` is above; an accepted sale stays accepted.
  { from: 'sending', event: 'foundChanged', to: 'held' },
  { from: 'unknown', event: 'foundChanged', to: 'held' },
  { from: 'review', event: 'foundChanged', to: 'held' },
  { from: 'conflict', event: 'foundChanged', to: 'held' },
  { from: 'held', event: 'foundChanged', to: 'held' },
  { from: 'refused', event: 'foundChanged', to: 'held' },
  { from: 'cancelled', event: 'foundChanged', to: 'held' },
  { from: 'writtenOff', event: 'foundChanged', to: 'held' },

  { from: 'sending', event: 'acceptedByAnswer', to: 'accepted' },
  { from: 'sending', event: 'provenUnsent', to: 'queued' },
  { from: 'sending', event: 'outcomeUnknown', to: 'unknown' },
  { from: 'sending', event: 'foundSendingAtStart', to: 'unknown' },
  { from: 'sending', event: 'salvaged', to: 'unknown' },

  { from: 'unknown', event: 'foundAtBank', to: 'accepted' },
  { from: 'unknown', event: 'foundDifferent', to: 'conflict' },
  { from: 'unknown', event: 'foundUnaccounted', to: 'conflict' },
  { from: 'unknown', event: 'absentAfterNo', to: 'refused', onlyIf: 'bankSaidNo' },
  { from: 'unknown', event: 'absentAsk', to: 'review' },
  { from: 'unknown', event: 'leftUnsettled', to: 'review' },
  { from: 'unknown', event: 'absentResend', to: 'queued', onlyIf: 'mayGoAgain' },
  { from: 'unknown', event: 'salvaged', to: 'unknown' },

  { from: 'review', event: 'foundAtBank', to: 'accepted' },
  { from: 'review', event: 'foundDifferent', to: 'conflict' },
  { from: 'review', event: 'foundUnaccounted', to: 'conflict' },
  { from: 'review', event: 'salvaged', to: 'unknown' },
  { from: 'review', event: 'managerSendsAgain', to: 'queued', onlyIf: 'freshLookUp' },
  { from: 'review', event: 'managerWritesOff', to: 'writtenOff', onlyIf: 'freshLookUp' },

  // A conflict never goes back to the queue: its reference is taken.
  { from: 'conflict', event: 'managerAccepts', to: 'accepted', onlyIf: 'freshLookUp' },
  { from: 'conflict', event: 'managerWritesOff', to: 'writtenOff', onlyIf: 'freshLookUp' },
  // Its own reference is not taken. Whether it may be sent again needs fresh evidence.
  { from: 'conflict', event: 'managerSaysOther', to: 'unknown', onlyIf: 'freshUnaccounted' },

  // Accepted stays accepted, whichever records the bank shows later: a difference is stored beside it, for a person.
  { from: 'accepted', event: 'foundDiffering', to: 'accepted' },
  { from: 'accepted', event: 'managerKeepsOurs', to: 'accepted', onlyIf: 'freshDifference' },
  { from: 'accepted', event: 'managerTakesBanks', to: 'accepted', onlyIf: 'freshDifference' },

  { from: 'refused', event: 'foundAtBank', to: 'accepted' },
  { from: 'refused', event: 'foundDifferent', to: 'conflict' },

  { from: 'held', event: 'released', to: 'queued', onlyIf: 'mendable' },
  { from: 'held', event: 'managerRestores', to: 'queued', onlyIf: 'factsChanged' },
  // A sale that was never sent from here may have been paid at another counter.
  { from: 'held', event: 'foundAtBank', to: 'accepted' },
  { from: 'held', event: 'foundDifferent', to: 'conflict' },
  { from: 'held', event: 'managerSendsUnclear', to: 'queued', onlyIf: 'unclearAndFresh' },
  { from: 'held', event: 'cancelled', to: 'cancelled', onlyIf: 'neverLeft' },
  { from: 'held', event: 'salvaged', to: 'unknown', onlyIf: 'mendable' },
  { from: 'held', event: 'managerWritesOff', to: 'writtenOff', onlyIf: 'sentAndChanged' },

  // A record of a sale that a person had closed: it must become visible again.
  { from: 'cancelled', event: 'foundAtBank', to: 'conflict' },
  { from: 'cancelled', event: 'foundDifferent', to: 'conflict' },
  { from: 'writtenOff', event: 'foundAtBank', to: 'accepted' },
  { from: 'writtenOff', event: 'foundDifferent', to: 'conflict' },
]

/** Sales that may have been sent since their row was written. A conflict never goes back to the queue. */
export const NOT_YET_ANSWERED = ['queued', 'sending', 'unknown', 'review', 'held'] as const

export interface GuardFacts {
  readonly state: SaleState
  /** How often the sale was claimed for sending, ever. */
  readonly sendCount: number
  /** Since when it was last unknown whether it had left; null if it was never in doubt. */
  readonly unknownSinceAwakeMs: number | null
  /** How often it went back to the queue after a proven absence. */
  readonly resendCount: number
  /** It was unknown when sending stopped. */
  readonly inStop: boolean
  readonly bankMessage: string | null
  readonly heldReason: HeldReason | null
  /** Awake ms since the bank last answered a look-up of this sale; null if it never did. */
  readonly lookUpAgeMs: number | null
  /** Whether a record that differs from the accepted one waits for a person. */
  readonly differingOpen: boolean
  readonly transactionId: string
  /** What the bank last showed. */
  readonly record: { readonly transactionId: string } | null
}

/** A person decides on a look-up younger than this (docs/delivery.md, "Not found"), awake ms. */
export const FRESH_LOOK_UP_MS = 60_000

function isFresh({ lookUpAgeMs }: GuardFacts): boolean {
  return lookUpAgeMs !== null && lookUpAgeMs < FRESH_LOOK_UP_MS
}

/**
 * Whether a queued or held sale certainly never left: every send of it was proven unsent, and its file was never in
 * doubt. A row that was changed from outside is trusted only if it was never claimed.
 */
export function neverLeft(
  sale: Pick<GuardFacts, 'sendCount' | 'unknownSinceAwakeMs' | 'heldReason'>,
): boolean {
  return sale.unknownSinceAwakeMs === null && (sale.sendCount === 0 || sale.heldReason !== 'factsChanged')
}

function holds(guard: Guard, sale: GuardFacts): boolean {
  switch (guard) {
    case 'neverLeft':
      return neverLeft(sale)
    case 'mayGoAgain':
      return sale.resendCount === 0 && !sale.inStop
    case 'bankSaidNo':
      return sale.bankMessage !== null
    case 'freshLookUp':
      return isFresh(sale)
    case 'unclearAndFresh':
      return sale.heldReason === 'bankUnclear' && isFresh(sale)
    case 'mendable':
      return sale.heldReason !== 'factsChanged'
    case 'factsChanged':
      return sale.heldReason === 'factsChanged'
    case 'sentAndChanged':
      return sale.heldReason === 'factsChanged' && !neverLeft(sale) && isFresh(sale)
    case 'freshDifference':
      return sale.differingOpen && isFresh(sale)
    case 'freshUnaccounted':
      return isOfOther(sale) && isFresh(sale)
  }
}

/** @returns the next state, or undefined if this event cannot happen to such a sale */
export function nextState(sale: GuardFacts, event: SaleEvent): SaleState | undefined {
  const transition = transitions.find((each) => each.from === sale.state && each.event === event)
  if (transition === undefined) return undefined
  return transition.onlyIf === undefined || holds(transition.onlyIf, sale) ? transition.to : undefined
}
