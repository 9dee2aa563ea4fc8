/** The future events of a history, in order of time; equal times in the order of insertion. */
export interface Agenda {
  nowMs(): number
  /** @returns the function that removes it */
  at(timeMs: number, run: () => void): () => void
  /** Runs everything up to a time, which becomes the present. */
  runUntil(timeMs: number): void
  /** The same, with a pause after each event. */
  steps(timeMs: number): Generator<void>
  /** Time passes inside the current event, and nothing else runs: other events become late. */
  stall(ms: number): void
  /** How much of the time until now passed in stalls. */
  stalledMs(): number
}

interface Item {
  readonly timeMs: number
  run: (() => void) | null
}

export function createAgenda(): Agenda {
  let nowMs = 0
  let stalledMs = 0
  /** Sorted, the next one last; never more than a few dozen. */
  const items: Item[] = []
  /** @returns whether any event was due by then */
  function runNext(timeMs: number): boolean {
    const next = items.at(-1)
    if (next === undefined || next.timeMs > timeMs) return false
    items.pop()
    nowMs = Math.max(nowMs, next.timeMs)
    next.run?.()
    return true
  }

  return {
    nowMs: () => nowMs,
    at: (timeMs, run) => {
      const item: Item = { timeMs: Math.max(timeMs, nowMs), run }
      let place = items.length
      while (place > 0 && (items[place - 1]?.timeMs ?? 0) <= item.timeMs) place -= 1
      items.splice(place, 0, item)
      return () => {
        item.run = null
      }
    },
    runUntil: (timeMs) => {
      while (runNext(timeMs));
      nowMs = Math.max(nowMs, timeMs)
    },
    steps: function* (timeMs) {
      while (runNext(timeMs)) yield
      nowMs = Math.max(nowMs, timeMs)
    },
    stall: (ms) => {
      nowMs += ms
      stalledMs += ms
    },
    stalledMs: () => stalledMs,
  }
}
