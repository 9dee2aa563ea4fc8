import { isLocked } from '../core/locked.ts'
import type { AppState } from '../core/types.ts'

/**
 * Whether the screens are shown. Not on the sign-in screen, where fast typing is a password and not a scan, and not on
 * the lock screen.
 */
export function isAtWork(
  state: Pick<AppState, 'phase' | 'session' | 'signInState' | 'people' | 'access'>,
): boolean {
  const { phase, session, signInState } = state
  return phase === 'ready' && session?.status !== 'signedOut' && !signInState.isOpen && !isLocked(state)
}

/** Whether the lock screen is shown, and no question over it: a scan there is no name and no PIN. */
export function isAtLock(
  state: Pick<AppState, 'phase' | 'people' | 'access' | 'pinDialog' | 'closeAsked'>,
): boolean {
  const { phase, pinDialog, closeAsked } = state
  return phase === 'ready' && isLocked(state) && pinDialog.mode === 'closed' && closeAsked === null
}
