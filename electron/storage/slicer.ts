import type { Clock } from '../ports.ts'
import type { Part } from './comparison.ts'

/** The screen stands still while a part runs; half of what a person could begin to notice leaves room for a slow disk. */
const AIM_MS = 7
const ROWS_FIRST = 50
const ROWS_MIN = 10
const ROWS_MAX = 5_000

/** Runs parts so that each takes a few milliseconds, by how long the ones before it took. */
export interface Slicer {
  /** @throws what the part throws */
  run(part: Part): void
}

export function createSlicer(clock: Pick<Clock, 'monotonicNowMs'>): Slicer {
  /** Of each kind; a row that is read whole takes many times as long as one that is only found. */
  const rowsOf = new Map<Part['kind'], number>()
  return {
    run: (part) => {
      const rows = rowsOf.get(part.kind) ?? ROWS_FIRST
      const fromMs = clock.monotonicNowMs()
      part.run(rows)
      const tookMs = clock.monotonicNowMs() - fromMs
      // Twice as many at most: what was quick may have been a part with nothing in it.
      const factor = tookMs > 0 ? Math.min(2, AIM_MS / tookMs) : 2
      rowsOf.set(part.kind, Math.max(ROWS_MIN, Math.min(ROWS_MAX, Math.round(rows * factor))))
    },
  }
}
