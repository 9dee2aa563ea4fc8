import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { OpenSale } from '../sales/SaleDetail.tsx'
import { SplitView } from '../../ui/SplitView.tsx'
import { cx } from '../../ui/cx.ts'
import { clockText } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { strings } from '../../strings/strings.ts'
import { isListKnown } from '../sales/listWords.ts'
import { connectionText, drainText, elsewhereText, openTexts } from '../../core/waitingText.ts'
import { ListPages } from '../sales/ListPages.tsx'
import { ListNotice } from '../sales/ListNotice.tsx'
import styles from '../../ui/Screen.module.css'
import { saleText, waitingColumns } from '../sales/saleColumns.tsx'
import { useSales } from '../sales/useSales.ts'

/** Every sale that the bank has not accepted: waiting, being sent, being checked, or needing a person. */
export function Waiting() {
  const sales = useSales('waiting')
  const list = useApp((state) => state.lists.waiting)
  const openId = useApp((state) => state.detail?.transactionId ?? null)
  const openDetail = useApp((state) => state.openDetail)
  const isOffline = useApp((state) => state.connection.status === 'offline')
  const drain = useApp((state) => drainText(state.queue, state.nowMs))
  const elsewhere = useApp(elsewhereText)
  const words = strings.waiting
  const empty = elsewhere === null ? words.empty : strings.elsewhere.nothingWaiting
  return (
    <SplitView pane={openId === null ? null : <OpenSale />}>
      <div className={cx(styles.head)}>
        <h1>{words.title}</h1>
        {isOffline && list.totalCount > 0 && <p className={cx(styles.lead)}>{words.offline}</p>}
        {drain !== null && <p className={cx(styles.lead)}>{drain}</p>}
        <TryNow isDisabled={list.totalCount === 0} />
      </div>
      <ListNotice name="waiting" />
      {elsewhere !== null && <Notice tone="warning">{elsewhere}</Notice>}
      <div className={cx(styles.grow)}>
        <DataTable
          label={words.title}
          items={sales}
          columns={waitingColumns}
          idOf={(sale) => sale.transactionId}
          textOf={saleText}
          onOpen={openDetail}
          openId={openId}
          isDim={list.isReading && list.asOfMs !== null}
          isLoading={list.asOfMs === null && !list.couldNotRead}
          empty={isListKnown(list) ? empty : null}
          dependencies={[]}
        />
      </div>
      {list.totalCount > 0 && (
        <div className={cx(styles.foot)}>
          <Totals />
          <p className={cx(styles.muted)}>{words.order}</p>
          <ListPages name="waiting" />
        </div>
      )}
    </SplitView>
  )
}

function Totals() {
  const queue = useApp((state) => state.queue)
  if (queue === null) return null
  return openTexts(queue).map((text) => (
    <p key={text} className={cx(styles.total)}>
      {text}
    </p>
  ))
}

/** The label says what it does: unsent sales are sent, the others are only looked up. */
function TryNow({ isDisabled }: { isDisabled: boolean }) {
  const isTrying = useApp((state) => state.isTrying)
  const tryNow = useApp((state) => state.tryNow)
  const hasUnsent = useApp((state) => state.queue === null || state.queue.waitingCount > 0)
  const connection = useApp((state) => connectionText(state.connection.status))
  const triedAtMs = useApp((state) => state.triedAtMs)
  const words = strings.waiting
  return (
    <>
      {triedAtMs !== null && !isTrying && (
        <p className={cx(styles.muted)}>{words.tried(clockText(triedAtMs), connection)}</p>
      )}
      <Button look="primary" isDisabled={isDisabled} onPress={() => void tryNow()}>
        {isTrying ? words.trying : hasUnsent || isDisabled ? words.tryNow : words.checkNow}
      </Button>
    </>
  )
}
