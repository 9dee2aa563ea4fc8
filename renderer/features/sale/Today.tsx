import { Button as AriaButton } from 'react-aria-components'
import type { SaleView } from '../../../shared/sale.ts'
import { Button } from '../../ui/Button.tsx'
import { StateChip } from '../sales/Chip.tsx'
import { Kobo, Reference } from '../../ui/Figures.tsx'
import { SmallFacts } from '../sales/SmallFacts.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { cx } from '../../ui/cx.ts'
import { formatKobo } from '../../ui/format/money.ts'
import { rowTimeText, startOfDayMs } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { strings } from '../../strings/strings.ts'
import { lastSales } from './lastSales.ts'
import { isListKnown } from '../sales/listWords.ts'
import styles from './Sale.module.css'
import { useSales } from '../sales/useSales.ts'

const words = strings.lastSales
/** The placeholder bars before the first reading. */
const SKELETON_BARS = 5

/** The last sales with their ticks, first those that must not be entered again, and today's total. */
export function Today() {
  const newest = useSales('today')
  const open = useSales('open')
  const list = useApp((state) => state.lists.today)
  const openList = useApp((state) => state.lists.open)
  // Sum and list use the same date: main's, by this computer's clock.
  const sinceMs = useApp(({ queue, nowMs }) => queue?.todaySinceMs ?? startOfDayMs(nowMs))
  const { checking, today, before } = lastSales(newest, open, sinceMs)
  const isEmpty = today.length === 0 && !checking.some(({ recordedAtMs }) => recordedAtMs >= sinceMs)
  return (
    <section className={cx(styles.today)} aria-labelledby="today-title">
      <Recorded />
      {(list.couldNotRead || openList.couldNotRead) && <Notice tone="warning">{strings.sale.notRead}</Notice>}
      {list.asOfMs === null && !list.couldNotRead && <Skeleton bars={SKELETON_BARS} />}
      <div className={cx(styles.scroll)}>
        <Group title={words.checking} sales={checking} isWarning sinceMs={sinceMs} />
        {isEmpty && isListKnown(list) && isListKnown(openList) && (
          <p className={cx(styles.muted)}>{strings.sale.todayEmpty}</p>
        )}
        <Group title={null} sales={today} sinceMs={sinceMs} />
        <Group title={words.before} sales={before} sinceMs={sinceMs} />
        <More shown={open.length} />
      </div>
    </section>
  )
}

function Recorded() {
  const queue = useApp((state) => state.queue)
  return (
    <div>
      <div className={cx(styles.head)}>
        <h2 id="today-title">{strings.sale.today}</h2>
        {queue !== null && (
          <p>
            <span className={cx(styles.muted)}>{strings.sale.todayTotal} </span>
            <span className={cx(styles.total)}>{formatKobo(queue.todayKobo)}</span>
            <span className={cx(styles.muted)}> {strings.count.sales(queue.todayCount)}</span>
          </p>
        )}
      </div>
      {queue !== null && <p className={cx(styles.counted)}>{words.counted}</p>}
    </div>
  )
}

/** More sales are open than are listed here: the Waiting screen has all of them. */
function More({ shown }: { shown: number }) {
  const totalCount = useApp((state) => state.lists.open.totalCount)
  const show = useApp((state) => state.show)
  if (totalCount <= shown) return null
  return <Button onPress={() => show('waiting')}>{words.more(strings.count.sales(totalCount))}</Button>
}

interface GroupProps {
  /** Null where the section's own title says it. */
  readonly title: string | null
  readonly sales: readonly SaleView[]
  readonly isWarning?: boolean
  readonly sinceMs: number
}

function Group({ title, sales, isWarning = false, sinceMs }: GroupProps) {
  if (sales.length === 0) return null
  return (
    <>
      {title !== null && <h3 className={cx(styles.group, isWarning && styles.warning)}>{title}</h3>}
      <ul className={cx(styles.list)} {...(title === null ? {} : { 'aria-label': title })}>
        {sales.map((sale) => (
          <TodaySale key={sale.transactionId} sale={sale} sinceMs={sinceMs} />
        ))}
      </ul>
    </>
  )
}

function TodaySale({ sale, sinceMs }: { sale: SaleView; sinceMs: number }) {
  const show = useApp((state) => state.show)
  const openDetail = useApp((state) => state.openDetail)
  return (
    <li className={cx(styles.item)}>
      <AriaButton
        className={cx(styles.open)}
        onPress={() => {
          show('transactions')
          openDetail(sale.transactionId)
        }}
      >
        <span className={cx(styles.time)}>{rowTimeText(sale.recordedAtMs, sinceMs)}</span>
        <span className={cx(styles.figure)}>
          <Kobo amountKobo={sale.amountKobo} />
        </span>
        <span className={cx(styles.chip)}>
          <SmallFacts sale={sale} />
          <StateChip sale={sale} />
        </span>
        <span className={cx(styles.reference)}>
          <Reference value={sale.transactionId} />
        </span>
      </AriaButton>
    </li>
  )
}
