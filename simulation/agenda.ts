/** What is still to happen in a history, in order of its time; equal times in the order in which they were added. */
export interface Agenda {
  nowMs(): number
  /** @returns the way to strike it off again */
  at(timeMs: number, run: () => void): () => void
  /** Runs everything up to a time, which becomes the present. */
  runUntil(timeMs: number): void
  /** The same, with a stop after each. */
  steps(timeMs: number): Generator<void>
  /** Time passes inside of what runs now, and nothing else with it: what falls due meanwhile is late. */
  stall(ms: number): void
  /** How much of the time until now passed so. */
  stalledMs(): number
}

interface Item {
  readonly timeMs: number
  run: (() => void) | null
}

export function createAgenda(): Agenda {
  let nowMs = 0
  let stalledMs = 0
  /** Sorted, the next one last; a history never has more than a few dozen. */
  const items: Item[] = []
  /** @returns whether there was anything left to do by then */
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
