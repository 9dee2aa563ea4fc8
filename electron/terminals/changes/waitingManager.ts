import type { CallError } from '../../../shared/callError.ts'
import type { Result } from '../../../shared/result.ts'
import type { Cancel, Timers } from '../../ports.ts'

/** A cashier's answer; undefined while a manager is there. */
export type ManagerAsked = () => Result<never, CallError> | undefined

/** The manager who has asked for something that main can do only after reading the bank's list. */
export interface Manager {
  /** Whether the manager is still there. The check does not count as activity. */
  readonly refusal: ManagerAsked
  /** Restarts the idle timer. No effect if manager mode was locked. */
  touch(): void
}

export interface WaitingManager {
  /** Call right before the act; from then on the idle timer runs again. */
  readonly refusal: ManagerAsked
  end(): void
}

/** Well below the shortest idle time. */
const TOUCH_PERIOD_MS = 10_000

/** Pauses the idle timer while a manager waits for the list. Locking and sleep still end manager mode. */
export function waitingManager(manager: Manager, timers: Timers): WaitingManager {
  let cancel: Cancel | null = null

  function touchOn(): void {
    manager.touch()
    cancel = timers.after(TOUCH_PERIOD_MS, touchOn)
  }

  function end(): void {
    cancel?.()
    cancel = null
  }

  touchOn()
  return {
    refusal: () => {
      end()
      return manager.refusal()
    },
    end,
  }
}
