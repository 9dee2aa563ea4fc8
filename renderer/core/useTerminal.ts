import type { TerminalView } from '../../shared/terminal.ts'
import { useApp } from './context.tsx'

interface ChosenTerminal {
  /** Whether main has said if a terminal is chosen. */
  readonly isKnown: boolean
  readonly terminalId: string | null
  /** Undefined where none is chosen, or where the bank has not shown its details yet. */
  readonly terminal: TerminalView | undefined
}

/** This counter's terminal. */
export function useTerminal(): ChosenTerminal {
  const isKnown = useApp((state) => state.terminals !== null)
  const terminalId = useApp((state) => state.terminals?.chosenTerminalId ?? null)
  const terminal = useApp((state) => state.terminals?.chosen ?? undefined)
  return { isKnown, terminalId, terminal }
}

/** The terminal whose details are open: from the current page, or the counter's own. */
export function useOpenTerminal(): TerminalView | undefined {
  return useApp(({ openTerminalId, terminalRows, terminals }) => {
    if (openTerminalId === null) return undefined
    const row = terminalRows.rows.find(({ recordId }) => recordId === openTerminalId)
    return row ?? (terminals?.chosen?.recordId === openTerminalId ? terminals.chosen : undefined)
  })
}

/** Whether the list is being read at the bank, for any reason. */
export function useIsReadingTerminals(): boolean {
  return useApp(
    ({ terminals, terminalsReading }) => terminalsReading || (terminals?.reading ?? null) !== null,
  )
}
