import { dayOf, dayStartMs, type Span, startOfDayMs } from '../../shared/days.ts'
import { BAR_DAYS, type TakesOfDays, type TakeOf } from '../../shared/saleDays.ts'
import { PART_OF, type TakePart } from '../../shared/standing.ts'
import type { Request } from '../../shared/contract.ts'
import type { Destination } from '../gateway/destination.ts'
import { type QuarterTotal, type RangeTotalsStore, STANDING_OF, sumOf } from './store/rangeTotalsStore.ts'

const HOUR_MS = 3_600_000

export interface SaleDaysOptions {
  readonly totals: Pick<RangeTotalsStore, 'quarters'>
  readonly destination: () => Destination | null
  readonly nowMs: () => number
  readonly revision: () => number
}

/** The take of the last days, of the days of rows on the screen, and of the hours of one day. */
export function createSaleDays(options: SaleDaysOptions): (asked: Request<'sales.days'>) => TakesOfDays {
  return ({ alsoOf, hoursOf }) => {
    const revision = options.revision()
    const own = options.destination()
    const nowMs = options.nowMs()
    const days = Array.from({ length: BAR_DAYS }, (_, each) => dayOf(dayStartMs(nowMs, each + 1 - BAR_DAYS)))
    const bars = { fromMs: days[0]?.fromMs ?? 0, untilMs: days.at(-1)?.untilMs ?? 0 }
    const others = [...new Set(alsoOf.map(startOfDayMs))]
      .filter((atMs) => atMs < bars.fromMs || atMs >= bars.untilMs)
      .map(dayOf)
    const read = (span: Span): readonly QuarterTotal[] =>
      own === null ? [] : options.totals.quarters(own, span)
    return {
      days: takesOf(days, read(bars)),
      others: others.map((day) => takeOf(day, read(day))),
      hours: hoursOf === null ? null : takesOf(hoursOfDay(dayOf(hoursOf)), read(dayOf(hoursOf))),
      revision,
    }
  }
}

/** By the clock on the wall: an hour that the clocks repeat is two, and one that they skip is none. */
function hoursOfDay({ fromMs, untilMs }: Span): readonly Span[] {
  const hours: Span[] = []
  for (let atMs = fromMs; atMs < untilMs; atMs += HOUR_MS)
    hours.push({ fromMs: atMs, untilMs: Math.min(untilMs, atMs + HOUR_MS) })
  return hours
}

/** @param spans in order, without a gap */
function takesOf(spans: readonly Span[], quarters: readonly QuarterTotal[]): TakeOf[] {
  const inOrder = quarters.toSorted((left, right) => left.atMs - right.atMs)
  let next = 0
  return spans.map((span) => {
    const begin = next
    while ((inOrder[next]?.atMs ?? Infinity) < span.untilMs) next += 1
    return takeOf(span, inOrder.slice(begin, next))
  })
}

function takeOf({ fromMs, untilMs }: Span, quarters: readonly QuarterTotal[]): TakeOf {
  const part = (name: TakePart) => sumOf(quarters.filter(({ facet }) => PART_OF[STANDING_OF[facet]] === name))
  return {
    fromMs,
    untilMs,
    paid: part('paid'),
    unpaid: part('unpaid'),
    attention: part('attention'),
    none: part('none'),
  }
}
