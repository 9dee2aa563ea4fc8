import type { CallError } from '../../shared/contract.ts'
import { strings } from '../strings.ts'

/** Why a file was not written, in words; null where the general words of the code serve. */
export function exportProblem({ code, detail }: CallError): string | null {
  const words = strings.exporting
  if (code === 'notFound') return words.forgotten
  if (code !== 'fileNotWritten') return null
  if (detail === 'full') return words.full
  return detail === 'noAccess' ? words.noAccess : words.other
}
