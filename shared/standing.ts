import type { SaleState } from './sale.ts'

/** What a sale is, for every sum, screen, paper and file. Every sale is in exactly one. */
export const standings = [
  'paid',
  /** Accepted, and not paid yet. */
  'onItsWay',
  /** Sent, and its outcome is not known. */
  'checking',
  /** Waits to be sent. */
  'waiting',
  /** A person has to decide. */
  'needsYou',
  'refused',
  'removed',
  'writtenOff',
] as const
export type Standing = (typeof standings)[number]

export interface StandingFacts {
  readonly state: SaleState
  /** The bank showed a payment that is believed (`believedPaidTime`), and nothing was put in its place since. */
  readonly isPaid: 0 | 1
  /** A record that differs from the accepted one waits for a person: nothing about the payment is certain. */
  readonly isDiffering: 0 | 1
}

export function standingOf({ state, isPaid, isDiffering }: StandingFacts): Standing {
  switch (state) {
    case 'accepted':
      if (isDiffering === 1) return 'needsYou'
      return isPaid === 1 ? 'paid' : 'onItsWay'
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
