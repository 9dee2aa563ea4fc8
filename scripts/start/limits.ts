export interface Limits {
  /** From a request until the first answer. */
  readonly silentMs: number
  /** Between two pieces of the answer. */
  readonly stalledMs: number
  /** For everything, including unpacking. */
  readonly wholeMs: number
}

export const LIMITS: Limits = { silentMs: 15_000, stalledMs: 60_000, wholeMs: 600_000 }
