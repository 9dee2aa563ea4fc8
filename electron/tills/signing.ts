import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/**
 * How a till and Tillside prove to each other who they are, without the secret on the wire: each signs with the till's
 * key what the other is to believe (docs/integrate.md). Each line is one value, so no two requests sign as one.
 */

export const SIGNED_HEADERS = {
  till: 'tillside-till',
  time: 'tillside-time',
  nonce: 'tillside-nonce',
  signature: 'tillside-signature',
  key: 'idempotency-key',
} as const

/** How far the clock of a request may be off. */
export const TIME_OFF_MS_MAX = 5 * 60_000
/** A nonce is remembered for longer than any request that bears it is taken. */
const NONCE_KEPT_MS = 2 * TIME_OFF_MS_MAX + 60_000
const NONCES_MAX = 200_000

export interface SignedRequest {
  readonly method: string
  /** With its query, as sent. */
  readonly path: string
  /** As sent: whole ms since 1970. */
  readonly time: string
  readonly nonce: string
  /** Of a sale; empty for other requests. */
  readonly idempotencyKey: string
  readonly body: Uint8Array
}

export function requestSignature(key: string, request: SignedRequest): string {
  const { method, path, time, nonce, idempotencyKey, body } = request
  return sign(key, ['TILLSIDE-REQUEST-1', method, path, time, nonce, idempotencyKey, sha256(body)])
}

/** @param nonce of the request that it answers, so that no other answer passes for it */
export function answerSignature(key: string, nonce: string, status: number, body: Uint8Array): string {
  return sign(key, ['TILLSIDE-ANSWER-1', String(status), nonce, sha256(body)])
}

export function isSignature(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function sign(key: string, lines: readonly string[]): string {
  return createHmac('sha256', key).update(lines.join('\n')).digest('hex')
}

function sha256(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex')
}

/** Which nonces were used, so that a recorded request is not taken twice. By a clock that only goes on. */
export function createNonces(monotonicNowMs: () => number): { take(tillId: string, nonce: string): boolean } {
  const used = new Map<string, number>()
  return {
    take: (tillId, nonce) => {
      const nowMs = monotonicNowMs()
      for (const [each, atMs] of used) {
        if (nowMs - atMs < NONCE_KEPT_MS && used.size < NONCES_MAX) break
        used.delete(each)
      }
      const name = `${tillId} ${nonce}`
      if (used.has(name)) return false
      used.set(name, nowMs)
      return true
    },
  }
}
