import { callError, type CallError } from '../../../shared/callError.ts'
import { ok, type Result } from '../../../shared/result.ts'

const REASON_LENGTH_MAX = 200

/** A person's reason for a decision; it goes into the audit and is never empty. */
export function readReason(text: string): Result<string, CallError> {
  const reason = text.trim()
  const problem = reason === '' ? 'empty' : reason.length > REASON_LENGTH_MAX ? 'tooLong' : null
  return problem === null ? ok(reason) : callError('invalid', { fields: [{ field: 'reason', problem }] })
}
