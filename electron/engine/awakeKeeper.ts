import type { Cancel, Timers } from '../ports.ts'
import { AWAKE_MS, type MetaStore } from '../storage/metaStore.ts'
import { HEARTBEAT_MS, IDLE_HEARTBEAT_MS, type AwakeClock } from '../clock/awakeClock.ts'

/** Reads the awake clock at its interval, and saves it. */
export interface AwakeKeeper {
  start(): void
  stop(): void
  /** If it cannot be saved, the waiting times get longer, never shorter. */
  save(): void
}

/** With nothing open only the follow-up of payments uses awake time, where a minute does not matter. */
const SAVED_MS_MAX = 60_000

export function createAwakeKeeper(options: {
  readonly awake: AwakeClock
  readonly meta: MetaStore
  readonly timers: Timers
  readonly isSound: () => boolean
  readonly hasOpen: () => boolean
}): AwakeKeeper {
  const { awake, meta, timers, isSound, hasOpen } = options
  let savedMs = awake.nowMs()
  let cancelBeat: Cancel | null = null

  function save(): void {
    const nowMs = awake.nowMs()
    try {
      meta.set(AWAKE_MS, String(nowMs))
      savedMs = nowMs
    } catch {
      // The storage has noted the failure.
    }
  }

  function beat(): void {
    const nowMs = awake.nowMs()
    let isOpen = true
    try {
      if (isSound()) {
        isOpen = hasOpen()
        if (isOpen || nowMs - savedMs >= SAVED_MS_MAX) save()
      }
    } catch {
      // An unreadable file has an event of its own; the clock must be read all the same.
    }
    cancelBeat = timers.after(isOpen ? HEARTBEAT_MS : IDLE_HEARTBEAT_MS, beat)
  }

  return { start: beat, stop: () => cancelBeat?.(), save }
}
