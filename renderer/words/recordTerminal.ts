import type { RecordView } from '../../shared/record.ts'
import type { TerminalListView } from '../../shared/terminal.ts'

/**
 * Whether a record and the terminal list disagree about which terminal record a terminal ID belongs to (design §6).
 * Nothing is said of a terminal that the list does not hold.
 */
export function namesOtherTerminal(record: RecordView, list: TerminalListView | null): boolean {
  const listed = (list?.terminals ?? []).filter(({ terminalId }) => terminalId === record.terminalId)
  return listed.length > 0 && !listed.some(({ recordId }) => recordId === record.terminalRecordId)
}
