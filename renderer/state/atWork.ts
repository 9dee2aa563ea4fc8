import type { AppState } from './types.ts'

/** Whether the screens stand there. Not on the sign-in screen: what is typed fast there is a password. */
export function isAtWork({
  phase,
  session,
  signInState,
}: Pick<AppState, 'phase' | 'session' | 'signInState'>): boolean {
  return phase === 'ready' && session?.status !== 'signedOut' && !signInState.isOpen
}
