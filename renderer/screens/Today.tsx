import { Button as AriaButton } from 'react-aria-components'
import type { SaleView } from '../../shared/sale.ts'
import { StateChip } from '../components/Chip.tsx'
import { Kobo, Reference } from '../components/Figures.tsx'
import { SmallFacts } from '../components/SmallFacts.tsx'
import { Notice } from '../components/Notice.tsx'
import { Skeleton } from '../components/Skeleton.tsx'
import { cx } from '../components/cx.ts'
import { formatKobo } from '../format/money.ts'
import { clockText, dayText } from '../format/time.ts'
import { useApp } from '../state/context.tsx'
import { strings } from '../strings.ts'
import { isListKnown } from '../words/listWords.ts'
import { TODAY_COUNT } from '../state/salesSlice.ts'
import styles from './Sale.module.css'
import { useSales } from './useSales.ts'

/** Today's last sales with their ticks, and what the bank has accepted today. */
export function Today() {
  const sales = useSales('today')
  const list = useApp((state) => state.lists.today)
  const queue = useApp((state) => state.queue)
  const today = useApp((state) => dayText(state.nowMs))
  const ofToday = sales.filter(({ recordedAtMs }) => dayText(recordedAtMs) === today)
  return (
    <section className={cx(styles.today)} aria-labelledby="today-title">
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
      {list.couldNotRead && <Notice tone="warning">{strings.sale.notRead}</Notice>}
      {list.asOfMs === null && !list.couldNotRead && <Skeleton bars={TODAY_COUNT} />}
      {ofToday.length === 0 && isListKnown(list) && (
        <p className={cx(styles.muted)}>{strings.sale.todayEmpty}</p>
      )}
      {ofToday.length > 0 && (
        <ul className={cx(styles.list)}>
          {ofToday.map((sale) => (
            <TodaySale key={sale.transactionId} sale={sale} />
          ))}
        </ul>
      )}
    </section>
  )
}

function TodaySale({ sale }: { sale: SaleView }) {
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
        <span className={cx(styles.time)}>{clockText(sale.recordedAtMs)}</span>
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
