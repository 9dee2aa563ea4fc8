import type { Timers } from './ports.ts'

/** Lets whatever else is due run: a sale that is being recorded must not wait for a report. */
export type Turn = () => Promise<void>

export function createTurn(timers: Timers): Turn {
  return () => new Promise((resolve) => void timers.after(0, resolve))
}

/** So many lines of a report take a few milliseconds, also on a slow computer. */
export const SLICE_SIZE = 250

/** Goes through a long list with a turn for others in between; a short one is gone through at once. */
export async function inSlices<Item>(
  items: readonly Item[],
  turn: Turn,
  work: (item: Item) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += SLICE_SIZE) {
    if (start > 0) await turn()
    for (const item of items.slice(start, start + SLICE_SIZE)) work(item)
  }
}
