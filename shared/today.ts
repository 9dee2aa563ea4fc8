import * as z from 'zod/mini'
import { PART_OF, type Standing, standings } from './standing.ts'

const CountAndSum = z.strictObject({ count: z.int(), kobo: z.int() })
export type CountAndSum = z.output<typeof CountAndSum>

/** Today's sales by what they are. The amounts are those recorded here, before any fee. */
const parts = Object.fromEntries(standings.map((standing) => [standing, CountAndSum]))
export const TodayParts = z.strictObject(parts as Record<Standing, typeof CountAndSum>)
export type TodayParts = z.output<typeof TodayParts>

/** What may be, or become, money. */
export const MONEY_PARTS = standings.filter((standing) => PART_OF[standing] !== 'none')

/** Recorded today: the sum of {@link MONEY_PARTS}, so that the parts always make up the total. */
export function todayTotal(parts: TodayParts): CountAndSum {
  return sumOfParts(parts, MONEY_PARTS)
}

export function sumOfParts(parts: TodayParts, names: readonly Standing[]): CountAndSum {
  return names.reduce(
    (sum, name) => ({ count: sum.count + parts[name].count, kobo: sum.kobo + parts[name].kobo }),
    { count: 0, kobo: 0 },
  )
}
