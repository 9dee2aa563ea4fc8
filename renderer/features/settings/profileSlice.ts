import type { CallError } from '../../../shared/callError.ts'
import type { Result } from '../../../shared/result.ts'
import type { Actions, AppState, AppStore, Deps, Guarded, Set } from '../../core/types.ts'
import type { ProfileChoiceState } from '../../core/settingsTypes.ts'

export const noChoice: ProfileChoiceState = { isBusy: false, chosen: null, placed: null }

type ProfileActions = Pick<Actions, 'chooseProfile' | 'answerProfile' | 'restartForProfile'>

/** Another profile for this computer. Main asks for the file; this screen never names one. */
export function profileSlice(set: Set, { client }: Deps, guarded: Guarded): ProfileActions {
  const change = (part: Partial<ProfileChoiceState>): void =>
    set(({ settingsState }) => ({
      settingsState: { ...settingsState, choice: { ...settingsState.choice, ...part } },
    }))
  const tell = (problem: CallError | null): void =>
    set(({ settingsState }) => ({ settingsState: { ...settingsState, problem } }))

  /** @returns null where it failed, which is told */
  async function done<Value>(asking: Promise<Result<Value, CallError>>): Promise<Value | null> {
    change({ isBusy: true })
    tell(null)
    const answer = await asking
    change({ isBusy: false })
    if (answer.ok) return answer.value
    // Without a PIN nothing has changed, so no problem is shown.
    if (answer.error.code !== 'needsManager') tell(answer.error)
    return null
  }

  return {
    async chooseProfile() {
      const chosen = await done(guarded(() => client.call('profile.choose', {})))
      if (chosen !== null && chosen.kind !== 'none') change({ chosen, placed: null })
    },
    async answerProfile(yes) {
      change({ chosen: null })
      if (yes) change({ placed: await done(guarded(() => client.call('profile.place', {}))) })
    },
    async restartForProfile() {
      await done(client.call('profile.restart', {}))
    },
  }
}

/** What was wrong with a file is not told any more once the person has left the screen where they chose it. */
export function followProfile(store: AppStore): void {
  store.subscribe((state, before) => {
    const left = placeOf(before)
    if (left === null || left === placeOf(state) || state.settingsState.choice.chosen?.kind !== 'wrong')
      return
    const { settingsState } = state
    store.setState({ settingsState: { ...settingsState, choice: { ...settingsState.choice, chosen: null } } })
  })
}

/** Where a profile can be chosen now. */
function placeOf({ session, signInState, screen }: AppState): 'signIn' | 'settings' | null {
  if (session?.status === 'signedOut' || signInState.isOpen) return 'signIn'
  return screen === 'settings' ? 'settings' : null
}
