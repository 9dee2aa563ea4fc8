import type { SaleFilter } from '../../../shared/sale.ts'
import { PART_OF, type Standing, standings, standingWords } from '../../../shared/standing.ts'
import { type CountAndSum, MONEY_PARTS, type TodayParts } from '../../../shared/today.ts'
import { strings } from '../../strings/strings.ts'
import { formatKobo, formatNaira } from '../../ui/format/money.ts'

const words = strings.money
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

export interface MoneyRow extends CountAndSum {
  readonly kind: Standing
  readonly label: string
}

/** The list under Sales that each part leads to. */
export const LIST_OF: Readonly<Partial<Record<Standing, SaleFilter>>> = {
  paid: 'paid',
  onItsWay: 'unpaid',
  waiting: 'notSent',
  checking: 'checking',
  needsYou: 'needsPerson',
  paidBack: 'needsPerson',
}

/** The parts of today's money that there are. */
export function moneyRows(parts: TodayParts): readonly MoneyRow[] {
  const rows = MONEY_PARTS.map((kind) => ({ kind, label: standingWords[kind], ...parts[kind] }))
  return rows.filter(({ count }) => count > 0)
}

/** How much of it is paid, before the bank's fees. */
export function paidText({ paid }: TodayParts): string {
  return paid.count === 0 ? words.nonePaid : words.paidOfIt(formatKobo(paid.kobo))
}

/** What of it came into the account; null where the bank's records do not say. */
export function netText(paidNet: string | null): string | null {
  return paidNet === null ? null : words.inAccount(formatNaira(paidNet))
}

/** What the total leaves out, in words; null if nothing. */
export function notCountedText(parts: TodayParts): string | null {
  const apart = standings
    .filter((standing) => PART_OF[standing] === 'none' && parts[standing].count > 0)
    .map((standing) =>
      words.apart(parts[standing].count, standingWords[standing], formatKobo(parts[standing].kobo)),
    )
  return apart.length === 0 ? null : words.notCounted(apart.join('; '))
}

/** Within which time the bank usually pays: always rounded up, so that it promises no more than was measured. */
export function usualText(usualPayMs: number): string {
  return words.usual(spanText(usualPayMs))
}

const SECONDS_STEP = 5

function spanText(ms: number): string {
  if (ms <= MINUTE_MS - SECONDS_STEP * SECOND_MS) {
    return words.seconds(Math.max(1, Math.ceil(ms / (SECONDS_STEP * SECOND_MS))) * SECONDS_STEP)
  }
  if (ms <= HOUR_MS - MINUTE_MS) return words.minutes(Math.ceil(ms / MINUTE_MS))
  if (ms <= DAY_MS - HOUR_MS) return words.hours(Math.ceil(ms / HOUR_MS))
  return words.days(Math.ceil(ms / DAY_MS))
}
