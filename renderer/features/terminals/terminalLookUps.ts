import type { MerchantView, TerminalView } from '../../../shared/terminal.ts'
import type { CallResult } from '../../../shared/contract.ts'
import type { TerminalChangeView } from '../../../shared/terminalChange.ts'
import type { Client } from '../../core/client.ts'
import type { FormState } from './terminalChangeTypes.ts'

/** As many as main gives at once: who comes back to a terminal does so within days. */
const CHANGES_MAX = 50

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

/** The latest changes that were asked for, the newest first; none where they cannot be read. */
export async function latestChanges(client: Client): Promise<readonly TerminalChangeView[]> {
  const answer = await client.call('terminals.changes', { offset: 0, limit: CHANGES_MAX })
  return answer.ok ? answer.value.rows : []
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

/** A merchant whom the list knows, by their record id. */
export async function knownMerchant(client: Client, merchantRecordId: string): Promise<MerchantView | null> {
  const answer = await client.call('merchants.byId', { merchantRecordId })
  return answer.ok ? answer.value : null
}
