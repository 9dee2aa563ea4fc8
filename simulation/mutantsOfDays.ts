import type { Mutant, MutantElsewhere } from './mutant.ts'

const SEARCH_DAYS = 'electron/outbox/worker/searchDays.ts'

/** Wrong designs of the days of a search: whether its ends are included is undocumented. */
export const mutantsOfDays: readonly Mutant[] = [
  {
    name: 'asks to today only',
    thought: 'what is of today is in the search to today',
    edits: [
      {
        file: SEARCH_DAYS,
        find: `  return daysToAsk(zone.day(firstMs, -ZONE_DAYS), zone.day(lastMs, ZONE_DAYS))`,
        replace: `  return { ...daysToAsk(zone.day(firstMs, -ZONE_DAYS), ''), dateTo: zone.day(lastMs, 0 * ZONE_DAYS) }`,
      },
    ],
  },
  {
    name: 'a search has the days that it names',
    thought: 'from a day to that day is that day',
    edits: [
      {
        file: SEARCH_DAYS,
        find: `addDays(firstDay, -END_DAYS), dateTo: addDays(lastDay, END_DAYS)`,
        replace: `addDays(firstDay, 0 * END_DAYS), dateTo: lastDay`,
      },
    ],
  },
]

/** Histories rarely combine clocks and copies, so this one is tried on a copied file. */
export const mutantsOfToday: readonly MutantElsewhere[] = [
  {
    name: 'this computer knows what day it is',
    thought: 'its clock is right',
    level: 'real',
    tests: ['electron/outbox/worker/searchDays.test.ts'],
    edits: [
      {
        file: SEARCH_DAYS,
        find: `  const aheadMs = clockAheadMs() ?? 0`,
        replace: `  const aheadMs = 0 * (clockAheadMs() ?? 0)`,
      },
    ],
  },
]
