import { DataTable } from '../../ui/DataTable.tsx'
import { OpenSale } from '../sales/SaleDetail.tsx'
import { SplitView } from '../../ui/SplitView.tsx'
import { cx } from '../../ui/cx.ts'
import { formatKobo } from '../../ui/format/money.ts'
import { useApp } from '../../core/context.tsx'
import { laterStrings } from '../../strings/laterStrings.ts'
import { strings } from '../../strings/strings.ts'
import { isListKnown } from '../sales/listWords.ts'
import { ListNotice } from '../sales/ListNotice.tsx'
import { ListPages } from '../sales/ListPages.tsx'
import styles from '../../ui/Screen.module.css'
import { needsYouColumns, saleText } from '../sales/saleColumns.tsx'
import { useSales } from '../sales/useSales.ts'

const words = laterStrings.needsYou

/**
 * The sales that only a person can settle: the bank does not show them, shows them otherwise, or they were stopped
 * here.
 */
export function NeedsYou() {
  const sales = useSales('needsYou')
  const list = useApp((state) => state.lists.needsYou)
  const openId = useApp((state) => state.detail?.transactionId ?? null)
  const openDetail = useApp((state) => state.openDetail)
  return (
    <SplitView pane={openId === null ? null : <OpenSale />}>
      <div className={cx(styles.head)}>
        <h1>{words.title}</h1>
        {list.totalCount > 0 && <p className={cx(styles.lead)}>{words.lead}</p>}
      </div>
      <ListNotice name="needsYou" />
      <div className={cx(styles.grow)}>
        <DataTable
          label={words.title}
          items={sales}
          columns={needsYouColumns}
          idOf={(sale) => sale.transactionId}
          textOf={saleText}
          onOpen={openDetail}
          openId={openId}
          isDim={list.isReading && list.asOfMs !== null}
          isLoading={list.asOfMs === null && !list.couldNotRead}
          empty={isListKnown(list) ? words.empty : null}
          dependencies={[]}
        />
      </div>
      {list.totalCount > 0 && (
        <div className={cx(styles.foot)}>
          <p className={cx(styles.total)}>
            {words.summary(strings.count.sales(list.totalCount), formatKobo(list.totalKobo))}
          </p>
          <ListPages name="needsYou" />
        </div>
      )}
    </SplitView>
  )
}
