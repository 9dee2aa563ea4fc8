import { Arrangement, STANDARD_ARRANGEMENT } from '../../shared/arrangement.ts'
import { callError, type CallError } from '../../shared/callError.ts'
import { parseUnknown } from '../../shared/parse.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Log, SettingsStore } from '../ports.ts'

/** How this computer shows its lists. No manager is needed: it changes no sale and no rule. */
export interface ArrangementKeeper {
  /** The defaults if nothing readable is stored. */
  get(): Arrangement
  keep(arrangement: Arrangement): Result<Arrangement, CallError>
}

const KEY = 'arrangement'

export function createArrangementKeeper(settings: SettingsStore, log: Log): ArrangementKeeper {
  return {
    get: () => {
      const kept = parseUnknown(Arrangement, settings.get(KEY))
      return kept.ok ? kept.value : STANDARD_ARRANGEMENT
    },
    keep: (arrangement) => {
      try {
        settings.set(KEY, arrangement)
      } catch {
        log('warn', 'arrangement.notKept')
        return callError('notSaved')
      }
      return ok(arrangement)
    },
  }
}
