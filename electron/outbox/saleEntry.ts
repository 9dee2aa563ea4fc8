import { callError, type CallError, type FieldProblem } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import { parseAmount } from '../../shared/money.ts'
import { readReference } from '../../shared/referenceGroups.ts'
import { ok, type Result } from '../../shared/result.ts'
import { NOTE_LENGTH_MAX } from '../../shared/sale.ts'
import { makeTransactionId, parseTransactionId } from '../../shared/transactionId.ts'

/** What a person entered, read. */
export interface Entry {
  readonly amountKobo: number
  /** Empty: one is to be made. */
  readonly transactionId: string
  readonly note: string
  /** The reference of the sale that this one takes the place of, as entered; empty for none. */
  readonly corrects: string
}

/** Every field is read, so that one answer names all that is wrong. An empty reference asks for one to be made. */
export function readEntry(request: Request<'sales.record'>, pattern: string): Result<Entry, CallError> {
  const fields: FieldProblem[] = []
  const amount = parseAmount(request.amountText)
  if (!amount.ok) fields.push({ field: 'amount', problem: amount.error })
  const isTyped = request.transactionId.trim() !== ''
  const reference = isTyped ? readReference(request.transactionId, pattern) : ok('')
  if (!reference.ok) fields.push({ field: 'transactionId', problem: reference.error })
  const note = request.note.trim()
  if (note.length > NOTE_LENGTH_MAX) fields.push({ field: 'note', problem: 'tooLong' })
  if (!amount.ok || !reference.ok || fields.length > 0) return callError('invalid', { fields })
  const corrects = request.corrects ?? ''
  return ok({ amountKobo: amount.value, transactionId: reference.value, note, corrects })
}

/** Whether a reference that is made here would pass the profile's rule; where it would not, it has to be typed. */
export function canMakeReference(pattern: string): boolean {
  return parseTransactionId(makeTransactionId(0, new Uint8Array(10)), pattern).ok
}
