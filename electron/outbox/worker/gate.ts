import type { Clock } from '../../ports.ts'
import { instantOf, passedMs, type Instant } from '../../instant.ts'

/** How long one good answer keeps the gate open (docs/delivery.md, "Rules"), ms. */
const OPEN_FOR_MS = 30_000

/**
 * No `logtransaction` is sent unless a GET with the current token was answered cleanly within the last 30 s. With a
 * captive portal, a dead token or a bank that is down, nothing is sent at all.
 */
export interface Gate {
  /** Whether it was opened, lately, by an answer to the token of this very generation. */
  isOpen(generation: number | null): boolean
  open(generation: number): void
  /** On resume, network change, sign-in, sign-out and after every send whose outcome is unknown. */
  close(): void
}

export function createGate(clock: Clock): Gate {
  let opened: { readonly at: Instant; readonly generation: number } | null = null
  return {
    isOpen: (generation) =>
      opened !== null && opened.generation === generation && passedMs(clock, opened.at) < OPEN_FOR_MS,
    open: (generation) => {
      opened = { at: instantOf(clock), generation }
    },
    close: () => {
      opened = null
    },
  }
}
