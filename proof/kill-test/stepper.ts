import { writeSync } from 'node:fs'
import type { Message, StopAt } from './orders.ts'
import type { OnStep } from './steps.ts'

/** A halted process without a parent ends by itself after this. */
const HALT_MS_MAX = 30_000

/** Written at once and whole, before the program's next line: a promise counts from this moment. */
export function tell(message: Message): void {
  writeSync(1, `${JSON.stringify(message)}\n`)
}

/** Announces each kind of step once, and at the ordered one halts for ever, or throws what nothing catches. */
export function createStepper(stopAt: StopAt | null): OnStep {
  const counts = new Map<string, number>()
  return (step) => {
    const count = (counts.get(step) ?? 0) + 1
    counts.set(step, count)
    if (count === 1) tell({ kind: 'step', step })
    if (stopAt?.step !== step || stopAt.occurrence !== count) return
    if (stopAt.how === 'throw') {
      tell({ kind: 'threw', step })
      // Not here, where the store would take it for an error of the disk.
      queueMicrotask(() => {
        throw new Error('nothing catches this')
      })
      return
    }
    tell({ kind: 'halted', step })
    // The process is blocked until its parent kills it; without a parent it ends by itself.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HALT_MS_MAX)
    process.exit(1)
  }
}
