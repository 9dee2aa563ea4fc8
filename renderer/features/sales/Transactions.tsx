import { SaleFilter } from '../../../shared/sale.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Export } from '../../ui/Export.tsx'
import { Field } from '../../ui/Field.tsx'
import { ChoiceField } from '../../ui/ChoiceField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { OpenSale } from './SaleDetail.tsx'
import { SplitView } from '../../ui/SplitView.tsx'
import { cx } from '../../ui/cx.ts'
import { formatKobo } from '../../ui/format/money.ts'
import { clockText } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { laterStrings } from '../../strings/laterStrings.ts'
import { strings } from '../../strings/strings.ts'
import { isListKnown } from './listWords.ts'
import { ListPages } from './ListPages.tsx'
import { ListNotice } from './ListNotice.tsx'
import styles from '../../ui/Screen.module.css'
import { saleColumns, saleText } from './saleColumns.tsx'
import { useSales } from './useSales.ts'

const filters = SaleFilter.options.map((value) => ({ value, text: laterStrings.transactions.filters[value] }))

export function Transactions() {
  const sales = useSales('transactions')
  const list = useApp((state) => state.lists.transactions)
  const openId = useApp((state) => state.detail?.transactionId ?? null)
  const order = useApp((state) => state.query.order)
  const setQuery = useApp((state) => state.setQuery)
  const openDetail = useApp((state) => state.openDetail)
  const isOpen = useApp((state) => state.detail !== null)
  return (
    <SplitView pane={isOpen ? <OpenSale /> : null}>
      <div className={cx(styles.head)}>
        <h1>{laterStrings.transactions.title}</h1>
        <p className={cx(styles.muted)}>
          {list.isReading && list.asOfMs !== null && laterStrings.transactions.updating}
        </p>
      </div>
      <Filters />
      <ListNotice name="transactions" />
      <SavedCopy />
      <div className={cx(styles.grow)}>
        <DataTable
          label={laterStrings.transactions.title}
          items={sales}
          columns={saleColumns}
          idOf={(sale) => sale.transactionId}
          textOf={saleText}
          sorting={{ columnId: 'time', order, onChange: (next) => setQuery({ order: next }) }}
          onOpen={openDetail}
          openId={openId}
          isDim={list.isReading && list.asOfMs !== null}
          isLoading={list.asOfMs === null && !list.couldNotRead}
          empty={<Empty />}
          dependencies={[]}
        />
      </div>
      <Foot />
    </SplitView>
  )
}

function Filters() {
  const query = useApp((state) => state.query)
  const setQuery = useApp((state) => state.setQuery)
  return (
    <search className={cx(styles.filters)}>
      <Field
        label={laterStrings.transactions.search}
        help={laterStrings.transactions.searchHelp}
        scan="own"
        value={query.search}
        maxLength={200}
        onChange={(text) => setQuery({ search: text })}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && query.search !== '') setQuery({ search: '' })
        }}
      />
      <ChoiceField
        label={laterStrings.transactions.filter}
        value={query.filter}
        options={filters}
        onChange={(filter) => setQuery({ filter })}
      />
    </search>
  )
}

function Empty() {
  const query = useApp((state) => state.query)
  const list = useApp((state) => state.lists.transactions)
  const setQuery = useApp((state) => state.setQuery)
  if (!isListKnown(list)) return null
  if (query.filter === 'all' && query.search === '') return laterStrings.transactions.emptyAll
  return (
    <>
      <p>{laterStrings.transactions.empty}</p>
      <Button onPress={() => setQuery({ filter: 'all', search: '' })}>
        {laterStrings.transactions.clear}
      </Button>
    </>
  )
}

/** The states are those of the bank's last answers; offline there are no newer ones. */
function SavedCopy() {
  const isOffline = useApp((state) => state.connection.status === 'offline')
  const lastContactAtMs = useApp((state) => state.connection.lastContactAtMs)
  if (!isOffline || lastContactAtMs === null) return null
  return <Notice tone="plain">{laterStrings.transactions.savedCopy(clockText(lastContactAtMs))}</Notice>
}

function Foot() {
  const { asOfMs, totalCount, totalKobo } = useApp((state) => state.lists.transactions)
  const filter = useApp((state) => state.query.filter)
  const words = laterStrings.transactions
  // Without a reading there is neither a sum nor a file.
  if (asOfMs === null) return null
  return (
    <div className={cx(styles.foot)}>
      <p className={cx(styles.total)}>
        {words.total(strings.count.sales(totalCount), formatKobo(totalKobo))}
        <span className={cx(styles.counted)}> {words.counted[filter]}</span>
      </p>
      <Export offBecause={null} />
      <ListPages name="transactions" />
    </div>
  )
}
