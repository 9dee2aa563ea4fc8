import type { ExportView } from '../../../shared/report.ts'
import { strings } from '../../strings/strings.ts'
import { problemText } from '../../core/problems.ts'
import { isOtherSearch } from '../../core/serviceDay.ts'
import { exportProblem } from './exports.ts'
import { noChoice, profileSlice } from './profileSlice.ts'
import type { Actions, Deps, ExportState, Get, Guarded, Set, SettingsState } from '../../core/types.ts'

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
export const noExport: ExportState = { isBusy: false, said: null, isProblem: false }

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
  | 'exportShown'
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
    async exportShown(forSpreadsheet) {
      if (get().exporting.isBusy) return
      const isDiagnostics = get().screen === 'settings'
      const asking = askForFile(get(), deps, forSpreadsheet)
      if (asking === null) return
      set({ exporting: { ...noExport, isBusy: true } })
      const answer = await asking
      if (!answer.ok) {
        const said = exportProblem(answer.error) ?? problemText(answer.error)
        return set({ exporting: { isBusy: false, said, isProblem: true } })
      }
      set({ exporting: { ...noExport, said: writtenText(answer.value, isDiagnostics) } })
    },
    async answerClose(how, remember = false) {
      set({ closeAsked: null })
      await deps.client.call('app.close', { how, remember })
    },
  }
}

function writtenText({ file, rowCount }: ExportView, isDiagnostics: boolean): string | null {
  if (file === null) return null
  return isDiagnostics
    ? strings.exporting.diagnosticsWritten(file)
    : strings.exporting.written(rowCount, file)
}

/** What the current screen can export, or null: nothing, an incomplete list, or one of another search than the form's. */
function askForFile(
  state: ReturnType<Get>,
  { client }: Deps,
  forSpreadsheet: boolean,
): ReturnType<typeof client.call<'reports.sales'>> | null {
  const { screen, query, find, findMode } = state
  const { filter: saleFilter, range, search } = query
  if (screen === 'settings') return client.call('reports.diagnostics', {})
  if (screen === 'transactions') {
    return client.call('reports.sales', { filter: saleFilter, range, search, forSpreadsheet })
  }
  const { result, filter, isReading } = find
  const isWhole = result !== null && result.incompleteReason === null && !isReading && !isOtherSearch(state)
  if (screen !== 'find' || findMode !== 'dates' || !isWhole) return null
  return client.call('reports.records', { searchId: result.searchId, filter, forSpreadsheet })
}
