import { parseServiceTime, serviceTimeToMs } from '../../../shared/serviceTime.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { Clock } from '../../ports.ts'
import type { PaidTimes } from '../rules/delays.ts'

/** How long the bank takes to pay, from its own records: both of their times are by the bank's clock. */
export interface PayTimes {
  /** Of the recent payments, ascending, ms. A restart keeps them, since the records are in the file. */
  recent(destination: Destination): readonly number[]
}

/** Each sale asks, and the answer changes slowly. */
const KEPT_FOR_MS = 20_000
/** A time without an offset may be a day off, and a payment of another month says nothing about the next one. */
const PAY_TIME_MS_MAX = 7 * 24 * 60 * 60_000

/** @param recentlyPaid reads the newest paid sales of the file */
export function createPayTimes(
  clock: Pick<Clock, 'monotonicNowMs'>,
  recentlyPaid: (destination: Destination) => readonly PaidTimes[],
): PayTimes {
  let kept: { readonly of: string; readonly atMs: number; readonly times: readonly number[] } | null = null
  return {
    recent: (destination) => {
      const of = JSON.stringify(destination)
      const nowMs = clock.monotonicNowMs()
      if (kept?.of === of && nowMs - kept.atMs < KEPT_FOR_MS) return kept.times
      const times = recentlyPaid(destination)
        .flatMap(payTimeOf)
        .toSorted((left, right) => left - right)
      kept = { of, atMs: nowMs, times }
      return times
    },
  }
}

function payTimeOf({ timeReceived, datePaid }: PaidTimes): readonly number[] {
  const [received, paid] = [parseServiceTime(timeReceived), parseServiceTime(datePaid)]
  if (received === undefined || paid === undefined) return []
  const tookMs = serviceTimeToMs(paid, 0) - serviceTimeToMs(received, 0)
  return tookMs >= 0 && tookMs <= PAY_TIME_MS_MAX ? [tookMs] : []
}
