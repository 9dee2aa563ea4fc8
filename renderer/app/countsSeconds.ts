import { isLocked } from '../core/locked.ts'
import type { AppState } from '../core/types.ts'

/**
 * Whether the screen shows a countdown in seconds: the wait before the next PIN, of a manager or a cashier, or how long
 * a look-up stays valid.
 */
export function countsSeconds(state: Pick<AppState, 'pinDialog' | 'detail' | 'people' | 'access'>): boolean {
  const { pinDialog, detail, people } = state
  if (pinDialog.mode !== 'closed' || detail?.rest?.decision != null) return true
  return isLocked(state) && (people.view?.cashiers.some(({ waitMs }) => waitMs > 0) ?? false)
}
