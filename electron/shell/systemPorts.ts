import { randomBytes } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { arch, networkInterfaces, release, type } from 'node:os'
import { WALL_MS_MAX } from '../clock/instant.ts'
import type { Cancel, Clock, Machine, Network, Presence, Random, Timers } from '../ports.ts'
import { readLogTail } from './logFile.ts'

export const systemClock: Clock = {
  // A clock beyond that is wrong anyway, and the banner says so; a time that no text can hold would stop every rule.
  wallNowMs: () => Math.min(Date.now(), WALL_MS_MAX),
  monotonicNowMs: () => performance.now(),
}

/** The system's random source, for jitter and references. */
export const systemRandom: Random = {
  next: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
  bytes: (count) => new Uint8Array(randomBytes(count)),
}

/** Node's timers have 31 bits; a longer delay would fire at once. */
const DELAY_MS_MAX = 24 * 60 * 60 * 1_000

export const systemTimers: Timers = {
  after: (delayMs, run) => {
    const timer = setTimeout(run, Math.min(Math.max(delayMs, 0), DELAY_MS_MAX))
    return () => clearTimeout(timer)
  },
}

/** Electron's `net`, as far as needed. */
export interface NetPort {
  isOnline(): boolean
}

/** Electron's `powerMonitor`, as far as needed. */
export interface PowerPort {
  on(event: 'resume', listener: () => void): unknown
  removeListener(event: 'resume', listener: () => void): unknown
}

/** Main gets no event for network changes, so it polls while there is a listener. A poll takes microseconds. */
const NETWORK_POLL_MS = 2_000

/**
 * The network as the system reports it. A change is: online or offline, another set of addresses (another Wi-Fi, a new
 * modem), or a resume after sleep.
 */
export function createNetwork(
  net: NetPort,
  power: PowerPort,
  timers: Timers = systemTimers,
  addresses: () => string = systemAddresses,
): Network {
  // A loss between two polls counts as a change too, if `isOnline` reported it to anyone.
  let wasToldOffline = false
  return {
    isOnline: () => {
      const isOnline = net.isOnline()
      wasToldOffline ||= !isOnline
      return isOnline
    },
    onChange: (listener) => {
      const fingerprint = (): string => `${net.isOnline()} ${addresses()}`
      let last = fingerprint()
      const look = (): void => {
        cancel = timers.after(NETWORK_POLL_MS, look)
        const now = fingerprint()
        const isBack = wasToldOffline && net.isOnline()
        if (now === last && !isBack) return
        last = now
        wasToldOffline = false
        listener()
      }
      let cancel: Cancel = timers.after(NETWORK_POLL_MS, look)
      power.on('resume', listener)
      return () => {
        cancel()
        power.removeListener('resume', listener)
      }
    },
  }
}

function systemAddresses(): string {
  const all = Object.entries(networkInterfaces()).flatMap(([name, entries]) =>
    (entries ?? []).filter((entry) => !entry.internal).map((entry) => `${name} ${entry.address}`),
  )
  return all.toSorted().join(', ')
}

/** Electron's `powerMonitor`, as far as needed. `resume` counts too, since `suspend` may come too late. */
export interface AwayPort {
  on(event: 'suspend' | 'resume' | 'lock-screen', listener: () => void): unknown
  removeListener(event: 'suspend' | 'resume' | 'lock-screen', listener: () => void): unknown
  getSystemIdleState(idleThresholdSeconds: number): 'active' | 'idle' | 'locked' | 'unknown'
}

const AWAY_EVENTS = ['suspend', 'resume', 'lock-screen'] as const
const LOOK_MS = 5_000
/** Electron requires a threshold. Only `locked` is used, which does not depend on it. */
const ANY_THRESHOLD_S = 60

/**
 * Linux has no `lock-screen` event (Electron 45, docs/api/power-monitor.md), so the state is polled there. Some desktops
 * never report `locked`; then only the idle time, a sleep and the person lock the counter.
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

/** The computer and the versions that the program runs on. */
export function createMachine(logDir: string): Machine {
  return {
    electron: process.versions['electron'] ?? null,
    node: process.versions.node,
    system: `${type()} ${release()} ${arch()}`,
    freeBytes: (dir) => {
      try {
        const { bavail, bsize } = statfsSync(dir)
        return bavail * bsize
      } catch {
        // Some network drives do not report their free space. Only this figure is then missing.
        return null
      }
    },
    logTail: (count) => readLogTail(logDir, count),
  }
}
