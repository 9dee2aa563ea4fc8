import type { CallError } from '../../../shared/callError.ts'
import { strings } from '../../strings/strings.ts'

/** Why a file was not written; null where the general text of the code fits. */
export function exportProblem(error: CallError): string | null {
  const words = strings.exporting
  if (error.code === 'notFound') return words.forgotten
  return error.code === 'fileNotWritten' ? words[error.reason] : null
}
