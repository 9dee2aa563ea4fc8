import { useEffect, useSyncExternalStore } from 'react'
import type * as lazyParts from './lazyScreens.ts'

/** The state of loading. */
export interface Reading<Parts> {
  readonly parts: Parts | null
  readonly hasFailed: boolean
}

export interface Lazy<Parts> {
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
export function createLazy<Parts>(load: () => Promise<Parts>): Lazy<Parts> {
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

const lazy = createLazy(() => import('./lazyScreens.ts'))

/** Loads them ahead of time, so that opening them needs no wait. */
export const loadLazyScreens = lazy.read

/** Calls back with the parts as soon as they are loaded, before anything renders with them. */
export function onLazyScreens(take: (parts: typeof lazyParts) => void): void {
  lazy.follow(() => {
    const { parts } = lazy.now()
    if (parts !== null) take(parts)
  })
}

/** The parts; loading starts where they are wanted. */
export function useLazyScreens(isWanted = true): Reading<typeof lazyParts> {
  useEffect(() => {
    if (isWanted) void lazy.read()
  }, [isWanted])
  return useSyncExternalStore(lazy.follow, lazy.now)
}
