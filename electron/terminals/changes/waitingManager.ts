import type { CallError } from '../../../shared/callError.ts'
import type { Result } from '../../../shared/result.ts'
import type { Cancel, Timers } from '../../ports.ts'

/** What a cashier is answered; undefined as long as a manager is there. */
export type ManagerAsked = () => Result<never, CallError> | undefined

/** The manager who has asked for something that main can do only when it has read the bank's list. */
export interface Manager {
  /** Whether he is still there. To ask is no sign of life of his. */
  readonly refusal: ManagerAsked
  /** His idle time begins anew. Nothing happens where his mode was locked. */
  touch(): void
}

export interface WaitingManager {
  /** To be asked at the moment at which something is done for him; from then on his idle time runs again. */
  readonly refusal: ManagerAsked
  end(): void
}

/** Well below the shortest idle time that can be chosen. */
const TOUCH_PERIOD_MS = 10_000

/**
 * A manager who waits for main has nothing to touch: while the list is read for him his idle time stands still. Whoever
 * locks, and a computer that sleeps or is locked, ends his mode all the same, and with it what he has asked for.
 */
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
