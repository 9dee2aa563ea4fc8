import type { Clock } from '../ports.ts'
import type { Part } from './comparison.ts'

/** The screen is blocked while a part runs; half of what a person could notice leaves room for a slow disk. */
const AIM_MS = 7
const ROWS_FIRST = 50
const ROWS_MIN = 10
const ROWS_MAX = 5_000

/** Runs parts of a few milliseconds each, sized by how long earlier ones took. */
export interface Slicer {
  /** @throws what the part throws */
  run(part: Part): void
}

export function createSlicer(clock: Pick<Clock, 'monotonicNowMs'>): Slicer {
  /** By kind: reading a whole row takes many times as long as finding one. */
  const rowsOf = new Map<Part['kind'], number>()
  return {
    run: (part) => {
      const rows = rowsOf.get(part.kind) ?? ROWS_FIRST
      const fromMs = clock.monotonicNowMs()
      part.run(rows)
      const tookMs = clock.monotonicNowMs() - fromMs
      // At most double: a quick part may have been empty.
      const factor = tookMs > 0 ? Math.min(2, AIM_MS / tookMs) : 2
      rowsOf.set(part.kind, Math.max(ROWS_MIN, Math.min(ROWS_MAX, Math.round(rows * factor))))
    },
  }
}
