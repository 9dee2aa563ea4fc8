import type { KeyboardEvent } from 'react'
import type { DayNote } from '../../../shared/day.ts'
import type { SaleDays, TakeOf } from '../../../shared/saleDays.ts'
import { useApp } from '../../core/context.tsx'
import { formatKobo } from '../../ui/format/money.ts'
import { clockText, dayText, rowTimeText } from '../../ui/format/time.ts'
import { cx } from '../../ui/cx.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { barText, dayMark, dayName, highestOf, recordedOf, segmentsOf } from './dayWords.ts'
import { chartDayMs } from './chartDay.ts'
import { rangeOfDay } from './rangeOfDay.ts'
import styles from './DayBars.module.css'

const words = lazyStrings.days
/** The parts that bars show; the table has a fourth one, from which no money comes. */
const SHOWN = ['paid', 'unpaid', 'attention'] as const

/** The take of the last days as bars, each of which selects its day, and that of one day's hours; `DayTables` has both. */
export function DayBars() {
  const found = useApp((state) => state.saleDays.found)
  // Bars of nothing say nothing, and a new counter needs the room.
  const hasBars = found?.days.some((take) => recordedOf(take).count > 0) ?? false
  return (
    <>
      <OldSums />
      {found !== null && hasBars && (
        <section className={cx(styles.charts)} aria-label={words.label}>
          <Days days={found.days} notes={found.notes} />
          {found.hours !== null && <Hours hours={found.hours} />}
        </section>
      )}
    </>
  )
}

/** Of the bars, of their tables, and of the days' heads in the list. */
export function OldSums() {
  const { atMs, couldNotRead } = useApp((state) => state.saleDays)
  const nowMs = useApp((state) => state.nowMs)
  if (!couldNotRead) return null
  return (
    <p role="status" className={cx(styles.note)}>
      {atMs === null ? words.couldNotRead : words.couldNotRefresh(rowTimeText(atMs, nowMs))}
    </p>
  )
}

function Days({ days, notes }: Pick<SaleDays, 'days' | 'notes'>) {
  const nowMs = useApp((state) => state.nowMs)
  const range = useApp(({ query }) => (query.search === '' ? query.range : 'all'))
  const setQuery = useApp((state) => state.setQuery)
  const highest = highestOf(days)
  const isOneDay = typeof range === 'object' || range === 'today' || range === 'yesterday'
  const chosen = isOneDay ? dayText(chartDayMs(range, nowMs)) : null
  const place = days.findIndex(({ fromMs }) => dayText(fromMs) === chosen)
  const stop = place === -1 ? days.length - 1 : place
  return (
    <div className={cx(styles.chart)}>
      <p className={cx(styles.legend)} aria-hidden="true">
        {words.label}
        {SHOWN.filter((part) => days.some((take) => take[part].count > 0)).map((part) => (
          <span key={part} data-legend={part}>
            <svg viewBox="0 0 10 10" className={cx(styles.swatch)}>
              <rect x="1" y="1" width="8" height="8" className={cx(styles[part])} />
            </svg>
            {words[part]}
          </span>
        ))}
        {notes.some(needsLook) && (
          <span>
            <i className={cx(styles.differs)} />
            {words.differsMark}
          </span>
        )}
        <span className={cx(styles.highest)}>{words.highest(formatKobo(highest))}</span>
      </p>
      <div role="toolbar" aria-label={words.label} className={cx(styles.bars)}>
        {days.map((take, each) => (
          <button
            key={take.fromMs}
            type="button"
            className={cx(styles.day)}
            aria-pressed={each === place}
            aria-label={barText(dayName(take.fromMs, nowMs), take, notes[each] ?? null)}
            tabIndex={each === stop ? 0 : -1}
            onKeyDown={moveFocus}
            onClick={() =>
              setQuery({ range: each === place ? 'all' : rangeOfDay(take.fromMs, nowMs), search: '' })
            }
          >
            <Bar take={take} highest={highest} />
            <span className={cx(styles.mark)}>
              {dayMark(take.fromMs)}
              {needsLook(notes[each] ?? null) && <i className={cx(styles.differs)} />}
            </span>
            <Tip text={barText(dayName(take.fromMs, nowMs), take, notes[each] ?? null)} />
          </button>
        ))}
      </div>
    </div>
  )
}

const needsLook = (note: DayNote | null): boolean => note !== null && note.lookCount > 0

function Hours({ hours }: { hours: readonly TakeOf[] }) {
  const nowMs = useApp((state) => state.nowMs)
  const caption = words.hours(dayName(hours[0]?.fromMs ?? nowMs, nowMs))
  const highest = highestOf(hours)
  return (
    <div className={cx(styles.chart, styles.hours)}>
      <p className={cx(styles.legend)} aria-hidden="true">
        {caption}
        {highest > 0 && <span className={cx(styles.highest)}>{words.highest(formatKobo(highest))}</span>}
      </p>
      <div role="img" aria-label={caption} className={cx(styles.bars)}>
        {hours.map((take, each) => (
          <span key={take.fromMs} className={cx(styles.hour)}>
            <Bar take={take} highest={highest} />
            <span className={cx(styles.mark)}>
              {each % 6 === 0 ? clockText(take.fromMs).slice(0, 2) : ''}
            </span>
            {recordedOf(take).count > 0 && <Tip text={barText(clockText(take.fromMs), take)} />}
          </span>
        ))}
      </div>
    </div>
  )
}

function Bar({ take, highest }: { take: TakeOf; highest: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 10 100" preserveAspectRatio="none" className={cx(styles.bar)}>
      {segmentsOf(take, highest).map(({ part, from, to }) => (
        <rect
          key={part}
          data-part={part}
          x="1"
          width="8"
          y={100 - 98 * to}
          height={98 * (to - from)}
          className={cx(styles[part])}
        />
      ))}
    </svg>
  )
}

/** What a bar says, at once under the mouse or the focus; a reader hears it as the bar's name. */
function Tip({ text }: { text: string }) {
  return (
    <span className={cx(styles.tip)} aria-hidden="true">
      {text}
    </span>
  )
}

/** The bars are one tab stop; the arrows move between them. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const bars = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])]
  const at = bars.findIndex((bar) => bar === document.activeElement)
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: bars.length - 1 }[event.key]
  const bar = to === undefined ? undefined : bars[to]
  if (bar === undefined) return
  event.preventDefault()
  bar.focus()
}
