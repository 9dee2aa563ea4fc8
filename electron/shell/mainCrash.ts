import { readFileSync, writeFileSync } from 'node:fs'
import type { Log, Timers } from '../ports.ts'

/** Node's `process`, as far as needed. */
export interface CrashingProcess {
  on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown
}

export interface CrashOptions {
  readonly process: CrashingProcess
  readonly log: Log
  readonly timers: Timers
  /** Tillside is being closed, which goes on: it must not open again. */
  readonly isLeaving: () => boolean
  /** What a restart after so many crashes would only repeat. */
  readonly wasJustCrashing: () => boolean
  readonly restart: () => void
  readonly giveUp: (error: unknown) => void
}

export interface CrashGuard {
  /** What claims nothing more and waits for what is in flight, once there is something to stop. */
  stopBy(stop: () => Promise<unknown>): void
}

/** Longer than an exchange with the bank usually takes. What is still in flight then is looked up after the restart. */
const STOP_MS_MAX = 70_000

/**
 * After an error that nothing caught, main is in no known state. It claims no more sales, lets the one in flight write its
 * outcome, and starts anew into recovery: a sale that is still `sending` in the file is looked up then.
 */
export function guardAgainstCrashes(options: CrashOptions): CrashGuard {
  const { process, log, timers, isLeaving, wasJustCrashing, restart, giveUp } = options
  let stop: () => Promise<unknown> = () => Promise.resolve()
  let isEnding = false

  async function end(error: unknown): Promise<void> {
    const isRepeated = wasJustCrashing()
    await Promise.race([
      // A stop may throw at once, in a state that is not known.
      Promise.resolve().then(stop),
      new Promise((resolve) => {
        timers.after(STOP_MS_MAX, () => resolve(null))
      }),
    ]).catch(() => log('error', 'app.notStopped'))
    if (isRepeated) giveUp(error)
    else restart()
  }

  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error) => {
      tell(log, kind, error)
      if (isEnding || isLeaving()) return
      isEnding = true
      void end(error)
    })
  }
  return {
    stopBy: (next) => {
      stop = next
    },
  }
}

/** The log is not more important than the restart. The error's own words are left out: they may hold a secret. */
function tell(log: Log, kind: string, error: unknown): void {
  try {
    const isError = error instanceof Error
    const place = isError ? (error.stack?.split('\n').find((line) => /^\s+at /u.test(line)) ?? null) : null
    log('error', 'app.crashed', {
      kind,
      name: isError ? error.name : typeof error,
      at: place?.trim() ?? null,
    })
  } catch {
    // Nothing is left to tell it to.
  }
}

const CRASHES_MAX = 3
const WITHIN_MS = 10 * 60_000

/**
 * Notes a crash in a file, which lives over restarts.
 * @returns whether it is the third within ten minutes
 */
export function noteCrash(file: string, wallNowMs: number): boolean {
  const earlier = crashesIn(file).filter((atMs) => Math.abs(wallNowMs - atMs) < WITHIN_MS)
  const all = [...earlier, wallNowMs].slice(-CRASHES_MAX)
  try {
    writeFileSync(file, JSON.stringify(all))
  } catch {
    // Without a note a restart is tried each time.
  }
  return all.length >= CRASHES_MAX
}

function crashesIn(file: string): readonly number[] {
  try {
    const noted: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(noted) ? noted.filter((atMs) => typeof atMs === 'number') : []
  } catch {
    return []
  }
}
