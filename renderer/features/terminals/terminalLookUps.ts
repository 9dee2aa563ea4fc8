import type { TerminalView } from '../../../shared/terminal.ts'
import type { CallResult } from '../../../shared/contract.ts'
import type { Client } from '../../core/client.ts'
import type { FormState } from '../../core/terminalChangeTypes.ts'

/** The terminal that bears an ID, however it is written: one in small letters is the same to the bank. */
export async function terminalBearing(client: Client, terminalId: string): Promise<TerminalView | null> {
  const answer = await client.call('terminals.byId', { recordId: null, terminalId })
  return answer.ok ? answer.value : null
}

/**
 * A terminal as main knows it at this moment; the bank is not asked.
 * @returns null where the list does not show it
 */
export async function knownTerminal(client: Client, recordId: string): Promise<TerminalView | null> {
  const answer = await client.call('terminals.byId', { recordId, terminalId: '' })
  return answer.ok ? answer.value : null
}

/** What is open of the terminal of an entry, the newest first; null where the entry names none yet. */
export async function openChanges(
  client: Client,
  form: FormState,
): Promise<CallResult<'terminals.changes'> | null> {
  const openFor =
    form.kind === 'register'
      ? { terminalId: form.values.terminalId.trim(), recordId: null }
      : { terminalId: form.base.terminalId, recordId: form.values.recordId }
  if (openFor.terminalId === '' && openFor.recordId === null) return null
  return client.call('terminals.changes', { offset: 0, limit: 1, openFor })
}
