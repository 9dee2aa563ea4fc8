import type { Cancel, Clock, Timers } from '../ports.ts'

export type LockReason = 'asked' | 'idle' | 'away'

/** Manager mode: open from the right PIN until a person locks it, goes away, or is idle for too long. */
export interface ManagerMode {
  open(): void
  lock(reason: LockReason): void
  /** The manager is active. */
  touch(): void
  isOpen(): boolean
  locksInMs(): number | null
  stop(): void
}

/** Every key and mouse move counts as a touch; more than one a second changes nothing. */
const TOUCH_MS_MIN = 1_000
const LOOK_MS_MAX = 15_000

export function createManagerMode(options: {
  readonly clock: Clock
  readonly timers: Timers
  readonly idleLockMinutes: () => number
  readonly onLock: (reason: LockReason) => void
}): ManagerMode {
  const { clock, timers, onLock } = options
  let touched: { readonly wallMs: number; readonly monotonicMs: number } | null = null
  let cancel: Cancel | null = null

  const moment = () => ({ wallMs: clock.wallNowMs(), monotonicMs: clock.monotonicNowMs() })

  /** By the clock that shows more: monotonic time may stop during sleep, and the wall clock can be set back. */
  function leftMs(): number {
    if (touched === null) return 0
    const now = moment()
    const idleMs = Math.max(now.monotonicMs - touched.monotonicMs, now.wallMs - touched.wallMs)
    return options.idleLockMinutes() * 60_000 - idleMs
  }

  function lock(reason: LockReason): void {
    if (touched === null) return
    touched = null
    cancel?.()
    cancel = null
    onLock(reason)
  }

  /** Touches leave the timer as it is; it checks the time only when it runs. */
  function arm(): void {
    // Checked at this interval anyway, since the idle time may be made shorter meanwhile.
    cancel = timers.after(Math.max(Math.min(leftMs(), LOOK_MS_MAX), 1), () => {
      if (leftMs() <= 0) lock('idle')
      else arm()
    })
  }

  function isOpen(): boolean {
    if (touched !== null && leftMs() <= 0) lock('idle')
    return touched !== null
  }

  return {
    open: () => {
      cancel?.()
      touched = moment()
      arm()
    },
    lock,
    touch: () => {
      if (!isOpen() || touched === null) return
      if (Math.abs(clock.monotonicNowMs() - touched.monotonicMs) >= TOUCH_MS_MIN) touched = moment()
    },
    isOpen,
    locksInMs: () => (isOpen() ? Math.ceil(leftMs()) : null),
    stop: () => cancel?.(),
  }
}
