import type { Clock } from '../ports.ts'

/** How long one good answer vouches for the way to the bank (design §5.3), monotonic ms. */
const OPEN_FOR_MS = 30_000

/**
 * No `logtransaction` leaves unless a GET with the current token was answered cleanly within the last 30 s. That turns
 * a captive portal, a dead token or a bank that is down into something that never was sent.
 */
export interface Gate {
  /** Whether it was opened, lately, by an answer to this very token. */
  isOpen(token: string | null): boolean
  open(token: string): void
  /** On resume, network change, sign-in, sign-out and after every send whose outcome is unknown. */
  close(): void
}

export function createGate(clock: Pick<Clock, 'monotonicNowMs'>): Gate {
  let opened: { readonly atMs: number; readonly token: string } | null = null
  return {
    isOpen: (token) =>
      opened !== null && opened.token === token && clock.monotonicNowMs() - opened.atMs < OPEN_FOR_MS,
    open: (token) => {
      opened = { atMs: clock.monotonicNowMs(), token }
    },
    close: () => {
      opened = null
    },
  }
}
