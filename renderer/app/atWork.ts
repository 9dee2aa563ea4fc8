import type { AppState } from '../core/types.ts'

/** Whether the screens are shown. Not on the sign-in screen: fast typing there is a password, not a scan. */
export function isAtWork({
  phase,
  session,
  signInState,
}: Pick<AppState, 'phase' | 'session' | 'signInState'>): boolean {
  return phase === 'ready' && session?.status !== 'signedOut' && !signInState.isOpen
}
