import type { Cancel, Clock, Log, Network, Random, SettingsStore, Timers } from '../ports.ts'
import { keepSetting } from './keepSetting.ts'

/** The first check of a run: long after the first sale can be typed, and spread over counters. */
const FIRST_LOOK_MS = 10 * 60_000
const FIRST_LOOK_SPREAD_MS = 50 * 60_000
/** How often the daily check is considered, so that a day that starts offline is not lost. */
const LOOK_MS = 60 * 60_000
const DAY_MS = 24 * 60 * 60_000

/** When the feed was last asked automatically, by the wall clock. */
const ASKED_AT = 'updates:askedAtMs'

/** Checks once a day by itself. */
export interface DailyCheck {
  start(): void
  stop(): void
}

/** @param isWanted whether another answer of the feed would be of use */
export function createDailyCheck(
  options: {
    readonly settings: SettingsStore
    readonly network: Pick<Network, 'isOnline'>
    readonly clock: Pick<Clock, 'wallNowMs'>
    readonly timers: Timers
    readonly random: Pick<Random, 'next'>
    readonly log: Log
  },
  isWanted: () => boolean,
  check: () => void,
): DailyCheck {
  const { settings, network, clock, timers, random } = options
  let cancel: Cancel | null = null

  function look(): void {
    cancel = timers.after(LOOK_MS, look)
    const now = clock.wallNowMs()
    const askedAt = Number(settings.get(ASKED_AT) ?? Number.NEGATIVE_INFINITY)
    // A clock that was set back must not delay the next check for years.
    const isDue = !(now >= askedAt && now - askedAt < DAY_MS)
    if (!isDue || !network.isOnline() || !isWanted()) return
    keepSetting(options, ASKED_AT, now)
    check()
  }

  return {
    start: () => {
      cancel ??= timers.after(FIRST_LOOK_MS + random.next() * FIRST_LOOK_SPREAD_MS, look)
    },
    stop: () => cancel?.(),
  }
}
