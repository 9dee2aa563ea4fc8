import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import { TerminalView } from '../../shared/terminal.ts'
import type { Log, SettingsStore } from '../ports.ts'
import { settingsKey } from '../session/settingsKey.ts'
import type { Remembered } from './chosenTerminal.ts'
import { keptFacts } from './keptList.ts'

const Choice = z.strictObject({
  terminalId: z.string(),
  terminalRecordId: z.nullable(z.int()),
  byPerson: z.boolean(),
})

/** What a start must know before the kept list (keptList.ts) was read: its facts, and this counter's terminal. */
const Summary = z.strictObject({
  ...keptFacts,
  rowCount: z.int(),
  chosen: z.nullable(TerminalView),
  /** What the choice was made from besides the list. If that has changed, `chosen` no longer counts. */
  chosenFrom: z.string(),
})
export type Summary = z.output<typeof Summary>

/** Small values kept across starts, for each client. */
export interface TerminalStore {
  choice(clientId: string): Remembered | null
  summary(clientId: string): Summary | null
  keepChoice(clientId: string, choice: Remembered): boolean
  keepSummary(clientId: string, summary: Summary): boolean
}

export function createTerminalStore(options: {
  readonly settings: SettingsStore
  readonly log: Log
  readonly destinationKey: string
}): TerminalStore {
  const { settings, log, destinationKey } = options
  const choiceKey = (clientId: string): string => settingsKey('terminal', destinationKey, clientId)
  const summaryKey = (clientId: string): string => settingsKey('terminalSummary', destinationKey, clientId)

  function read<Schema extends z.ZodMiniType>(key: string, schema: Schema): z.output<Schema> | null {
    const value = settings.get(key)
    if (value === undefined || value === null) return null
    const parsed = parseUnknown(schema, value)
    if (parsed.ok) return parsed.value
    log('warn', 'terminals.keptUnreadable', { path: parsed.error[0]?.path ?? null })
    return null
  }

  function tryWriting(write: () => void): boolean {
    try {
      write()
      return true
    } catch {
      log('error', 'terminals.notKept')
      return false
    }
  }

  /** Earlier versions kept whole lists here, which slowed every other setting. */
  function dropOldList(clientId: string): void {
    const oldKey = settingsKey('terminals', destinationKey, clientId)
    if (settings.get(oldKey) !== undefined) tryWriting(() => settings.delete(oldKey))
  }

  return {
    choice: (clientId) => read(choiceKey(clientId), Choice),
    summary: (clientId) => {
      dropOldList(clientId)
      return read(summaryKey(clientId), Summary)
    },
    keepChoice: (clientId, choice) => tryWriting(() => settings.set(choiceKey(clientId), choice)),
    keepSummary: (clientId, summary) => tryWriting(() => settings.set(summaryKey(clientId), summary)),
  }
}
