import * as z from 'zod/mini'
import { parseUnknown } from '../../shared/parse.ts'
import { FREE_TRIES, waitAfterMs } from '../access/pinRules.ts'
import type { AwakeClock } from '../clock/awakeClock.ts'
import type { Log, SettingsStore } from '../ports.ts'

/** A separate entry, so that damage to the list never affects the counts. */
const TRIES_KEY = 'people:tries'

const Tries = z.strictObject({
  wrongTries: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  /** Awake time from which the next try counts. */
  waitUntilAwakeMs: z.int().check(z.minimum(0)),
})
type Tries = z.output<typeof Tries>

const NONE: Tries = { wrongTries: 0, waitUntilAwakeMs: 0 }

/** The wrong tries of each cashier, as for the manager's PIN (access/pinRules.ts). */
export interface CashierTries {
  wrongTries(id: string): number
  waitMs(id: string): number
  /** Counts a try on the disk before it is checked. @returns false where the disk refuses: then there is no try */
  count(id: string): boolean
  /** After a right try or a new PIN. */
  clear(id: string): void
}

export function createCashierTries(options: {
  readonly settings: SettingsStore
  readonly awake: Pick<AwakeClock, 'nowMs'>
  readonly log: Log
}): CashierTries {
  const { settings, awake, log } = options
  const kept = settings.get(TRIES_KEY)
  const parsed = parseUnknown(z.record(z.string(), Tries), kept ?? {})
  let tries: Readonly<Record<string, Tries>> = parsed.ok ? parsed.value : {}
  /**
   * Of a cashier without a count. If the counts cannot be read, it is the first delay and not the longest, as with the
   * manager's PIN: an hour without recording would cost sales.
   */
  const first: Tries = parsed.ok
    ? NONE
    : { wrongTries: FREE_TRIES, waitUntilAwakeMs: awake.nowMs() + waitAfterMs(FREE_TRIES) }

  const of = (id: string): Tries => tries[id] ?? first

  function keep(id: string, next: Tries): boolean {
    const all = { ...tries, [id]: next }
    try {
      settings.set(TRIES_KEY, all)
    } catch {
      log('error', 'people.triesNotKept')
      return false
    }
    tries = all
    return true
  }

  return {
    wrongTries: (id) => of(id).wrongTries,
    // At most the delay for this many tries: awake time starts again with a new sales file.
    waitMs: (id) =>
      Math.max(0, Math.min(of(id).waitUntilAwakeMs - awake.nowMs(), waitAfterMs(of(id).wrongTries))),
    count: (id) => {
      const wrongTries = of(id).wrongTries + 1
      return keep(id, { wrongTries, waitUntilAwakeMs: awake.nowMs() + waitAfterMs(wrongTries) })
    },
    clear: (id) => {
      // The count of a right try may stay on the disk, but not for this run.
      if (!keep(id, NONE)) tries = { ...tries, [id]: NONE }
    },
  }
}
