import type { CallError } from '../../shared/callError.ts'
import type { CallResult } from '../../shared/contract.ts'
import type { ExportView, ReportFormat } from '../../shared/report.ts'
import { fileProblemText } from '../core/problems.ts'
import { isOtherSearch } from '../core/serviceDay.ts'
import { type Actions, type AppState, type Deps, type Get, noExport, type Set } from '../core/types.ts'
import { strings } from '../strings/strings.ts'
import { shownDayOf } from '../features/day/daySlice.ts'

const words = strings.exporting

/** Files of what the current screen shows. Main asks where, and writes. */
export function exportSlice(
  set: Set,
  get: Get,
  deps: Deps,
): { readonly actions: Pick<Actions, 'exportShown' | 'cancelExport' | 'openFolder'> } {
  const actions = {
    async exportShown(format: ReportFormat = 'xlsx') {
      if (get().exporting.isBusy) return
      const isDiagnostics = get().screen === 'settings'
      const asking = askForFile(get(), deps, format)
      if (asking === null) return
      set({ exporting: { ...noExport, isBusy: true } })
      const answer = await asking
      const said = answer.ok ? writtenText(answer.value, isDiagnostics) : failedText(answer.error)
      set({ exporting: { ...noExport, said, isProblem: !answer.ok } })
    },
    cancelExport: () => void deps.client.call('reports.cancel', {}),
    openFolder: () => void deps.client.call('files.showLast', {}),
  }
  return { actions }
}

function writtenText({ file, rowCount }: ExportView, isDiagnostics: boolean): string | null {
  if (file === null) return null
  return isDiagnostics ? words.diagnosticsWritten(file) : words.written(rowCount, file)
}

function failedText(error: CallError): string {
  if (error.code === 'notFound') return words.forgotten
  return fileProblemText(error)
}

/** What the current screen can export, or null: nothing, an incomplete list, or one of another search than the form's. */
function askForFile(
  state: AppState,
  { client }: Deps,
  format: ReportFormat,
): Promise<CallResult<'reports.sales'>> | null {
  const { screen, query, find, findMode } = state
  const { filter: saleFilter, range, search } = query
  if (screen === 'settings') return client.call('reports.diagnostics', {})
  if (screen === 'transactions')
    return client.call('reports.sales', { filter: saleFilter, range, search, format })
  if (screen === 'disputes') return client.call('reports.disputes', { show: state.disputes.show, format })
  if (screen === 'day') {
    return client.call('reports.day', { terminalId: state.day.terminalId, day: shownDayOf(state), format })
  }
  const { result, filter, isReading } = find
  const isWhole = result !== null && result.incompleteReason === null && !isReading && !isOtherSearch(state)
  if (screen !== 'find' || findMode !== 'dates' || !isWhole) return null
  return client.call('reports.records', { searchId: result.searchId, filter, format })
}
