import type { HeldReason, SaleState } from '../../shared/sale.ts'

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
  /** For a while, nothing that the bank answered about it could be read: it may be there already. */
  | 'leftUnclear'
  /** Its row is not what the audit says was recorded: stopped here, before any byte left. */
  | 'foundChanged'
  /** What held it is mended; id, amount and terminal are unchanged. */
  | 'released'
  /** It is accepted, and the bank shows a record that is not what was accepted. */
  | 'foundDiffering'
  /** A person removed it, with a reason. */
  | 'cancelled'
  | 'managerSendsAgain'
  /** It goes without a readable answer, on lists that lack it. */
  | 'managerSendsUnclear'
  | 'managerWritesOff'
  | 'managerAccepts'
  /** A manager has what was recorded written back. */
  | 'managerRestores'
  /** Of a record that differs: what was accepted stays the sale's. */
  | 'managerKeepsOurs'
  /** Of a record that differs: it is the sale's from here on. */
  | 'managerTakesBanks'

/** A condition on the row besides its state. */
export type Guard =
  /** Nothing of it ever left this computer: see {@link neverLeft}. */
  | 'neverLeft'
  | 'mayGoAgain'
  | 'bankSaidNo'
  | 'freshLookUp'
  | 'unclearAndFresh'
  /** Held for another reason than changed facts, which no profile mends. */
  | 'mendable'
  /** Held because its facts were changed. */
  | 'factsChanged'
  /** The same, of a sale that was sent before, on a fresh look-up. */
  | 'sentAndChanged'
  /** A record that differs waits for a person, and the bank has just shown the sale. */
  | 'freshDifference'

export interface Transition {
  readonly from: SaleState
  readonly event: SaleEvent
  readonly to: SaleState
  readonly onlyIf?: Guard
}

/**
 * docs/delivery.md, "States", line by line. The store refuses a transition that is not in this table: nothing is sent.
 */
export const transitions: readonly Transition[] = [
  { from: 'queued', event: 'claimed', to: 'sending' },
  { from: 'queued', event: 'foundAtBank', to: 'accepted' },
  { from: 'queued', event: 'foundDifferent', to: 'conflict' },
  { from: 'queued', event: 'foundUnsendable', to: 'held' },
  { from: 'queued', event: 'leftUnclear', to: 'held' },
  { from: 'queued', event: 'foundChanged', to: 'held' },
  { from: 'queued', event: 'cancelled', to: 'cancelled', onlyIf: 'neverLeft' },
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
  { from: 'unknown', event: 'absentResend', to: 'queued', onlyIf: 'mayGoAgain' },

  { from: 'review', event: 'foundAtBank', to: 'accepted' },
  { from: 'review', event: 'foundDifferent', to: 'conflict' },
  { from: 'review', event: 'salvaged', to: 'unknown' },
  { from: 'review', event: 'managerSendsAgain', to: 'queued', onlyIf: 'freshLookUp' },
  { from: 'review', event: 'managerWritesOff', to: 'writtenOff', onlyIf: 'freshLookUp' },

  // A conflict never goes back to the queue: the reference is taken.
  { from: 'conflict', event: 'managerAccepts', to: 'accepted', onlyIf: 'freshLookUp' },
  { from: 'conflict', event: 'managerWritesOff', to: 'writtenOff', onlyIf: 'freshLookUp' },

  // Accepted stays accepted, whatever the bank shows later: what differs is a fact beside it, and for a person.
  { from: 'accepted', event: 'foundDiffering', to: 'accepted' },
  { from: 'accepted', event: 'managerKeepsOurs', to: 'accepted', onlyIf: 'freshDifference' },
  { from: 'accepted', event: 'managerTakesBanks', to: 'accepted', onlyIf: 'freshDifference' },

  { from: 'refused', event: 'foundAtBank', to: 'accepted' },
  { from: 'refused', event: 'foundDifferent', to: 'conflict' },

  { from: 'held', event: 'released', to: 'queued', onlyIf: 'mendable' },
  { from: 'held', event: 'managerRestores', to: 'queued', onlyIf: 'factsChanged' },
  // What was never sent from here may have been paid for at another counter.
  { from: 'held', event: 'foundAtBank', to: 'accepted' },
  { from: 'held', event: 'foundDifferent', to: 'conflict' },
  { from: 'held', event: 'managerSendsUnclear', to: 'queued', onlyIf: 'unclearAndFresh' },
  { from: 'held', event: 'cancelled', to: 'cancelled', onlyIf: 'neverLeft' },
  { from: 'held', event: 'salvaged', to: 'unknown', onlyIf: 'mendable' },
  { from: 'held', event: 'managerWritesOff', to: 'writtenOff', onlyIf: 'sentAndChanged' },

  // A record of a sale that a person had put aside: it must not stay out of sight.
  { from: 'cancelled', event: 'foundAtBank', to: 'conflict' },
  { from: 'cancelled', event: 'foundDifferent', to: 'conflict' },
  { from: 'writtenOff', event: 'foundAtBank', to: 'accepted' },
  { from: 'writtenOff', event: 'foundDifferent', to: 'conflict' },
]

/** What may have been sent since its row was written. A conflict never goes back to the queue. */
export const NOT_YET_ANSWERED = ['queued', 'sending', 'unknown', 'review', 'held'] as const

/** The facts that guards look at. */
export interface GuardFacts {
  readonly state: SaleState
  /** How often the sale was claimed for sending, ever. */
  readonly sendCount: number
  /** Since when it was last not known whether it had left; null where that was never in doubt. */
  readonly unknownSinceAwakeMs: number | null
  /** How often it went back to the queue because its absence was proven. */
  readonly resendCount: number
  /** It was among the unknown sales when sending stopped because of them. */
  readonly inStop: boolean
  readonly bankMessage: string | null
  readonly heldReason: HeldReason | null
  /** Since the bank last answered a look-up of this sale, awake ms; null where it never did. */
  readonly lookUpAgeMs: number | null
  /** Whether a record that differs from what was accepted waits for a person. */
  readonly differingOpen: boolean
}

/** A person decides on what was looked up less than this before (docs/delivery.md, "Not found"), awake ms. */
export const FRESH_LOOK_UP_MS = 60_000

function isFresh({ lookUpAgeMs }: GuardFacts): boolean {
  return lookUpAgeMs !== null && lookUpAgeMs < FRESH_LOOK_UP_MS
}

/**
 * Whether it is certain that nothing of a queued or held sale ever left: every send of it was proven unsent, and its file
 * was never in doubt. Of a row that other hands changed, only that it was never claimed is believed.
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
  }
}

/** @returns the state that follows, or undefined where this event cannot happen to such a sale */
export function nextState(sale: GuardFacts, event: SaleEvent): SaleState | undefined {
  const transition = transitions.find((each) => each.from === sale.state && each.event === event)
  if (transition === undefined) return undefined
  return transition.onlyIf === undefined || holds(transition.onlyIf, sale) ? transition.to : undefined
}
