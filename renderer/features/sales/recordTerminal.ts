import type { RecordView } from '../../../shared/record.ts'
import type { TerminalListView } from '../../../shared/terminal.ts'

/**
 * Whether a record names another terminal record than the list shows for this counter's terminal (docs/service.md
 * 2.3). Only that row is known here, so it says nothing about other terminals, or where the list lacks the counter's
 * own.
 */
export function namesOtherTerminal(
  { terminalId, terminalRecordId }: Pick<RecordView, 'terminalId' | 'terminalRecordId'>,
  list: Pick<TerminalListView, 'chosen'> | null,
): boolean {
  const own = list?.chosen ?? null
  if (own === null || terminalRecordId === null || own.terminalId !== terminalId) return false
  return own.recordId !== terminalRecordId
}
