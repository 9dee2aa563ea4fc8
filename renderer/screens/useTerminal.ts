import type { TerminalView } from '../../shared/terminal.ts'
import { useApp } from '../state/context.tsx'

interface ChosenTerminal {
  /** Whether one is chosen was read. */
  readonly isKnown: boolean
  readonly terminalId: string | null
  /** Undefined where none is chosen, or where the bank has not shown its details yet. */
  readonly terminal: TerminalView | undefined
}

/** The terminal that this counter stands beside. */
export function useTerminal(): ChosenTerminal {
  const isKnown = useApp((state) => state.terminals !== null)
  const terminalId = useApp((state) => state.terminals?.chosenTerminalId ?? null)
  const terminal = useApp((state) => state.terminals?.chosen ?? undefined)
  return { isKnown, terminalId, terminal }
}

/** The terminal whose details are open: of the page in view, or the counter's own. */
export function useOpenTerminal(): TerminalView | undefined {
  return useApp(({ openTerminalId, terminalRows, terminals }) => {
    if (openTerminalId === null) return undefined
    const row = terminalRows.rows.find(({ recordId }) => recordId === openTerminalId)
    return row ?? (terminals?.chosen?.recordId === openTerminalId ? terminals.chosen : undefined)
  })
}

/** Whether the list is being read at the bank, by whoever asked for it. */
export function useIsReadingTerminals(): boolean {
  return useApp(
    ({ terminals, terminalsReading }) => terminalsReading || (terminals?.reading ?? null) !== null,
  )
}
