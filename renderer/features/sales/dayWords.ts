import type { DayNote } from '../../../shared/day.ts'
import { dayOf, dayStartMs } from '../../../shared/days.ts'
import type { Amounts, SaleDays, TakeOf } from '../../../shared/saleDays.ts'
import { TAKE_PARTS, type TakePart } from '../../../shared/standing.ts'
import { formatKobo, formatNaira } from '../../ui/format/money.ts'
import { dayText, dayWords } from '../../ui/format/time.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'

const words = lazyStrings.days
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

/** `Fri 20 Nov 2026`, after _Today_ or _Yesterday_ where it is one of them. */
export function dayName(atMs: number, nowMs: number): string {
  const day = `${WEEKDAYS[new Date(atMs).getDay()] ?? ''} ${dayWords(dayText(atMs))}`
  if (dayText(atMs) === dayText(nowMs)) return `${words.today}, ${day}`
  return dayText(atMs) === dayText(dayStartMs(nowMs, -1)) ? `${words.yesterday}, ${day}` : day
}

/** Two characters under a bar: `20`, the day of the month. */
export function dayMark(atMs: number): string {
  return String(new Date(atMs).getDate())
}

/** Everything recorded but what was refused or removed: no money comes from that. */
export function recordedOf({ paid, unpaid, attention }: TakeOf): Amounts {
  return {
    count: paid.count + unpaid.count + attention.count,
    kobo: paid.kobo + unpaid.kobo + attention.kobo,
  }
}

export function takeOfDay(found: SaleDays | null, atMs: number): TakeOf | null {
  const { fromMs } = dayOf(atMs)
  const takes = found === null ? [] : [...found.days, ...found.others]
  return takes.find((take) => take.fromMs === fromMs) ?? null
}

/** What the bank has of one of the last days; null where that is not known. */
export function noteOfDay(found: SaleDays | null, atMs: number): DayNote | null {
  const { fromMs } = dayOf(atMs)
  const place = found?.days.findIndex((take) => take.fromMs === fromMs) ?? -1
  return found?.notes[place] ?? null
}

const amountsText = ({ count, kobo }: Amounts): string =>
  words.recordedOf(strings.count.sales(count), formatKobo(kobo))

/** The sums of a day at its head in the list: recorded, paid, what is in neither, and what the bank has besides. */
export function sumsText(take: TakeOf, note: DayNote | null): string {
  return [
    amountsText(recordedOf(take)),
    words.paidOf(formatKobo(take.paid.kobo)),
    ...(take.none.count === 0 ? [] : [words.noneOf(String(take.none.count))]),
    ...(note === null || note.elsewhere.count === 0
      ? []
      : [words.elsewhereOf(String(note.elsewhere.count), formatNaira(note.elsewhere.amount))]),
  ].join(' · ')
}

/** One bar in words; a part of nothing is left out. */
export function barText(name: string, take: TakeOf, note: DayNote | null = null): string {
  const parts = TAKE_PARTS.filter((part) => part === 'paid' || take[part].count > 0).map((part) =>
    words.partOf(words[part], formatKobo(take[part].kobo)),
  )
  const text = words.barOf(name, amountsText(recordedOf(take)), parts.join(', '))
  return note === null || note.lookCount === 0 ? text : `${text}. ${words.differs(note.lookCount)}`
}

export interface Segment {
  readonly part: TakePart
  /** From 0 at the bottom to 1 at the top of the chart. */
  readonly from: number
  readonly to: number
}

/** A stack of paid, not paid and needs-you, against the highest bar of the chart. */
export function segmentsOf(take: TakeOf, highestKobo: number): readonly Segment[] {
  let from = 0
  return (['paid', 'unpaid', 'attention'] as const).flatMap((part) => {
    if (take[part].kobo === 0 || highestKobo === 0) return []
    const segment = { part, from, to: from + take[part].kobo / highestKobo }
    from = segment.to
    return [segment]
  })
}

export function highestOf(takes: readonly TakeOf[]): number {
  return Math.max(0, ...takes.map((take) => recordedOf(take).kobo))
}
