import { createHash, timingSafeEqual } from 'node:crypto'
import type { FieldProblem } from '../../shared/callError.ts'

export interface SignInRequest {
  readonly clientId: string
  readonly secretKey: string
  /** Bearer token that some deployments demand for the login itself (docs/service.md 4.2); empty: none. */
  readonly loginToken: string
}

/** Far more renewals than one request can span. */
const REPLACED_TOKENS_MAX = 16

/** Compares in constant time. */
export function isSameText(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}

/** Keeps the newest: a request that still uses an older one has spanned them all. */
export function rememberToken(tokens: Set<string>, token: string): void {
  tokens.add(token)
  for (const oldest of tokens) {
    if (tokens.size <= REPLACED_TOKENS_MAX) return
    tokens.delete(oldest)
  }
}

export function emptyFields(texts: Readonly<Record<string, string>>): FieldProblem[] {
  return Object.entries(texts)
    .filter(([, text]) => text.trim() === '')
    .map(([field]) => ({ field, problem: 'empty' }))
}
