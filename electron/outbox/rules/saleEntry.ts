import { callError, type CallError, type FieldProblem } from '../../../shared/callError.ts'
import type { Request } from '../../../shared/contract.ts'
import { parseAmount } from '../../../shared/money.ts'
import { readReference } from '../../../shared/referenceGroups.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { NOTE_LENGTH_MAX } from '../../../shared/sale.ts'
import { makeTransactionId, parseTransactionId } from '../../../shared/transactionId.ts'

export interface Entry {
  readonly amountKobo: number
  /** Empty: main makes one. */
  readonly transactionId: string
  readonly note: string
  /** The reference of the sale that this one corrects, as entered; empty for none. */
  readonly corrects: string
}

/** Reads every field, so that one answer names all problems. An empty reference means that main makes one. */
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

/** Whether a made reference would pass the profile's rule; if not, it must be typed. */
export function canMakeReference(pattern: string): boolean {
  return parseTransactionId(makeTransactionId(0, new Uint8Array(10)), pattern).ok
}
