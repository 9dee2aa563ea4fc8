import type { Cancel, Presence, Timers } from '../ports.ts'

/** Electron's `powerMonitor`, as far as needed. Waking up counts too: the event before it may not come in time. */
export interface AwayPort {
  on(event: 'suspend' | 'resume' | 'lock-screen', listener: () => void): unknown
  removeListener(event: 'suspend' | 'resume' | 'lock-screen', listener: () => void): unknown
  getSystemIdleState(idleThresholdSeconds: number): 'active' | 'idle' | 'locked' | 'unknown'
}

const AWAY_EVENTS = ['suspend', 'resume', 'lock-screen'] as const
const LOOK_MS = 5_000
/** Only whether the screen is locked is asked for; Electron wants a threshold all the same. */
const ANY_THRESHOLD_S = 60

/**
 * Linux has no `lock-screen` (Electron 45, docs/api/power-monitor.md), so there the state is looked at. Not every desktop
 * tells it: where it is never `locked`, only idling, sleep and a person lock.
 */
export function createPresence(power: AwayPort, platform: NodeJS.Platform, timers: Timers): Presence {
  function watchLock(listener: () => void): Cancel {
    let wasLocked = false
    let cancel: Cancel = () => undefined
    function look(): void {
      const isLocked = power.getSystemIdleState(ANY_THRESHOLD_S) === 'locked'
      if (isLocked && !wasLocked) listener()
      wasLocked = isLocked
      cancel = timers.after(LOOK_MS, look)
    }
    cancel = timers.after(LOOK_MS, look)
    return () => cancel()
  }

  return {
    onAway: (listener) => {
      for (const event of AWAY_EVENTS) power.on(event, listener)
      const endWatch = platform === 'linux' ? watchLock(listener) : null
      return () => {
        endWatch?.()
        for (const event of AWAY_EVENTS) power.removeListener(event, listener)
      }
    },
  }
}
