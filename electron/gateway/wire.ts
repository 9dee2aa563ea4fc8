import type { DropReason } from '../../shared/callError.ts'

/**
 * What travels between the app and the service, without any HTTP library in it. The transport, the practice bank and
 * the simulation all speak these types.
 */
export interface WireRequest {
  readonly method: 'GET' | 'POST'
  /** Absolute, query included. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** UTF-8 text; null for none. A GET may carry one (profile `getParameters: body`). */
  readonly body: string | null
  /** From the start of the exchange to the last byte of the answer; then the socket is destroyed. */
  readonly timeoutMs: number
  /** A send waits for its answer, so that it goes before other reads. */
  readonly isBeforeSend?: true
}

/** How far an exchange came. `request`: at least one byte of the request may have left this computer. */
export type WirePhase = 'lookup' | 'connect' | 'tls' | 'request' | 'response'

export type WireOutcome =
  | {
      readonly kind: 'response'
      readonly status: number
      /** Names in lower case; repeated ones joined by a comma. */
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
      readonly elapsedMs: number
    }
  | {
      /** No status line came. */
      readonly kind: 'dropped'
      readonly phase: WirePhase
      readonly reason: DropReason
      /** Application bytes handed to the socket. 0 is the proof that the request never left. */
      readonly bytesWritten: number
      readonly elapsedMs: number
    }
  | {
      /** A status line came but the body ended early, timed out in mid-answer, or passed the size bound. */
      readonly kind: 'truncated'
      readonly status: number
      readonly reason: DropReason
      readonly elapsedMs: number
    }

/** One exchange, on a connection of its own, tried once. Never throws, never follows a redirect, never retries. */
export type Transport = (request: WireRequest, signal?: AbortSignal) => Promise<WireOutcome>

/** True only where the request provably never left this computer. */
export function isProvenUnsent(outcome: WireOutcome): boolean {
  return outcome.kind === 'dropped' && outcome.bytesWritten === 0 && outcome.phase !== 'response'
}
