import { ViewPreferences, STANDARD_VIEW_PREFERENCES } from '../../shared/viewPreferences.ts'
import { callError, type CallError } from '../../shared/callError.ts'
import { parseUnknown } from '../../shared/parse.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Log, SettingsStore } from '../ports.ts'

/** How this computer shows its lists. No manager is needed: it changes no sale and no rule. */
export interface ViewPreferencesKeeper {
  /** The defaults if nothing readable is stored. */
  get(): ViewPreferences
  keep(viewPreferences: ViewPreferences): Result<ViewPreferences, CallError>
}

const KEY = 'viewPreferences'

export function createViewPreferences(settings: SettingsStore, log: Log): ViewPreferencesKeeper {
  return {
    get: () => {
      const kept = parseUnknown(ViewPreferences, settings.get(KEY))
      return kept.ok ? kept.value : STANDARD_VIEW_PREFERENCES
    },
    keep: (viewPreferences) => {
      try {
        settings.set(KEY, viewPreferences)
      } catch {
        log('warn', 'viewPreferences.notKept')
        return callError('notSaved')
      }
      return ok(viewPreferences)
    },
  }
}
