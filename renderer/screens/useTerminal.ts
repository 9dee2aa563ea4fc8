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
  const terminal = useApp((state) =>
    state.terminals?.terminals.find((one) => one.terminalId === state.terminals?.chosenTerminalId),
  )
  return { isKnown, terminalId, terminal }
}
