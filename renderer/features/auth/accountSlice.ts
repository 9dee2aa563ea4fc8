import type { CallResult } from '../../../shared/contract.ts'
import { totalsOf } from '../../core/banner.ts'
import type { Actions, Deps, Get, Set, SignInState } from '../../core/types.ts'

export const closedSignIn: SignInState = { isOpen: false, isBusy: false, problem: null }

type AccountActions = Pick<
  Actions,
  | 'signIn'
  | 'signInToPractice'
  | 'openSignIn'
  | 'signOut'
  | 'signOutWhenSent'
  | 'putAwayBanner'
  | 'storageNewsRead'
>

export function accountSlice(set: Set, get: Get, deps: Deps): AccountActions {
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
    signIn: (credentials) => signInBy(() => deps.client.call('session.signIn', credentials)),
    signInToPractice: () => signInBy(() => deps.client.call('session.signInToPractice', {})),
    openSignIn: (isOpen) => set({ signInState: { ...closedSignIn, isOpen } }),
    async signOut() {
      const answer = await deps.client.call('session.signOut', {})
      if (answer.ok) set({ session: answer.value, signInState: closedSignIn, leavesWhenSent: false })
    },
    signOutWhenSent(leavesWhenSent) {
      set({ leavesWhenSent })
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
