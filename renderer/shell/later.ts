import { useEffect, useSyncExternalStore } from 'react'
import type * as laterParts from '../later.ts'

/** How far reading has come. */
export interface Reading<Parts> {
  readonly parts: Parts | null
  readonly hasFailed: boolean
}

export interface Later<Parts> {
  readonly now: () => Reading<Parts>
  /** @returns the way to stop listening */
  readonly follow: (listener: () => void) => () => void
  /** Reads the parts, once. It never throws: a failure is told by {@link now}. */
  readonly read: () => Promise<void>
}

/**
 * Parts of the screen that are read after the start. `React.lazy` would suspend even for what has long been read, so that an
 * opened screen blinked. There is one try only: Chromium remembers that a script could not be read, until the page is opened
 * anew.
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

const later = createLater(() => import('../later.ts'))

/** Reads ahead what is opened later, so that opening it takes no wait. */
export const readLater = later.read

/** Hands the parts over as soon as they are there, before anything is drawn with them. */
export function onLater(take: (parts: typeof laterParts) => void): void {
  later.follow(() => {
    const { parts } = later.now()
    if (parts !== null) take(parts)
  })
}

/** The parts that are read after the start, which are asked for where they are wanted. */
export function useLater(isWanted = true): Reading<typeof laterParts> {
  useEffect(() => {
    if (isWanted) void later.read()
  }, [isWanted])
  return useSyncExternalStore(later.follow, later.now)
}
