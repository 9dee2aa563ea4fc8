/** What the parent tells a counter process on its command line, and what the process tells back, line by line. */

/** A point at which a counter process halts until it is killed, or at which something throws that nothing catches. */
export interface StopAt {
  readonly step: string
  readonly how: 'halt' | 'throw'
  /** Counts within this life, from 1. */
  readonly occurrence: number
}

export interface SaleToRecord {
  readonly amountKobo: number
  /** Empty: the program makes one. */
  readonly transactionId: string
  /** Delay after the previous sale was recorded, ms. */
  readonly afterMs: number
  /** Of a sale that a till hands over: the same in every life that asks about it. */
  readonly key?: string
  readonly soldAtMs?: number
}

export interface Orders {
  readonly dataDir: string
  readonly partnerUrl: string
  /** After its sales, `sell` goes on until killed; `settle` reports open sales until it may stop, and stops cleanly. */
  readonly mode: 'sell' | 'settle'
  readonly sales: readonly SaleToRecord[]
  readonly stopAt: StopAt | null
  /** The sales come through the door, from a till. */
  readonly isIntake?: boolean
  /** How far this computer's clock was set on, ms. */
  readonly clockAheadMs?: number
}

export interface SalvageOrders {
  readonly dataDir: string
  /** Where it halts until it is killed, the first time that it gets there. */
  readonly stopAt: string | null
}

/** A sale that is not at rest, as the screen would show it. */
export interface OpenSale {
  readonly transactionId: string
  readonly state: string
  readonly waitingReason: string | null
}

/** Main would start anew. */
export const CRASHED_EXIT_CODE = 3

export type Message =
  /** Loaded and started: from here on it records. */
  | { readonly kind: 'started' }
  /** The file was checked: from here on it sends. */
  | { readonly kind: 'sound' }
  /** `sales.record` returned ok. Written before anything else happens. */
  | {
      readonly kind: 'acknowledged'
      readonly transactionId: string
      readonly amountKobo: number
      readonly key?: string
    }
  /** `sales.record` returned an error; no promise was made. */
  | { readonly kind: 'notRecorded'; readonly code: string }
  /** A step was reached for the first time in this life. */
  | { readonly kind: 'step'; readonly step: string }
  /** Something threw at its {@link Orders.stopAt}; it stops, and ends by itself with {@link CRASHED_EXIT_CODE}. */
  | { readonly kind: 'threw'; readonly step: string }
  /** It halts at its {@link Orders.stopAt}. */
  | { readonly kind: 'halted'; readonly step: string }
  /** How many sales are being looked up now. */
  | { readonly kind: 'checking'; readonly count: number }
  /** After each of them was looked up again; `settle` only. */
  | { readonly kind: 'open'; readonly sales: readonly OpenSale[] }
  | { readonly kind: 'stopped' }
  /** An error in the log: the worker or the poller gave up, or a sale was not saved. */
  | { readonly kind: 'trouble'; readonly event: string }
