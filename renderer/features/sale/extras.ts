import type { EntryExtra } from '../../core/problems.ts'
import type { AppState } from '../../core/types.ts'

/**
 * Whether a field behind a link is shown: once opened, and by itself where it has text or a problem, in a correction,
 * and where every sale needs a slip number.
 */
export function isExtraShown({ app, entry }: Pick<AppState, 'app' | 'entry'>, field: EntryExtra): boolean {
  const { opened, draft, problems, corrects } = entry
  const isNeeded = field === 'transactionId' && app?.makesReferences === false
  return (
    isNeeded ||
    corrects !== null ||
    opened.includes(field) ||
    draft[field] !== '' ||
    problems[field] !== undefined
  )
}
