import * as z from 'zod/mini'

/** The states of a sale (docs/delivery.md, "States"). */
export const SaleState = z.enum([
  'queued',
  'sending',
  'unknown',
  'review',
  'conflict',
  'refused',
  'held',
  'accepted',
  'cancelled',
  'writtenOff',
])
export type SaleState = z.output<typeof SaleState>

/**
 * What a sale is, for every sum, screen, paper and file, in the words of all of them. Every sale is in exactly one. The
 * order is that of papers.
 */
export const standingWords = {
  paid: 'Paid',
  /** Accepted, and not paid yet. */
  onItsWay: 'On its way',
  /** Sent, and its outcome is not known. */
  checking: 'Checking',
  /** Waits to be sent. */
  waiting: 'Waiting',
  /** A person has to decide. */
  needsYou: 'Needs you',
  /** The bank showed it paid, and shows the same record unpaid now. A person has to decide. */
  paidBack: 'No longer paid',
  refused: 'Refused',
  removed: 'Removed',
  writtenOff: 'Written off',
} as const
export type Standing = keyof typeof standingWords
export const standings = Object.keys(standingWords) as readonly Standing[]

export interface StandingFacts {
  readonly state: SaleState
  /** The bank showed a payment that is believed (`believedPaidTime`), and nothing was put in its place since. */
  readonly isPaid: boolean
  /** A record that differs from the accepted one and waits for a person: `paidBack` is the same record, unpaid. */
  readonly difference: 'none' | 'paidBack' | 'other'
}

/** While a difference is open, nothing about the payment is certain. */
export function standingOf({ state, isPaid, difference }: StandingFacts): Standing {
  switch (state) {
    case 'accepted':
      if (difference !== 'none') return difference === 'paidBack' && isPaid ? 'paidBack' : 'needsYou'
      return isPaid ? 'paid' : 'onItsWay'
    case 'queued':
    case 'sending':
      return 'waiting'
    case 'unknown':
      return 'checking'
    case 'cancelled':
      return 'removed'
    case 'refused':
    case 'writtenOff':
      return state
    case 'review':
    case 'conflict':
    case 'held':
      return 'needsYou'
  }
}

/** Parts of a sum. What is recorded is `paid`, `unpaid` and `attention`; `none` stands beside it. */
export const TAKE_PARTS = ['paid', 'unpaid', 'attention', 'none'] as const
export type TakePart = (typeof TAKE_PARTS)[number]

/** What a sale is for the take: from a refused, removed or written-off one no money comes. */
export const PART_OF: Readonly<Record<Standing, TakePart>> = {
  paid: 'paid',
  onItsWay: 'unpaid',
  checking: 'unpaid',
  waiting: 'unpaid',
  needsYou: 'attention',
  paidBack: 'attention',
  refused: 'none',
  removed: 'none',
  writtenOff: 'none',
}
