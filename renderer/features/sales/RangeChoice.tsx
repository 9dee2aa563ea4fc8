import { QuickRange } from '../../../shared/days.ts'
import { useApp } from '../../core/context.tsx'
import { cx } from '../../ui/cx.ts'
import { laterStrings } from '../../strings/laterStrings.ts'
import { chartDayMs } from './chartDay.ts'
import { dayName } from './dayWords.ts'
import styles from './RangeChoice.module.css'

const words = laterStrings.transactions

/** Which days the list shows. One that was picked among the bars is named beside the quick ones. */
export function RangeChoice() {
  // A search looks through all days.
  const range = useApp(({ query }) => (query.search === '' ? query.range : 'all'))
  const nowMs = useApp((state) => state.nowMs)
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
      {typeof range === 'object' && (
        <button
          type="button"
          className={cx(styles.range)}
          aria-pressed
          onClick={() => setQuery({ range: 'all' })}
        >
          {words.oneDay(dayName(chartDayMs(range, nowMs), nowMs))}
        </button>
      )}
    </div>
  )
}
