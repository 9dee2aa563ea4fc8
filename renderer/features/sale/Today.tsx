import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { SaleView } from '../../../shared/sale.ts'
import { Button } from '../../ui/Button.tsx'
import { Kobo, ShortReference } from '../../ui/Figures.tsx'
import { StateChip } from '../sales/Chip.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { cx } from '../../ui/cx.ts'
import { rowTimeText, startOfDayMs } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { strings } from '../../strings/strings.ts'
import { lastSales, unsettledText } from './lastSales.ts'
import { isListKnown } from '../sales/listWords.ts'
import styles from './Today.module.css'
import { useSales } from '../sales/useSales.ts'

const words = strings.todayList
/** The placeholder bars before the first reading. */
const SKELETON_BARS = 5

/** Today's sales with their states, the newest first; open ones of other days behind one line. */
export function Today() {
  const newest = useSales('today')
  const open = useSales('open')
  const list = useApp((state) => state.lists.today)
  const openList = useApp((state) => state.lists.open)
  // Sum and list use the same date: main's, by this computer's clock.
  const sinceMs = useApp(({ queue, nowMs }) => queue?.todaySinceMs ?? startOfDayMs(nowMs))
  const { today, otherDays } = lastSales(newest, open, sinceMs)
  return (
    <section className={cx(styles.today)} aria-labelledby="today-title">
      <h2 id="today-title" className={cx(styles.title)}>
        {words.title}
      </h2>
      <Unsettled />
      {(list.couldNotRead || openList.couldNotRead) && <Notice tone="warning">{strings.sale.notRead}</Notice>}
      {list.asOfMs === null && !list.couldNotRead && <Skeleton bars={SKELETON_BARS} />}
      <div className={cx(styles.scroll)}>
        {today.length === 0 && isListKnown(list) && isListKnown(openList) && (
          <p className={cx(styles.muted)}>{strings.sale.todayEmpty}</p>
        )}
        <Rows sales={today} sinceMs={sinceMs} />
        <OtherDays sales={otherDays} sinceMs={sinceMs} />
        <More shown={open.length} />
      </div>
    </section>
  )
}

/** Sales whose outcome is not known stand among the others, so one line says that they are there. */
function Unsettled() {
  const text = useApp(({ queue }) => (queue === null ? null : unsettledText(queue)))
  const show = useApp((state) => state.show)
  if (text === null) return null
  return (
    <p className={cx(styles.unsettled)}>
      <span>{text}</span>
      <Button onPress={() => show('todo')}>{words.show}</Button>
    </p>
  )
}

function OtherDays({ sales, sinceMs }: { sales: readonly SaleView[]; sinceMs: number }) {
  const [isOpen, setOpen] = useState(false)
  if (sales.length === 0) return null
  return (
    <>
      <Button aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        {words.otherDays(strings.count.sales(sales.length))}
      </Button>
      {isOpen && <Rows sales={sales} sinceMs={sinceMs} />}
    </>
  )
}

/** More sales are open than are listed here: To do has all of them. */
function More({ shown }: { shown: number }) {
  const totalCount = useApp((state) => state.lists.open.totalCount)
  const show = useApp((state) => state.show)
  if (totalCount <= shown) return null
  return <Button onPress={() => show('todo')}>{words.more(strings.count.sales(totalCount))}</Button>
}

function Rows({ sales, sinceMs }: { sales: readonly SaleView[]; sinceMs: number }) {
  if (sales.length === 0) return null
  return (
    <ul className={cx(styles.list)}>
      {sales.map((sale) => (
        <TodaySale key={sale.transactionId} sale={sale} sinceMs={sinceMs} />
      ))}
    </ul>
  )
}

function TodaySale({ sale, sinceMs }: { sale: SaleView; sinceMs: number }) {
  const showSale = useApp((state) => state.showSale)
  return (
    <li className={cx(styles.item)}>
      <AriaButton className={cx(styles.open)} onPress={() => showSale(sale.transactionId)}>
        <span className={cx(styles.time)}>{rowTimeText(sale.recordedAtMs, sinceMs)}</span>
        <span className={cx(styles.reference)}>
          <ShortReference value={sale.transactionId} />
        </span>
        <span className={cx(styles.figure)}>
          <Kobo amountKobo={sale.amountKobo} />
        </span>
        <span className={cx(styles.chip)}>
          <StateChip sale={sale} />
        </span>
      </AriaButton>
    </li>
  )
}
