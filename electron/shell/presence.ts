import type { Presence } from '../ports.ts'

/** Electron's `powerMonitor`, as far as needed. Waking up counts too: the event before it may not come in time. */
export interface AwayPort {
  on(event: 'suspend' | 'resume' | 'lock-screen', listener: () => void): unknown
  removeListener(event: 'suspend' | 'resume' | 'lock-screen', listener: () => void): unknown
}

const AWAY_EVENTS = ['suspend', 'resume', 'lock-screen'] as const

export function createPresence(power: AwayPort): Presence {
  return {
    onAway: (listener) => {
      for (const event of AWAY_EVENTS) power.on(event, listener)
      return () => {
        for (const event of AWAY_EVENTS) power.removeListener(event, listener)
      }
    },
  }
}
