import { bankMessageOf, callError, type CallError } from '../../../shared/callError.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { isSameTerminalId } from '../../../shared/terminal.ts'
import type { EditForm } from '../../../shared/terminalChange.ts'
import type { Terminal, UnreadableRow } from '../../gateway/answer.ts'
import { isWholeBut } from '../../gateway/pagedReader.ts'
import { said, toCallError } from '../../session/callErrors.ts'
import type { TerminalFound, Terminals } from '../terminals.ts'
import { planEdit, type Plan } from './changePlan.ts'
import type { Vouched } from './nameCheck.ts'

/** Reads the bank's list again, until the terminal is found, else to its end. */
export type Find = (
  isIt: (terminal: Terminal) => boolean,
  recordId: string | null,
) => Promise<TerminalFound | 'notSignedIn'>

/**
 * The plan of an edit, on what the bank shows now.
 * @param form trimmed
 */
export async function planOnFreshRow(
  form: EditForm,
  vouched: Vouched | null,
  { find, viewOf }: { readonly find: Find; readonly viewOf: Terminals['viewOf'] },
): Promise<Result<Plan, CallError>> {
  const { recordId, seen, merchantRecordId, merchantId } = form

  /** The row of the bank's list, read again, if it is still the one that the person saw. */
  async function rowSeen(): Promise<Result<Terminal, CallError>> {
    const read = await find((terminal) => terminal.recordId === recordId, recordId)
    if (read === 'notSignedIn') return callError('notSignedIn')
    const { terminal } = read
    if (terminal === null) return isProof(read, null) ? callError('notFound') : notProven(read)
    return viewOf(terminal).version === seen
      ? ok(terminal)
      : callError('changedMeanwhile', { what: 'terminal' })
  }

  /** The merchant's ID, read again too: a record id that changed hands would send the money elsewhere. */
  async function merchantSeen(): Promise<Result<string, CallError>> {
    const read = await find((terminal) => terminal.merchantRecordId === merchantRecordId, null)
    if (read === 'notSignedIn') return callError('notSignedIn')
    const { terminal } = read
    if (terminal === null) {
      if (!isProof(read, null)) return notProven(read)
      return callError('invalid', {
        fields: [{ field: 'merchantRecordId', problem: 'merchantNotKnown' }],
      })
    }
    const isSeen = terminal.merchantId === merchantId
    return isSeen ? ok(terminal.merchantId) : callError('changedMeanwhile', { what: 'merchant' })
  }

  const row = await rowSeen()
  if (!row.ok) return row
  if (form.merchantRecordId === row.value.merchantRecordId) return planEdit(form, row.value, null, vouched)
  const movedTo = await merchantSeen()
  if (!movedTo.ok) return movedTo
  // Finding the merchant may have taken minutes, and the whole row is sent.
  const rowNow = await rowSeen()
  return rowNow.ok ? planEdit(form, rowNow.value, movedTo.value, vouched) : rowNow
}

/**
 * The terminal itself, or the proof of its absence (docs/service.md 2.4).
 * @param terminalId its ID, which no row that cannot be read may have; null if it is not known
 */
export function isProof(found: TerminalFound, terminalId: string | null): boolean {
  const mayBe = (row: UnreadableRow): boolean =>
    row.terminalId === null || terminalId === null || isSameTerminalId(row.terminalId, terminalId)
  return found.terminal !== null || isWholeBut(found, mayBe)
}

/** Nothing was sent to the bank, since the list was incomplete. */
export function notProven({ error, incompleteReason }: TerminalFound): Result<never, CallError> {
  const cause = error === null ? null : toCallError(error)
  if (cause?.code === 'unreachable') return err(cause)
  return callError('incomplete', {
    reason: incompleteReason,
    ...said(cause === null ? undefined : bankMessageOf(cause)),
  })
}
