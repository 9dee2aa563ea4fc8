import { QuickRange, type SaleRange, spanOf } from '../../../shared/days.ts'
import { useApp } from '../../core/context.tsx'
import { cx } from '../../ui/cx.ts'
import { laterStrings } from '../../strings/laterStrings.ts'
import { DateField } from '../../ui/DateField.tsx'
import { dayText } from '../../ui/format/time.ts'
import { daysFrom, rangeOfDay } from './rangeOfDay.ts'
import styles from './RangeChoice.module.css'

const words = laterStrings.transactions

/** The days that are asked for most. */
export function QuickRanges() {
  // A search looks through all days.
  const range = useApp(({ query }) => (query.search === '' ? query.range : 'all'))
  const setQuery = useApp((state) => state.setQuery)
  return (
    <div role="group" aria-label={words.range} className={cx(styles.ranges)}>
      {QuickRange.options.map((quick) => (
        <button
          key={quick}
          type="button"
          className={cx(styles.range)}
          aria-pressed={range === quick}
          onClick={() => setQuery({ range: quick, search: '' })}
        >
          {words.ranges[quick]}
        </button>
      ))}
    </div>
  )
}

/** Any days, beside the quick ones and the bars, whose days they show. */
export function FromTo() {
  const range = useApp(({ query }) => (query.search === '' ? query.range : 'all'))
  const nowMs = useApp((state) => state.nowMs)
  const setQuery = useApp((state) => state.setQuery)
  const span = spanOf(range, nowMs)
  const from = span === null ? '' : dayText(span.fromMs)
  const to = span === null ? '' : dayText(span.untilMs - 1)
  const show = (first: string, last: string): void =>
    setQuery({ range: rangeFrom(first, last, nowMs), search: '' })
  return (
    <>
      <DateField
        label={words.from}
        value={from}
        onChange={(day) => {
          if (isWhole(day) && day !== from) show(day, to >= day ? to : later(day, dayText(nowMs)))
        }}
      />
      <DateField
        label={words.to}
        value={to}
        onChange={(day) => {
          if (isWhole(day) && day !== to) show(from !== '' && from <= day ? from : day, day)
        }}
      />
    </>
  )
}

/** While its year is typed, a field has days of the first centuries. */
const FIRST_DAY = '2000-01-01'
const isWhole = (day: string): boolean => day >= FIRST_DAY

const later = (left: string, right: string): string => (left > right ? left : right)

function rangeFrom(first: string, last: string, nowMs: number): SaleRange {
  const [fromMs, toMs] = [first, last].map((day) => new Date(`${day}T00:00:00`).getTime())
  if (fromMs === undefined || toMs === undefined) return 'all'
  return first === last ? rangeOfDay(fromMs, nowMs) : daysFrom(fromMs, toMs)
}
