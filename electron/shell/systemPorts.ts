import { randomBytes } from 'node:crypto'
import { networkInterfaces } from 'node:os'
import type { Cancel, Clock, Network, Random, Timers } from '../ports.ts'

export const systemClock: Clock = {
  wallNowMs: () => Date.now(),
  monotonicNowMs: () => performance.now(),
}

/** Chance from the system's own source, for jitter and references alike. */
export const systemRandom: Random = {
  next: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
  bytes: (count) => new Uint8Array(randomBytes(count)),
}

/** A timer's range is 31 bits: a longer delay would fire at once. */
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

/** Main is told of no network change, so the state is read at this pace while somebody listens. It costs microseconds. */
const NETWORK_POLL_MS = 2_000

/**
 * The network as the system sees it. A change is: online or offline, another set of addresses (another Wi-Fi, a modem
 * plugged in), or the computer's waking up.
 */
export function createNetwork(
  net: NetPort,
  power: PowerPort,
  timers: Timers = systemTimers,
  addresses: () => string = systemAddresses,
): Network {
  return {
    isOnline: () => net.isOnline(),
    onChange: (listener) => {
      const fingerprint = (): string => `${net.isOnline()} ${addresses()}`
      let last = fingerprint()
      const look = (): void => {
        cancel = timers.after(NETWORK_POLL_MS, look)
        const now = fingerprint()
        if (now === last) return
        last = now
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
