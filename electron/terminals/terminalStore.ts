import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import { TerminalListView } from '../../shared/terminal.ts'
import type { Log, SettingsStore } from '../ports.ts'
import { settingsKey } from '../session/settingsKey.ts'
import type { Remembered } from './chosenTerminal.ts'

/** A list without the choice. Account numbers are masked before they come here. */
const TerminalList = z.omit(TerminalListView, { chosenTerminalId: true })
export type TerminalList = z.output<typeof TerminalList>

const Choice = z.strictObject({ terminalId: z.string(), terminalRecordId: z.int(), byPerson: z.boolean() })

/** What is kept for reading offline and across starts, each client's apart. */
export interface TerminalStore {
  list(clientId: string): TerminalList | null
  choice(clientId: string): Remembered | null
  /** @returns whether it was written */
  keepList(clientId: string, list: TerminalList): boolean
  /** @returns whether it was written */
  keepChoice(clientId: string, choice: Remembered): boolean
}

export function createTerminalStore(options: {
  readonly settings: SettingsStore
  readonly log: Log
  readonly destinationKey: string
}): TerminalStore {
  const { settings, log, destinationKey } = options
  const listKey = (clientId: string): string => settingsKey('terminals', destinationKey, clientId)
  const choiceKey = (clientId: string): string => settingsKey('terminal', destinationKey, clientId)

  function read<Schema extends z.ZodMiniType>(key: string, schema: Schema): z.output<Schema> | null {
    const value = settings.get(key)
    if (value === undefined || value === null) return null
    const parsed = parseUnknown(schema, value)
    if (parsed.ok) return parsed.value
    log('warn', 'terminals.keptUnreadable', { path: parsed.error[0]?.path ?? null })
    return null
  }

  function keep(key: string, value: TerminalList | Remembered): boolean {
    try {
      settings.set(key, value)
      return true
    } catch {
      log('error', 'terminals.notKept')
      return false
    }
  }

  return {
    list: (clientId) => read(listKey(clientId), TerminalList),
    choice: (clientId) => read(choiceKey(clientId), Choice),
    keepList: (clientId, list) => keep(listKey(clientId), list),
    keepChoice: (clientId, choice) => keep(choiceKey(clientId), choice),
  }
}
