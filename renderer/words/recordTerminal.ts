import type { RecordView } from '../../shared/record.ts'
import type { TerminalListView } from '../../shared/terminal.ts'

/**
 * Whether a record names another terminal record than the list shows for this counter's terminal (docs/service.md 2.3).
 * Only that row is known here: it says nothing of other terminals, or where the list does not show the counter's own.
 */
export function namesOtherTerminal(
  { terminalId, terminalRecordId }: Pick<RecordView, 'terminalId' | 'terminalRecordId'>,
  list: Pick<TerminalListView, 'chosen'> | null,
): boolean {
  const own = list?.chosen ?? null
  return own !== null && own.terminalId === terminalId && own.recordId !== terminalRecordId
}
