import { ClosePart, type CloseSum, type DayCloseFacts } from '../../../shared/dayClose.ts'
import { PART_OF, standingWords } from '../../../shared/standing.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { dayWords } from '../../ui/format/time.ts'

const words = lazyStrings.closing

export interface CloseRow extends CloseSum {
  readonly name: string
}

/** All terminals of a close: what was recorded, then each part that there is. */
export function closeRows({ terminals }: Pick<DayCloseFacts, 'terminals'>): readonly CloseRow[] {
  const sum = (sums: readonly CloseSum[]): CloseSum => ({
    count: sums.reduce((all, { count }) => all + count, 0),
    kobo: sums.reduce((all, { kobo }) => all + kobo, 0),
  })
  const parts = ClosePart.options.map((part) => ({
    part,
    name: standingWords[part],
    ...sum(terminals.flatMap((each) => each.parts.filter((one) => one.part === part))),
  }))
  // From the parts: an old close counted in its sum what stands beside it today.
  const recorded = parts.filter(({ part }) => PART_OF[part] !== 'none')
  return [{ name: words.recorded, ...sum(recorded) }, ...parts.filter(({ count }) => count > 0)]
}

/** The days that a close is of: one, or the first and the last. */
export function closedDays({ day, days }: Pick<DayCloseFacts, 'day' | 'days'>): string {
  const [first, last] = [days[0]?.day ?? day, days.at(-1)?.day ?? day]
  return first === last ? dayWords(day) : words.spanned(dayWords(first), dayWords(last))
}

/** `Nov 2026`. @param month `2026-11` */
export function monthWords(month: string): string {
  return dayWords(`${month}-01`).replace(/^\S+ /u, '')
}

/** The money of earlier days: what came in since the last close, and what was taken back. */
export function earlierRows({
  cameIn,
  takenBack,
}: Pick<DayCloseFacts, 'cameIn' | 'takenBack'>): readonly CloseRow[] {
  const rows = [
    { name: words.cameIn, ...cameIn },
    { name: words.takenBack, count: takenBack.count, kobo: -takenBack.kobo },
  ]
  return rows.filter(({ count }) => count > 0)
}
