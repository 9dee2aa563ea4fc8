import type { AppState } from '../../core/types.ts'

/** The name that the bank pays at a terminal; null where this counter does not know it now. */
export const shopOf =
  (terminalId: string | null) =>
  ({ terminals }: Pick<AppState, 'terminals'>): string | null => {
    const chosen = terminals?.chosen ?? null
    return chosen !== null && chosen.terminalId === terminalId ? chosen.accountName : null
  }
