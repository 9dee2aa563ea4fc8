import type { LedgerTerminal } from './ledgerState.ts'

/** Late commits: registrations and edits that are in the ledger, but in no list before their time. */
export interface LateTerminals {
  /** @param outcome the record id, or a refusal, which is passed on. @param before null if there was nothing */
  noted<Outcome>(outcome: Outcome, before: LedgerTerminal | null, receivedAtMs: number): Outcome
  shown(terminals: readonly LedgerTerminal[], nowMs: number): readonly LedgerTerminal[]
}

/** Not part of a snapshot: after a restart everything is listed. */
export function createLateTerminals(): LateTerminals {
  const waiting = new Map<number, { readonly before: LedgerTerminal | null; readonly fromMs: number }>()
  return {
    noted: (outcome, before, receivedAtMs) => {
      if (typeof outcome === 'number') waiting.set(outcome, { before, fromMs: receivedAtMs })
      return outcome
    },
    shown: (terminals, nowMs) => {
      for (const [recordId, { fromMs }] of waiting) if (fromMs <= nowMs) waiting.delete(recordId)
      if (waiting.size === 0) return terminals
      return terminals.flatMap((terminal) => {
        const late = waiting.get(terminal.recordId)
        if (late === undefined) return [terminal]
        return late.before === null ? [] : [late.before]
      })
    },
  }
}
