import { noChoice, profileSlice } from './profileSlice.ts'
import type { Actions, Deps, Get, Guarded, Set, SettingsState } from '../../core/types.ts'

export const emptySettings: SettingsState = {
  settings: null,
  profile: null,
  diagnostics: null,
  problem: null,
  testScan: null,
  choice: noChoice,
  check: { isBusy: false, report: null, problem: null },
  place: null,
}

type SettingsActions = Pick<
  Actions,
  | 'chooseProfile'
  | 'answerProfile'
  | 'restartForProfile'
  | 'checkConnection'
  | 'loadProfile'
  | 'changeSettings'
  | 'takeTestScan'
  | 'showSettings'
  | 'settingsPlaceShown'
  | 'answerClose'
>

/** The settings of this computer, the installer's profile, and exported files. */
export function settingsSlice(set: Set, get: Get, deps: Deps, guarded: Guarded): SettingsActions {
  const change = (part: Partial<SettingsState>): void =>
    set(({ settingsState }) => ({ settingsState: { ...settingsState, ...part } }))

  return {
    ...profileSlice(set, deps, guarded),
    async loadProfile() {
      const [profile, diagnostics] = await Promise.all([
        deps.client.call('settings.profile', {}),
        deps.client.call('settings.diagnostics', {}),
      ])
      change(profile.ok ? { profile: profile.value } : { problem: profile.error })
      change(diagnostics.ok ? { diagnostics: diagnostics.value } : { problem: diagnostics.error })
    },
    async checkConnection() {
      if (get().settingsState.check.isBusy) return
      change({ check: { isBusy: true, report: null, problem: null } })
      const answer = await deps.client.call('connection.check', {})
      change({
        check: answer.ok
          ? { isBusy: false, report: answer.value, problem: null }
          : { isBusy: false, report: null, problem: answer.error },
      })
    },
    async changeSettings(wanted) {
      change({ problem: null })
      const answer = await guarded(() => deps.client.call('settings.change', wanted))
      if (answer.ok) change({ settings: answer.value })
      // Without a PIN nothing has changed, so no problem is shown.
      else if (answer.error.code !== 'needsManager') change({ problem: answer.error })
    },
    showSettings(place) {
      change({ place })
      get().show('settings')
    },
    settingsPlaceShown: () => change({ place: null }),
    takeTestScan: (testScan) => change({ testScan }),
    async answerClose(how, remember = false) {
      set({ closeAsked: null })
      await deps.client.call('app.close', { how, remember })
    },
  }
}
