import type { AppState } from './types.ts'

/** Whether the lock screen stands in place of everything: no cashier is in, or someone asked for it. */
export function isLocked({
  people: { view, isChoosing },
  access,
}: Pick<AppState, 'people' | 'access'>): boolean {
  if (view?.state !== 'on') return false
  return isChoosing || (view.currentId === null && access?.role !== 'manager')
}

const LOCK_SURFACES = { open: 'lock', checking: 'lock checking' } as const
type Lock = keyof typeof LOCK_SURFACES

/** The name of the lock screen in `data-surface`. */
export function lockSurface(isChecking: boolean): string {
  return LOCK_SURFACES[isChecking ? 'checking' : 'open']
}

/** What the lock screen of that name does; null for another screen. */
export function lockOf(surface: string): Lock | null {
  const locks: readonly Lock[] = ['open', 'checking']
  return locks.find((lock) => LOCK_SURFACES[lock] === surface) ?? null
}
