import * as z from 'zod/mini'
import { RecordId } from '../../shared/recordId.ts'
import { parseUnknown } from '../../shared/parse.ts'
import type { Log, SettingsStore } from '../ports.ts'
import { settingsKey } from '../session/settingsKey.ts'
import type { Remembered } from './chosenTerminal.ts'

const Choice = z.strictObject({
  terminalId: z.string(),
  terminalRecordId: z.nullable(RecordId),
  byPerson: z.boolean(),
})

/** The choice of this counter's terminal for one client. It is in the settings: unlike the list, only this computer knows it. */
export interface RememberedTerminal {
  read(): Remembered | null
  /** @returns whether it is on the disk */
  keep(choice: Remembered): boolean
}

export function createRememberedTerminal(
  { settings, log }: { readonly settings: SettingsStore; readonly log: Log },
  owner: readonly [destination: string, clientId: string],
): RememberedTerminal {
  const key = settingsKey('terminal', ...owner)
  return {
    read: () => {
      const value = settings.get(key)
      if (value === undefined || value === null) return null
      const parsed = parseUnknown(Choice, value)
      if (parsed.ok) return parsed.value
      log('warn', 'terminals.choiceUnreadable', { path: parsed.error[0]?.path ?? null })
      return null
    },
    keep: (choice) => {
      try {
        settings.set(key, choice)
        return true
      } catch {
        log('error', 'terminals.choiceNotKept')
        return false
      }
    },
  }
}
