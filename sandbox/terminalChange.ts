import * as z from 'zod/mini'
import type { LedgerState, LedgerTerminal } from './ledgerState.ts'

/** What the bank's own staff change of a terminal, without any request: the money of its next sales goes there. */
export const TerminalChange = z.strictObject({
  accountNumber: z.optional(z.string()),
  merchantRecordId: z.optional(z.int()),
  merchantId: z.optional(z.string()),
  isActive: z.optional(z.boolean()),
  isReceivingPayment: z.optional(z.boolean()),
})
export type TerminalChange = Readonly<z.output<typeof TerminalChange>>

/** @returns undefined if there is no such terminal */
export function changedTerminals(
  { terminals, accounts }: Pick<LedgerState, 'terminals' | 'accounts'>,
  terminalId: string,
  change: TerminalChange,
): readonly LedgerTerminal[] | undefined {
  const current = terminals.find((terminal) => terminal.terminalId === terminalId)
  if (current === undefined) return undefined
  const stated = Object.entries(change).filter(([, value]) => value !== undefined)
  const accountName = accounts.find(({ number }) => number === change.accountNumber)?.name
  const changed: LedgerTerminal = {
    ...current,
    ...Object.fromEntries(stated),
    ...(accountName === undefined ? {} : { accountName }),
  }
  return terminals.map((terminal) => (terminal === current ? changed : terminal))
}
