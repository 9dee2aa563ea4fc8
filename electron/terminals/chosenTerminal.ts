import type { TerminalView } from '../../shared/terminal.ts'

/** This counter's terminal. A sale is recorded for its ID. */
export interface ChosenTerminal {
  readonly terminalId: string
  /** The key in its records (docs/service.md 2.3), to recognise its row; null until the list has shown it. */
  readonly terminalRecordId: string | null
}

export interface Remembered extends ChosenTerminal {
  /** False if a rule chose it: then a terminal named by the profile later takes precedence. */
  readonly byPerson: boolean
}

export interface ChoiceFacts {
  readonly terminals: readonly TerminalView[]
  /** Whether the list was read to its end (docs/service.md 2.4). Only then does a missing terminal mean anything. */
  readonly isComplete: boolean
  readonly remembered: Remembered | null
  /** The profile's `terminalId`, the default of this counter. */
  readonly profileTerminalId: string | null
  readonly environment: 'live' | 'practice'
  /** A manager has to choose, so no rule takes the only terminal of the list. */
  readonly asksManager: boolean
}

/**
 * Decides whose sales are recorded here. A wrong terminal pays into a wrong account, so nothing replaces a chosen or
 * named one that is missing: a person chooses. Until a complete list lacks it, it counts.
 */
export function chooseTerminal(facts: ChoiceFacts): Remembered | null {
  const { remembered, profileTerminalId } = facts
  if (remembered !== null && (remembered.byPerson || profileTerminalId === null)) {
    const kept = confirmed(facts, remembered)
    // The practice bank may start again with other terminals, and its money is not real.
    return kept ?? (facts.environment === 'practice' ? byRule(facts) : null)
  }
  return byRule(facts)
}

function confirmed({ terminals, isComplete }: ChoiceFacts, remembered: Remembered): Remembered | null {
  const listed = terminals.find((terminal) => terminal.terminalId === remembered.terminalId)
  if (listed === undefined) return isComplete ? null : remembered
  return { ...remembered, terminalRecordId: listed.recordId }
}

function byRule(facts: ChoiceFacts): Remembered | null {
  const { terminals, isComplete, profileTerminalId, environment, asksManager } = facts
  if (profileTerminalId !== null) {
    const listed = terminals.find((terminal) => terminal.terminalId === profileTerminalId)
    if (listed !== undefined || isComplete) return settled(listed)
    return { terminalId: profileTerminalId, terminalRecordId: null, byPerson: false }
  }
  const [first, second] = terminals
  const isOnlyOne = isComplete && second === undefined && !asksManager
  return isOnlyOne || environment === 'practice' ? settled(first) : null
}

function settled(terminal: TerminalView | undefined): Remembered | null {
  return terminal === undefined
    ? null
    : { terminalId: terminal.terminalId, terminalRecordId: terminal.recordId, byPerson: false }
}
