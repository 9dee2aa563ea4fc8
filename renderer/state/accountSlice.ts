import type { CallResult } from '../../shared/contract.ts'
import { strings } from '../strings.ts'
import type { Actions, Deps, Get, Set, SignInState } from './types.ts'

export const closedSignIn: SignInState = { isOpen: false, isBusy: false, problem: null }

type AccountActions = Pick<
  Actions,
  | 'signIn'
  | 'signInToPractice'
  | 'openSignIn'
  | 'signOut'
  | 'signOutWhenSent'
  | 'dismissThisRunOnly'
  | 'storageNewsRead'
  | 'refreshTerminals'
  | 'chooseTerminal'
>

export function accountSlice(set: Set, get: Get, deps: Deps): AccountActions {
  async function refreshTerminals(): Promise<void> {
    if (get().terminalsReading) return
    set({ terminalsReading: true, terminalsProblem: null })
    const answer = await deps.client.call('terminals.refresh', {})
    set({
      terminalsReading: false,
      ...(answer.ok ? { terminals: answer.value } : { terminalsProblem: answer.error }),
    })
  }

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
    set({ session: answer.value, signInState: closedSignIn, thisRunOnlyDismissed: false })
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
    dismissThisRunOnly: () => set({ thisRunOnlyDismissed: true }),
    async storageNewsRead() {
      const answer = await deps.client.call('storage.newsRead', {})
      if (answer.ok) set({ storage: answer.value })
    },
    refreshTerminals,
    async chooseTerminal(terminalId) {
      const answer = await deps.client.call('terminals.choose', { terminalId })
      if (!answer.ok) {
        set({ terminalsProblem: answer.error })
        return
      }
      set({
        terminals: answer.value,
        terminalsProblem: null,
        announcement: strings.terminal.chosenNow(terminalId),
      })
    },
  }
}
