import type { Timers } from '../ports.ts'

/** The system's key store may ask its owner for a password, and get no answer. */
export const KEY_STORE_MS_MAX = 3_000

/**
 * Waits for work of the key store up to a limit. The work goes on, and a late result counts.
 * @returns whether it ended in time
 */
export type Patience = (work: Promise<unknown>) => Promise<boolean>

/** While one work is overdue, the next is not awaited either: all wait for the same answer. */
export function createPatience(timers: Timers): Patience {
  let overdue = 0
  return (work) =>
    new Promise((resolve) => {
      let isOverdue = false
      const cancel = timers.after(overdue > 0 ? 0 : KEY_STORE_MS_MAX, () => {
        isOverdue = true
        overdue += 1
        resolve(false)
      })
      const end = (): void => {
        cancel()
        if (isOverdue) overdue -= 1
        resolve(true)
      }
      void work.then(end, end)
    })
}
