import { Button as AriaButton } from 'react-aria-components'
import type { QueueView } from '../../../shared/sale.ts'
import { todayTotal } from '../../../shared/today.ts'
import { useApp } from '../../core/context.tsx'
import { strings } from '../../strings/strings.ts'
import { Kobo } from '../../ui/Figures.tsx'
import { cx } from '../../ui/cx.ts'
import { formatKobo } from '../../ui/format/money.ts'
import styles from './Money.module.css'
import {
  LIST_OF,
  type MoneyRow,
  moneyRows,
  netText,
  notCountedText,
  paidText,
  usualText,
} from './moneyWords.ts'

const words = strings.money

/** Today's money: what was recorded, then what of it is paid; the rest is not money yet. */
export function Money() {
  const queue = useApp((state) => state.queue)
  return (
    <section className={cx(styles.card)} aria-labelledby="money-title">
      <h2 id="money-title" className={cx(styles.title)}>
        {words.title}
      </h2>
      {queue !== null && <Figures queue={queue} />}
    </section>
  )
}

function Figures({ queue: { todayParts: parts, paidNet, usualPayMs } }: { queue: QueueView }) {
  const showToday = useApp((state) => state.showToday)
  const total = todayTotal(parts)
  const rows = moneyRows(parts)
  const notes = [
    parts.paid.count === 0 ? null : netText(paidNet),
    notCountedText(parts),
    usualPayMs === null ? null : usualText(usualPayMs),
  ].filter((note) => note !== null)
  return (
    <>
      <p className={cx(styles.lead)}>
        <span className={cx(styles.figure)}>{formatKobo(total.kobo)}</span>
        <span className={cx(styles.muted)}> {words.recorded(strings.count.sales(total.count))}</span>
      </p>
      {total.count > 0 && <p className={cx(styles.paidLine)}>{paidText(parts)}</p>}
      <Bar rows={rows} />
      {rows.length > 0 && (
        <ul className={cx(styles.rows)} aria-label={words.parts}>
          {rows.map(({ kind, label, count, kobo }) => (
            <li key={kind} data-part={kind}>
              <AriaButton className={cx(styles.row)} onPress={() => showToday(LIST_OF[kind] ?? 'all')}>
                <span className={cx(styles.key, styles[kind])} aria-hidden="true" />
                <span>{label}</span>
                <span className={cx(styles.count)}>{count}</span>
                <span className={cx(styles.sum)}>
                  <Kobo amountKobo={kobo} />
                </span>
              </AriaButton>
            </li>
          ))}
        </ul>
      )}
      {notes.length > 0 && <p className={cx(styles.notes)}>{notes.join(' ')}</p>}
    </>
  )
}

const BAR_WIDTH = 1_000
const BAR_HEIGHT = 14
const GAP = 4
/** A small part must still be seen. */
const PART_WIDTH_MIN = 12

/** The parts side by side. The rows below say the same in words, so a screen reader does without it. */
function Bar({ rows }: { rows: readonly MoneyRow[] }) {
  const filled = rows.filter(({ kobo }) => kobo > 0)
  const total = filled.reduce((sum, { kobo }) => sum + kobo, 0)
  const room = BAR_WIDTH - (filled.length - 1) * GAP - filled.length * PART_WIDTH_MIN
  const widths = filled.map(({ kobo }) => PART_WIDTH_MIN + (kobo / total) * room)
  const startOf = (place: number): number =>
    widths.slice(0, place).reduce((end, width) => end + width + GAP, 0)
  return (
    <svg
      className={cx(styles.bar)}
      viewBox={`0 0 ${BAR_WIDTH} ${BAR_HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {filled.length === 0 && <rect className={cx(styles.empty)} width={BAR_WIDTH} height={BAR_HEIGHT} />}
      {filled.map(({ kind }, place) => (
        <rect
          key={kind}
          className={cx(styles[kind])}
          x={startOf(place)}
          width={widths[place]}
          height={BAR_HEIGHT}
        />
      ))}
    </svg>
  )
}
