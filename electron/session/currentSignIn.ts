import type { SessionView } from '../../shared/session.ts'
import type { Clock } from '../ports.ts'
import { viewOf, type Held } from './held.ts'
import { rememberToken } from './sessionParts.ts'

/** Which sign-in counts now, and what was last told of it. */
export interface CurrentSignIn {
  /** Null when signed out. */
  held(): Held | null
  replace(next: Held | null): void
  /** @param receivedAtMs monotonic; null for a token of an earlier run */
  replaceToken(held: Held, token: string | null, receivedAtMs?: number | null): void
  /** Names the token that is held, and grows when another takes its place. Null when signed out or expired. */
  generation(): number | null
  view(): SessionView
  /** Tells of the sign-in, if it looks different from what was last told. */
  changed(): void
}

export function createCurrentSignIn(options: {
  readonly clock: Clock
  readonly onChange: (view: SessionView) => void
}): CurrentSignIn {
  const { clock, onChange } = options
  let current: Held | null = null
  let generation = 0
  let shown = viewOf(null)
  return {
    held: () => current,
    replace: (next) => {
      current = next
    },
    replaceToken: (held, token, receivedAtMs = clock.monotonicNowMs()) => {
      if (held.token !== null) rememberToken(held.replaced, held.token)
      // A service may answer a login with the token that still holds.
      if (token !== null && token !== held.token) generation += 1
      held.token = token
      held.receivedAtMs = receivedAtMs
    },
    generation: () => (current === null || current.token === null ? null : generation),
    view: () => viewOf(current),
    changed: () => {
      const next = viewOf(current)
      const isSame =
        next.status === shown.status && next.clientId === shown.clientId && next.keptAs === shown.keptAs
      shown = next
      if (!isSame) onChange(next)
    },
  }
}
