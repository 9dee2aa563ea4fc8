import { useEffect, useSyncExternalStore } from 'react'
import type * as laterParts from './laterScreens.ts'

/** The state of loading. */
export interface Reading<Parts> {
  readonly parts: Parts | null
  readonly hasFailed: boolean
}

export interface Later<Parts> {
  readonly now: () => Reading<Parts>
  /** @returns a function that stops listening */
  readonly follow: (listener: () => void) => () => void
  /** Loads the parts, once. It never throws: {@link now} reports a failure. */
  readonly read: () => Promise<void>
}

/**
 * Parts of the screen that are loaded after the start. `React.lazy` would suspend even for loaded parts, so that an
 * opened screen flickered. There is only one try: Chromium remembers a script that failed to load until the page is
 * reloaded.
 */
export function createLater<Parts>(load: () => Promise<Parts>): Later<Parts> {
  let now: Reading<Parts> = { parts: null, hasFailed: false }
  let reading: Promise<void> | null = null
  const listeners = new Set<() => void>()
  async function readOnce(): Promise<void> {
    try {
      now = { parts: await load(), hasFailed: false }
    } catch {
      now = { parts: null, hasFailed: true }
    }
    for (const listener of listeners) listener()
  }
  return {
    now: () => now,
    follow(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => (reading ??= readOnce()),
  }
}

const later = createLater(() => import('./laterScreens.ts'))

/** Loads the later parts ahead of time, so that opening them needs no wait. */
export const readLater = later.read

/** Calls back with the parts as soon as they are loaded, before anything renders with them. */
export function onLater(take: (parts: typeof laterParts) => void): void {
  later.follow(() => {
    const { parts } = later.now()
    if (parts !== null) take(parts)
  })
}

/** The later parts; loading starts where they are wanted. */
export function useLater(isWanted = true): Reading<typeof laterParts> {
  useEffect(() => {
    if (isWanted) void later.read()
  }, [isWanted])
  return useSyncExternalStore(later.follow, later.now)
}
