/** How long getting Electron may take. */
export interface Limits {
  /** From a question until anything is answered. */
  readonly silentMs: number
  /** Between two pieces of what is sent. */
  readonly stalledMs: number
  /** Of everything, unpacking included. */
  readonly wholeMs: number
}

export const LIMITS: Limits = { silentMs: 15_000, stalledMs: 60_000, wholeMs: 600_000 }
