import type { AppState } from './types.ts'

/** Whether the lock screen stands in place of everything: no cashier is in, or someone asked for it. */
export function isLocked({
  people: { view, isChoosing },
  access,
}: Pick<AppState, 'people' | 'access'>): boolean {
  if (view?.state !== 'on') return false
  return isChoosing || (view.currentId === null && access?.role !== 'manager')
}

/** The name of the lock screen in `data-surface`. */
export const LOCK_SURFACE = 'lock'
