import * as z from 'zod/mini'

const CountAndSum = z.strictObject({ count: z.int(), kobo: z.int() })
export type CountAndSum = z.output<typeof CountAndSum>

/**
 * Today's sales, each in one part. The amounts are those recorded here, before any fee. Removed sales are in none.
 */
export const TodayParts = z.strictObject({
  paid: CountAndSum,
  /** Accepted, and not known to be paid. */
  accepted: CountAndSum,
  queued: CountAndSum,
  /** In flight: it is not known whether the bank has them. */
  sending: CountAndSum,
  checking: CountAndSum,
  /** In review, in conflict, held, or with a differing record of the bank's, also one that says paid. */
  needsYou: CountAndSum,
  refused: CountAndSum,
  writtenOff: CountAndSum,
})
export type TodayParts = z.output<typeof TodayParts>

/** The parts that may be, or become, money. Refused and written-off sales are told apart from them. */
export const MONEY_PARTS = ['paid', 'accepted', 'queued', 'sending', 'checking', 'needsYou'] as const

/** Recorded today: the sum of {@link MONEY_PARTS}, so that the parts always make up the total. */
export function todayTotal(parts: TodayParts): CountAndSum {
  return sumOfParts(parts, MONEY_PARTS)
}

export function sumOfParts(parts: TodayParts, names: readonly (keyof TodayParts)[]): CountAndSum {
  return names.reduce(
    (sum, name) => ({ count: sum.count + parts[name].count, kobo: sum.kobo + parts[name].kobo }),
    { count: 0, kobo: 0 },
  )
}
