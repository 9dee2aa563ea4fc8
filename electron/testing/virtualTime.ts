import { WALL_MS_MAX } from '../clock/instant.ts'
import type { Clock, Random, Timers } from '../ports.ts'

/** Time under the test's control, so that half an hour of waiting is instant and nothing depends on speed. */
export interface VirtualTime {
  readonly clock: Clock
  readonly timers: Timers
  /** Lets `ms` pass: runs every timer in order and lets all consequences settle. */
  pass(ms: number): Promise<void>
  /** Time passes with nothing running: what fell due runs late, once. */
  skip(ms: number): void
  /** Moves the wall clock by `ms`, as a person or a time server would, without the monotonic clock. */
  jumpWall(ms: number): void
  /** The process is gone: none of its timers runs again. */
  kill(): void
}

interface Alarm {
  readonly atMs: number
  readonly order: number
  readonly run: () => void
}

const START_WALL_MS = Date.UTC(2026, 10, 20, 9, 0, 0)

export function createVirtualTime(startMonotonicMs = 1_000): VirtualTime {
  let nowMs = startMonotonicMs
  let wallOffsetMs = START_WALL_MS - startMonotonicMs
  let order = 0
  let alarms: readonly Alarm[] = []
  return {
    clock: {
      wallNowMs: () => Math.min(Math.floor(nowMs) + wallOffsetMs, WALL_MS_MAX),
      monotonicNowMs: () => nowMs,
    },
    timers: {
      after: (delayMs, run) => {
        order += 1
        const alarm = { atMs: nowMs + Math.max(0, delayMs), order, run }
        alarms = [...alarms, alarm]
        return () => {
          alarms = alarms.filter((other) => other !== alarm)
        }
      },
    },
    pass: async (ms) => {
      const endMs = nowMs + ms
      await settle()
      for (;;) {
        const [next] = alarms
          .filter((alarm) => alarm.atMs <= endMs)
          .toSorted((left, right) => left.atMs - right.atMs || left.order - right.order)
        if (next === undefined) break
        alarms = alarms.filter((other) => other !== next)
        nowMs = Math.max(nowMs, next.atMs)
        next.run()
        await settle()
      }
      nowMs = endMs
    },
    skip: (ms) => {
      nowMs += ms
    },
    jumpWall: (ms) => {
      wallOffsetMs += ms
    },
    kill: () => {
      alarms = []
    },
  }
}

/** Waits until all consequences of the last event that need no time have happened. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => setImmediate(() => setImmediate(resolve)))
  })
}

/** Seeded chance: the same seed gives the same run. */
export function createSeededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(next() * 256)) }
}
