import { callError, type CallError, type FieldProblem } from '../../../shared/callError.ts'
import type { Request } from '../../../shared/contract.ts'
import { parseAmount } from '../../../shared/money.ts'
import { readReference } from '../../../shared/referenceGroups.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { NOTE_LENGTH_MAX } from '../../../shared/sale.ts'
import { formProblem } from '../../../shared/transactionId.ts'
import type { Profile } from '../../gateway/profile.ts'

export interface Entry {
  readonly amountKobo: number
  /** Empty: main makes one. */
  readonly transactionId: string
  readonly note: string
  /** The reference of the sale that this one corrects, as entered; empty for none. */
  readonly corrects: string
}

/** Reads every field, so that one answer names all problems. An empty reference means that main makes one. */
export function readEntry(
  request: Request<'sales.record'>,
  { transactionIdPattern, reference: form }: Pick<Profile, 'transactionIdPattern' | 'reference'>,
): Result<Entry, CallError> {
  const fields: FieldProblem[] = []
  const amount = parseAmount(request.amountText)
  if (!amount.ok) fields.push({ field: 'amount', problem: amount.error })
  const isTyped = request.transactionId.trim() !== ''
  const reference = isTyped ? readReference(request.transactionId, transactionIdPattern) : ok('')
  if (!reference.ok) fields.push({ field: 'transactionId', problem: reference.error })
  const unkept = reference.ok ? formProblem(reference.value, form) : null
  if (isTyped && unkept !== null) fields.push({ field: 'transactionId', problem: unkept })
  const note = request.note.trim()
  if (note.length > NOTE_LENGTH_MAX) fields.push({ field: 'note', problem: 'tooLong' })
  if (!amount.ok || !reference.ok || fields.length > 0) return callError('invalid', { fields })
  const corrects = request.corrects ?? ''
  return ok({ amountKobo: amount.value, transactionId: reference.value, note, corrects })
}
