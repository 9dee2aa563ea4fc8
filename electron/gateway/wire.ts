import type { DropReason } from '../../shared/callError.ts'

/**
 * Requests and outcomes, independent of any HTTP library. The transport, the practice bank and the simulation use these
 * types.
 */
export interface WireRequest {
  readonly method: 'GET' | 'POST'
  /** Absolute, query included. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** UTF-8 text; null for none. A GET may carry one (profile `getParameters: body`). */
  readonly body: string | null
  /** Limits the whole exchange, to the last byte of the answer. Then the socket is destroyed. */
  readonly timeoutMs: number
  /** A send waits for this answer, so the request goes before other reads. */
  readonly isBeforeSend?: true
}

/** The phase that an exchange reached. `request`: at least one byte of the request may have left this computer. */
export type WirePhase = 'lookup' | 'connect' | 'tls' | 'request' | 'response'

export type WireOutcome =
  | {
      readonly kind: 'response'
      readonly status: number
      /** Names in lower case. Repeated headers are joined by a comma. */
      readonly headers: Readonly<Record<string, string>>
      readonly body: string
      readonly elapsedMs: number
    }
  | {
      /** No status line came. */
      readonly kind: 'dropped'
      readonly phase: WirePhase
      readonly reason: DropReason
      /** Application bytes written to the socket. 0 proves that the request was never sent. */
      readonly bytesWritten: number
      readonly elapsedMs: number
    }
  | {
      /** A status line came, but the body ended early, timed out or exceeded the size bound. */
      readonly kind: 'truncated'
      readonly status: number
      readonly reason: DropReason
      readonly elapsedMs: number
    }

/** Makes one exchange on a new connection, once. Never throws, never follows a redirect, never retries. */
export type Transport = (request: WireRequest, signal?: AbortSignal) => Promise<WireOutcome>

/** True only if the request provably never left this computer. */
export function isProvenUnsent(outcome: WireOutcome): boolean {
  return outcome.kind === 'dropped' && outcome.bytesWritten === 0 && outcome.phase !== 'response'
}
