import { Button } from '../components/Button.tsx'
import { DataTable } from '../components/DataTable.tsx'
import { OpenSale } from '../components/SaleDetail.tsx'
import { SplitView } from '../components/SplitView.tsx'
import { cx } from '../components/cx.ts'
import { formatKobo } from '../format/money.ts'
import { useApp } from '../state/context.tsx'
import { strings } from '../strings.ts'
import { isListKnown } from '../words/listWords.ts'
import { ListPages } from './ListPages.tsx'
import { ListNotice } from './ListNotice.tsx'
import styles from './Screen.module.css'
import { saleText, waitingColumns } from './saleColumns.tsx'
import { useSales } from './useSales.ts'

/** Everything that the bank has not accepted: waiting, being sent, being checked, and what needs a person. */
export function Waiting() {
  const sales = useSales('waiting')
  const list = useApp((state) => state.lists.waiting)
  const nowMs = useApp((state) => state.nowMs)
  const openId = useApp((state) => state.detail?.transactionId ?? null)
  const openDetail = useApp((state) => state.openDetail)
  const isOffline = useApp((state) => state.connection.status === 'offline')
  const words = strings.waiting
  return (
    <SplitView pane={openId === null ? null : <OpenSale />}>
      <div className={cx(styles.head)}>
        <h1>{words.title}</h1>
        {isOffline && list.totalCount > 0 && <p className={cx(styles.lead)}>{words.offline}</p>}
        <TryNow isDisabled={list.totalCount === 0} />
      </div>
      <ListNotice name="waiting" />
      <div className={cx(styles.grow)}>
        <DataTable
          label={words.title}
          items={sales}
          columns={waitingColumns(nowMs)}
          idOf={(sale) => sale.transactionId}
          textOf={saleText}
          onOpen={openDetail}
          openId={openId}
          isDim={list.isReading && list.asOfMs !== null}
          isLoading={list.asOfMs === null && !list.couldNotRead}
          empty={isListKnown(list) ? words.empty : null}
          dependencies={[nowMs]}
        />
      </div>
      {list.totalCount > 0 && (
        <div className={cx(styles.foot)}>
          <p className={cx(styles.total)}>
            {words.summary(strings.count.sales(list.totalCount), formatKobo(list.totalKobo))}
          </p>
          <p className={cx(styles.muted)}>{words.order}</p>
          <ListPages name="waiting" />
        </div>
      )}
    </SplitView>
  )
}

function TryNow({ isDisabled }: { isDisabled: boolean }) {
  const isTrying = useApp((state) => state.isTrying)
  const tryNow = useApp((state) => state.tryNow)
  return (
    <Button look="primary" isDisabled={isDisabled || isTrying} onPress={() => void tryNow()}>
      {isTrying ? strings.waiting.trying : strings.waiting.tryNow}
    </Button>
  )
}
