import { createAwakeClock, HEARTBEAT_MS, type AwakeClock } from '../../electron/clock/awakeClock.ts'
import type { Clock } from '../../electron/ports.ts'
import { MODEL_EPOCH_MS } from './modelBank.ts'

/**
 * The clocks of one computer: a wall clock that jumps, a monotonic clock that restarts with each boot and may run
 * during sleep, and the production awake clock on top, read at the program's heartbeat.
 */
export interface Computer {
  /** The program starts with the awake time that the last run saved, but not before what its file shows. */
  boot(newestAttemptMs: number): void
  /** Power is cut: awake time since the last heartbeat is lost. */
  stop(): void
  /** Nothing runs for `ms` from now. @param doesMonotonicRun as on some systems */
  sleep(ms: number, doesMonotonicRun: boolean): void
  isAsleep(): boolean
  /** When it wakes, model ms; in the past if it is awake. */
  sleepsUntilMs(): number
  jumpWall(ms: number): void
  /** A restored file brings its awake time along. */
  savedAwakeMs(): number
  restoreAwake(ms: number): void
  readonly clock: Clock
  readonly awake: AwakeClock
  /** How long the program was really awake, over all runs: the checker's measure. */
  trulyAwakeMs(): number
}

/** Awake time in the sales file at the start of a history, so that inherited sales can be older. */
export const AWAKE_START_MS = 24 * 60 * 60_000
export const WALL_START_MS = MODEL_EPOCH_MS

export function createComputer(nowMs: () => number): Computer {
  let isOn = false
  let bootedAtMs = 0
  let sleepsUntilMs = 0
  /** Sleep of this run that the monotonic clock did not count. */
  let unseenMs = 0
  let sleptMs = 0
  let savedMs = AWAKE_START_MS
  let earlierRunsMs = 0
  let wallOffsetMs = WALL_START_MS
  let nextBeatMs = 0
  /** The awake clock's present: missed heartbeats are added when it is next read. */
  let readingAtMs = 0
  let awakeClock: AwakeClock | null = null

  const monotonicAt = (atMs: number): number => atMs - bootedAtMs - unseenMs

  function readAwake(): number {
    if (awakeClock === null || nowMs() < sleepsUntilMs) return savedMs
    while (nextBeatMs <= nowMs()) {
      readingAtMs = nextBeatMs
      savedMs = awakeClock.nowMs()
      nextBeatMs += HEARTBEAT_MS
    }
    readingAtMs = nowMs()
    return awakeClock.nowMs()
  }

  const wallNowMs = (): number => Math.floor(nowMs() + wallOffsetMs)

  return {
    boot: (newestAttemptMs) => {
      savedMs = Math.max(savedMs, newestAttemptMs)
      isOn = true
      bootedAtMs = nowMs()
      unseenMs = 0
      sleptMs = 0
      sleepsUntilMs = 0
      readingAtMs = nowMs()
      nextBeatMs = nowMs() + HEARTBEAT_MS
      awakeClock = createAwakeClock(
        {
          wallNowMs: () => Math.floor(readingAtMs + wallOffsetMs),
          monotonicNowMs: () => Math.max(0, monotonicAt(readingAtMs)),
        },
        savedMs,
      )
    },
    stop: () => {
      if (!isOn) return
      readAwake()
      earlierRunsMs += nowMs() - bootedAtMs - sleptMs
      // The program ends during the sleep: that time was counted with the sleep, but not all of it has passed.
      if (nowMs() < sleepsUntilMs) earlierRunsMs += sleepsUntilMs - nowMs()
      isOn = false
      awakeClock = null
    },
    sleep: (ms, doesMonotonicRun) => {
      if (!isOn || nowMs() < sleepsUntilMs) return
      readAwake()
      sleepsUntilMs = nowMs() + ms
      sleptMs += ms
      if (!doesMonotonicRun) unseenMs += ms
      nextBeatMs += ms
    },
    isAsleep: () => nowMs() < sleepsUntilMs,
    sleepsUntilMs: () => sleepsUntilMs,
    jumpWall: (ms) => {
      wallOffsetMs += ms
    },
    savedAwakeMs: () => {
      readAwake()
      return savedMs
    },
    restoreAwake: (ms) => {
      savedMs = ms
    },
    clock: { wallNowMs, monotonicNowMs: () => Math.max(0, monotonicAt(nowMs())) },
    awake: {
      nowMs: readAwake,
      wokeAtMs: () => {
        readAwake()
        return awakeClock?.wokeAtMs() ?? savedMs
      },
    },
    trulyAwakeMs: () => {
      if (!isOn) return earlierRunsMs
      const stillAsleepMs = Math.max(0, sleepsUntilMs - nowMs())
      return earlierRunsMs + nowMs() - bootedAtMs - sleptMs + stillAsleepMs
    },
  }
}
