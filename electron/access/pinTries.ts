import { callError, type CallError } from '../../shared/callError.ts'
import type { Result } from '../../shared/result.ts'
import type { AwakeClock } from '../clock/awakeClock.ts'
import type { Log } from '../ports.ts'
import type { PinKeeping, Tries } from './keptPin.ts'
import { waitAfterMs } from './pinRules.ts'

/** Counts wrong PINs and secrets, so that they cannot be guessed. One is checked at a time. */
export interface PinTries {
  wrongTries(): number
  /** Until the next try counts. */
  waitMs(): number
  isBusy(): boolean
  /** No try is checked during this work. */
  whileBusy<Value>(work: () => Promise<Value>): Promise<Value>
  /**
   * One try, counted on the disk before it is checked: ending the program meanwhile saves no count.
   * @returns undefined if it was right
   */
  attempt(
    code: 'wrongPin' | 'wrongSecret',
    check: () => Promise<Result<boolean, CallError>>,
  ): Promise<Result<never, CallError> | undefined>
  /** @returns whether the disk has taken it */
  startAnew(): boolean
}

const NO_TRIES: Tries = { wrongTries: 0, waitUntilAwakeMs: 0 }

export function createPinTries(
  keeping: Pick<PinKeeping, 'readTries' | 'writeTries'>,
  options: { readonly awake: AwakeClock; readonly log: Log },
  onChange: () => void,
): PinTries {
  const { awake, log } = options
  // Read once: an outside change of the file during the run changes nothing.
  let tries = keeping.readTries(awake.nowMs())
  let isBusy = false

  /** At most the delay for this many wrong tries: awake time starts again with a new sales file. */
  function waitMs(): number {
    const left = tries.waitUntilAwakeMs - awake.nowMs()
    return Math.max(0, Math.min(left, waitAfterMs(tries.wrongTries)))
  }

  function keep(next: Tries): boolean {
    if (!keeping.writeTries(next)) return false
    tries = next
    return true
  }

  async function whileBusy<Value>(work: () => Promise<Value>): Promise<Value> {
    isBusy = true
    try {
      return await work()
    } finally {
      isBusy = false
    }
  }

  return {
    wrongTries: () => tries.wrongTries,
    waitMs,
    isBusy: () => isBusy,
    whileBusy,
    attempt: async (code, check) => {
      if (isBusy) return callError('tooManyTries')
      if (waitMs() > 0) {
        onChange()
        return callError('tooManyTries')
      }
      const before = tries
      const wrongTries = before.wrongTries + 1
      if (!keep({ wrongTries, waitUntilAwakeMs: awake.nowMs() + waitAfterMs(wrongTries) })) {
        return callError('notSaved')
      }
      return whileBusy(async () => {
        const checked = await check()
        if (!checked.ok) {
          // Nothing was learned, so it was no try.
          keep(before)
          return checked
        }
        if (!checked.value) {
          log('warn', `access.${code}`, { wrongTries })
          onChange()
          return callError(code)
        }
        if (!keep(NO_TRIES)) tries = NO_TRIES
        return undefined
      })
    },
    startAnew: () => keep(NO_TRIES),
  }
}
