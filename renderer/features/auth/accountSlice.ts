import type { CallResult } from '../../../shared/contract.ts'
import { todoOf } from '../../../shared/todo.ts'
import { totalsOf } from '../../core/banner.ts'
import type { Actions, Deps, Get, Guarded, Set, SignInState } from '../../core/types.ts'

export const closedSignIn: SignInState = { isOpen: false, isBusy: false, problem: null }

type AccountActions = Pick<
  Actions,
  | 'signIn'
  | 'signInToPractice'
  | 'openSignIn'
  | 'signOut'
  | 'askSignOut'
  | 'staySignedIn'
  | 'signOutWhenSent'
  | 'putAwayBanner'
  | 'storageNewsRead'
>

export function accountSlice(set: Set, get: Get, deps: Deps, guarded: Guarded): AccountActions {
  async function signInBy(ask: () => Promise<CallResult<'session.signIn'>>): Promise<void> {
    if (get().signInState.isBusy) return
    set(({ signInState }) => ({ signInState: { ...signInState, isBusy: true, problem: null } }))
    const answer = await ask()
    if (!answer.ok) {
      set(({ signInState }) => ({
        signInState: { ...signInState, isBusy: false, problem: answer.error },
      }))
      return
    }
    set({ session: answer.value, signInState: closedSignIn, putAway: {} })
  }

  return {
    signIn: (credentials) => signInBy(() => guarded(() => deps.client.call('session.signIn', credentials))),
    signInToPractice: () => signInBy(() => deps.client.call('session.signInToPractice', {})),
    openSignIn: (isOpen) => set({ signInState: { ...closedSignIn, isOpen } }),
    async signOut() {
      set({ isSigningOut: false })
      const answer = await guarded(() => deps.client.call('session.signOut', {}))
      if (answer.ok) set({ session: answer.value, signInState: closedSignIn, leavesWhenSent: false })
    },
    askSignOut() {
      const { queue, connection } = get()
      // Offline too, because signing in again would be impossible.
      const asks = queue === null || todoOf(queue).open.count > 0 || connection.status === 'offline'
      if (asks) set({ isSigningOut: true })
      else void get().signOut()
    },
    staySignedIn: () => set({ isSigningOut: false }),
    signOutWhenSent(leavesWhenSent) {
      set({ leavesWhenSent, isSigningOut: false })
      if (leavesWhenSent) void get().tryNow()
    },
    putAwayBanner: (kind) =>
      set(({ putAway, queue }) => ({ putAway: { ...putAway, [kind]: totalsOf(kind, queue) } })),
    async storageNewsRead() {
      const answer = await deps.client.call('storage.newsRead', {})
      if (answer.ok) set({ storage: answer.value })
    },
  }
}
