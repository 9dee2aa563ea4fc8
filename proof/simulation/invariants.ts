import type { SaleState } from '../../shared/sale.ts'

/**
 * What must never happen (docs/delivery.md, "Promises" and "Rules"). Independent of the rules under test: nothing here
 * comes from machine.ts or absenceProof.ts.
 */
export const invariants = {
  lost: 'I1: a sale that was acknowledged exists after any crash, in exactly one state',
  duplicated:
    'I2: at most one settlement per sale at a bank that does not deduplicate, unless a person decided it',
  sentWithoutClaim:
    'I3: no byte leaves without a durable claim of this very sale, for the merchant it belongs to',
  sentUnasked:
    'I3: a reference that was typed leaves only after a "not found" that can be believed, or by a manager',
  falselyAccepted: 'I4: accepted only on evidence that is true',
  resentWithoutProof: 'I5: no absence without the whole absence proof, and no second resend',
  twoInFlight: 'I5: never two sends at once',
  sentThroughClosedGate: 'I5: no send without a good answer of the last half minute',
  sentInStop:
    'I5: where too many outcomes are unknown nothing leaves but one trial at a time, never sent before, in its turn',
  stepNotAllowed: 'I6: every transition is one of the table, from the row that was there, with none left out',
  stuck: 'I7: once faults end, every sale comes to rest in bounded awake time',
  wrongTurn: 'I7: only a sale recorded just now goes past earlier ones, every second time and no more often',
  leftWaiting:
    'I7: once faults end, no sale waits in the queue for over fifteen minutes awake, unless a stop is shown',
  starved:
    'I7: while sending has stopped, a bank that is well again gets a sale within a minute, or at its turn',
  tokenLeftDead: 'I7: a token that the bank refuses, however it says so, is renewed within minutes',
  broken: 'I7: the rules themselves never throw',
  booksDiffer: 'I8: what this computer calls accepted is what the bank settled, sale by sale and in total',
  falselyRefused: 'I8: nothing that the bank settled is called refused',
  claimedTooMuch: 'I9: paid only on a payment that happened, and never before accepted',
  paidPassedOver:
    'I9: what a read shows of an accepted sale is taken: paid, or told to a person where it differs',
  takenBackFalsely: 'I9: a payment that the bank still shows is not told as taken back',
  secretKept: 'I10: no token and no whole account number in a row or in the log',
  rowChanged: 'I11: no row is deleted, and what was recorded never changes',
  sentOtherwise: 'I12: what is sent is what was recorded, even if the file differs',
} as const

export type Invariant = keyof typeof invariants

export interface Violation {
  readonly invariant: Invariant
  readonly transactionId: string
  readonly atMs: number
  readonly detail: string
}

/** Where each state may lead (docs/delivery.md, "States"), written a second time. */
export const leavesTo: Readonly<Record<SaleState, readonly SaleState[]>> = {
  // `unknown`: the file was restored from a copy, so it may have been sent since.
  queued: ['sending', 'accepted', 'conflict', 'held', 'cancelled', 'unknown'],
  sending: ['accepted', 'queued', 'unknown'],
  unknown: ['accepted', 'conflict', 'refused', 'review', 'queued'],
  review: ['accepted', 'conflict', 'queued', 'writtenOff', 'unknown'],
  // `unknown`: its record was under another reference, and a manager said that it is another sale's.
  conflict: ['accepted', 'writtenOff', 'unknown'],
  refused: ['accepted', 'conflict'],
  held: ['queued', 'accepted', 'conflict', 'cancelled', 'writtenOff', 'unknown'],
  // Only to itself: later differences are stored beside it.
  accepted: ['accepted'],
  cancelled: ['conflict'],
  writtenOff: ['accepted', 'conflict'],
}

/** States in which nothing more happens automatically, or a person has been told. */
export const atRest: readonly SaleState[] = [
  'accepted',
  'review',
  'conflict',
  'refused',
  'held',
  'cancelled',
  'writtenOff',
]
