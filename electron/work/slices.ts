import type { Clock, Timers } from '../ports.ts'

/** Lets other due work run: recording a sale must not wait for a report. */
export type Breathe = () => Promise<void>

export function createBreathe(timers: Timers): Breathe {
  return () => new Promise((resolve) => void timers.after(0, resolve))
}

/** This many lines of a report take a few milliseconds, also on a slow computer. */
export const SLICE_SIZE = 250

/** Processes a long list in slices and lets other work run in between. A short list is processed at once. */
export async function bySlices<Item>(
  items: readonly Item[],
  breathe: Breathe,
  work: (slice: readonly Item[]) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += SLICE_SIZE) {
    if (start > 0) await breathe()
    work(items.slice(start, start + SLICE_SIZE))
  }
}

/** The same, item by item. */
export async function inSlices<Item>(
  items: readonly Item[],
  breathe: Breathe,
  work: (item: Item) => void,
): Promise<void> {
  await bySlices(items, breathe, (slice) => {
    for (const item of slice) work(item)
  })
}

/** Work that may pause at each of its yields. */
export type Work<Value> = Generator<void, Value, void>

/** A person would notice a delay of several times this. */
const SLICE_MS = 8

export function atOnce<Value>(work: Work<Value>): Value {
  let next = work.next()
  while (next.done !== true) next = work.next()
  return next.value
}

/** Does the work and lets other work run every few milliseconds. Short work is done at once. */
export async function inBreaths<Value>(
  work: Work<Value>,
  breathe: Breathe,
  clock: Pick<Clock, 'monotonicNowMs'>,
): Promise<Value> {
  let fromMs = clock.monotonicNowMs()
  for (;;) {
    const next = work.next()
    if (next.done === true) return next.value
    if (clock.monotonicNowMs() - fromMs < SLICE_MS) continue
    await breathe()
    fromMs = clock.monotonicNowMs()
  }
}

type Compare<Item> = (left: Item, right: Item) => number

/** Gives the order of `toSorted`, as work that can pause: it sorts short runs and merges them in pairs. */
export function* sorted<Item extends NonNullable<unknown>>(
  items: readonly Item[],
  compare: Compare<Item>,
): Work<readonly Item[]> {
  let runs: (readonly Item[])[] = []
  for (let start = 0; start < items.length; start += SLICE_SIZE) {
    runs.push(items.slice(start, start + SLICE_SIZE).toSorted(compare))
    yield
  }
  while (runs.length > 1) {
    const longer: (readonly Item[])[] = []
    for (let each = 0; each < runs.length; each += 2)
      longer.push(yield* merged(runs[each] ?? [], runs[each + 1] ?? [], compare))
    runs = longer
  }
  return runs[0] ?? []
}

/** A stable merge: of equal items that of the left list comes first. */
function* merged<Item extends NonNullable<unknown>>(
  left: readonly Item[],
  right: readonly Item[],
  compare: Compare<Item>,
): Work<readonly Item[]> {
  const all: Item[] = []
  let at = 0
  for (const other of right) {
    for (let own = left[at]; own !== undefined && compare(own, other) <= 0; own = left[at]) {
      all.push(own)
      at += 1
      if (all.length % SLICE_SIZE === 0) yield
    }
    all.push(other)
    if (all.length % SLICE_SIZE === 0) yield
  }
  return all.concat(left.slice(at))
}
