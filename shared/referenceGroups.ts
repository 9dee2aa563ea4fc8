import { ok, type Result } from './result.ts'
import { parseTransactionId, TRANSACTION_ID_LENGTH_MAX, type TransactionIdProblem } from './transactionId.ts'

/** From this length on, an unbroken run is hard to compare by eye. */
const RUN_MIN = 10
const GROUP = 4

export interface ReferenceGroup {
  readonly text: string
  /** Its offset in the reference. */
  readonly at: number
  /** Another group of the same run follows, so a gap is shown. */
  readonly isCut: boolean
}

/** Cuts long unbroken runs into fours, for display only: joined again, they are the reference itself. */
export function groupsOf(reference: string): readonly ReferenceGroup[] {
  const groups: ReferenceGroup[] = []
  let at = 0
  for (const run of reference.match(/[A-Za-z0-9]+|[^A-Za-z0-9]+/gu) ?? []) {
    const step = run.length < RUN_MIN ? run.length : GROUP
    for (let from = 0; from < run.length; from += step) {
      groups.push({ text: run.slice(from, from + step), at: at + from, isCut: from + step < run.length })
    }
    at += run.length
  }
  return groups
}

/** Longer than any reference with a gap after every group. */
const SHOWN_LENGTH_MAX = 2 * TRANSACTION_ID_LENGTH_MAX

/** As the screen shows it: `01JD 3N8Q 7Z`. */
function shown(reference: string): string {
  return groupsOf(reference)
    .map(({ text, isCut }) => (isCut ? `${text} ` : text))
    .join('')
}

/**
 * Reads a reference as `parseTransactionId` does, and also accepts the groups of the screen, because people read them
 * aloud and type them again. Other spaces are refused: `two words` is not a reference and must not become one. If the
 * pattern allows spaces, the text is taken as it is.
 */
export function readReference(text: string, pattern: string): Result<string, TransactionIdProblem> {
  const asItIs = parseTransactionId(text, pattern)
  if (asItIs.ok || text.length > SHOWN_LENGTH_MAX) return asItIs
  const pieces = text.trim().split(/\s+/u)
  const reference = pieces.join('')
  if (pieces.length === 1 || pieces.join(' ') !== shown(reference)) return asItIs
  const together = parseTransactionId(reference, pattern)
  return together.ok ? ok(together.value) : asItIs
}

/** Removes every space. For searches only, where a wrong guess finds nothing and does no harm. */
export function withoutSpaces(text: string): string {
  return text.replaceAll(/\s+/gu, '')
}
