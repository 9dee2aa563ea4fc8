import { CalendarX, ReceiptText, SearchX } from 'lucide-react'
import { SaleFilter, SaleOrder, type SaleView } from '../../../shared/sale.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Export, Exported } from '../../ui/Export.tsx'
import { Field } from '../../ui/Field.tsx'
import { ChoiceField } from '../../ui/ChoiceField.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { OpenSale } from './SaleDetail.tsx'
import { SplitView } from '../../ui/SplitView.tsx'
import { cx } from '../../ui/cx.ts'
import { formatKobo } from '../../ui/format/money.ts'
import { clockText, dayText } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import type { TransactionQuery } from '../../core/showTypes.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { isListKnown } from './listWords.ts'
import { ListPages } from './ListPages.tsx'
import { ListNotice } from './ListNotice.tsx'
import styles from '../../ui/Screen.module.css'
import own from './Transactions.module.css'
import { DayBars } from './DayBars.tsx'
import { DayTables } from './DayTables.tsx'
import { dayName, noteOfDay, sumsText, takeOfDay } from './dayWords.ts'
import { serviceDayIn, daysFrom, rangeOfDay } from './rangeOfDay.ts'
import { columnsUnderDays, columnsWithDates, saleText, sortOrders } from './saleColumns.tsx'
import { useSales } from './useSales.ts'
import { QuickRange, spanOf, type SaleRange } from '../../../shared/days.ts'
import { DateField } from '../../ui/DateField.tsx'
import rangeChoiceStyles from './RangeChoice.module.css'
import { inSentence } from '../../../shared/plainText.ts'
import type { Amounts } from '../../../shared/saleDays.ts'

const filters = SaleFilter.options.map((value) => ({ value, text: lazyStrings.transactions.filters[value] }))

export function Transactions() {
  const sales = useSales('transactions')
  const list = useApp((state) => state.lists.transactions)
  const openId = useApp((state) => state.detail?.transactionId ?? null)
  const isByTime = list.order === 'newest' || list.order === 'oldest'
  const setQuery = useApp((state) => state.setQuery)
  const openDetail = useApp((state) => state.openDetail)
  const closeDetail = useApp((state) => state.closeDetail)
  const isOpen = openId !== null
  return (
    <SplitView pane={isOpen ? <OpenSale /> : null}>
      <div className={cx(styles.head)}>
        <h1>{lazyStrings.transactions.title}</h1>
        <QuickRanges />
        <p className={cx(styles.muted)}>
          {list.isReading && list.asOfMs !== null && lazyStrings.transactions.updating}
        </p>
        {!isOpen && <DayTables />}
      </div>
      <DayBars />
      <Filters isOpen={isOpen} />
      <ListNotice name="transactions" />
      <SavedCopy />
      <TooManyToSort />
      <div className={cx(styles.grow)}>
        <DataTable
          label={lazyStrings.transactions.title}
          items={sales}
          columns={isByTime ? columnsUnderDays : columnsWithDates}
          idOf={(sale) => sale.transactionId}
          textOf={saleText}
          sorting={{
            orders: sortOrders,
            order: list.order,
            ascending: ['openFirst'],
            onChange: (next) => setQuery({ order: SaleOrder.parse(next), search: '' }),
          }}
          grouping={isByTime ? byDay : undefined}
          follows
          onClose={closeDetail}
          onOpen={openDetail}
          openId={openId}
          isDim={list.isReading && list.asOfMs !== null}
          isLoading={list.asOfMs === null && !list.couldNotRead}
          empty={<Empty />}
          dependencies={[isByTime]}
        />
      </div>
      <Foot isOpen={isOpen} />
    </SplitView>
  )
}

const byDay = {
  keyOf: (sale: SaleView) => dayText(sale.recordedAtMs),
  headOf: (sale: SaleView) => <DayHead atMs={sale.recordedAtMs} />,
}

/** A day and its sums: all that was recorded on it, with any filter. */
function DayHead({ atMs }: { atMs: number }) {
  const nowMs = useApp((state) => state.nowMs)
  const take = useApp(({ saleDays }) => takeOfDay(saleDays.found, atMs))
  const note = useApp(({ saleDays }) => noteOfDay(saleDays.found, atMs))
  return (
    <span className={cx(styles.dayHead)}>
      <span>{dayName(atMs, nowMs)}</span>
      {take !== null && <span>{sumsText(take, note)}</span>}
    </span>
  )
}

function TooManyToSort() {
  const wanted = useApp(({ query }) => query.order)
  const { order, asOfMs, isReading } = useApp((state) => state.lists.transactions)
  if (asOfMs === null || isReading || order === null || order === wanted) return null
  return <Notice tone="plain">{lazyStrings.transactions.tooManyToSort}</Notice>
}

function Filters({ isOpen }: { isOpen: boolean }) {
  const query = useApp((state) => state.query)
  const setQuery = useApp((state) => state.setQuery)
  return (
    <search className={cx(own.filters)}>
      <Field
        label={lazyStrings.transactions.search}
        help={lazyStrings.transactions.searchHelp}
        scan="search"
        value={query.search}
        maxLength={200}
        onChange={(text) => setQuery({ search: text })}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && query.search !== '') setQuery({ search: '' })
        }}
      />
      {/* Beside the open sale there is no room for them. */}
      {!isOpen && <FromTo />}
      <ChoiceField
        label={lazyStrings.transactions.filter}
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
  const run = useApp((state) => state.run)
  if (!isListKnown(list)) return null
  const isNarrow = isFiltered(query)
  if (!isNarrow && query.range === 'all') {
    return (
      <EmptyState icon={ReceiptText} text={words.emptyAll} calm={words.emptyAllCalm}>
        <Button onPress={() => run('newSale')}>{words.newSale}</Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={isNarrow ? SearchX : CalendarX}
      text={isNarrow ? words.empty : words.emptyRange}
      calm={words.emptyCalm}
    >
      <Button onPress={() => setQuery({ filter: 'all', range: 'all', search: '' })}>
        {isNarrow ? words.clear : words.showAll}
      </Button>
    </EmptyState>
  )
}

/** The list itself is this computer's own; offline only the bank's part of it gets no newer. */
function SavedCopy() {
  const isOffline = useApp((state) => state.connection.status === 'offline')
  const lastContactAtMs = useApp((state) => state.connection.lastContactAtMs)
  if (!isOffline || lastContactAtMs === null) return null
  return <Notice tone="plain">{lazyStrings.transactions.savedCopy(clockText(lastContactAtMs))}</Notice>
}

/** One day of the list has its place beside the bank's day. */
function Compare() {
  const day = useApp(serviceDayIn)
  const showDay = useApp((state) => state.showDay)
  if (day === null) return null
  return <Button onPress={() => showDay(day)}>{lazyStrings.transactions.compare}</Button>
}

/** Beside the open sale there is room for the sum and the pages. */
function Foot({ isOpen }: { isOpen: boolean }) {
  const { asOfMs, totalCount, totalKobo, none } = useApp((state) => state.lists.transactions)
  const query = useApp((state) => state.query)
  // Without a reading there is neither a sum nor a file.
  if (asOfMs === null) return null
  return (
    <div className={cx(styles.foot, own.foot)}>
      <p className={cx(styles.total)}>
        {words.total(
          strings.count.sales(totalCount - (none?.count ?? 0)),
          formatKobo(totalKobo - (none?.kobo ?? 0)),
        )}
        <span className={cx(styles.counted)}> {countedText(query, none)}</span>
        {isFiltered(query) && <ClearFilters />}
      </p>
      {isOpen ? (
        <Exported />
      ) : (
        <>
          <Compare />
          <Export offBecause={null} count={totalCount} isAll={!isFiltered(query) && query.range === 'all'} />
        </>
      )}
      <ListPages name="transactions" />
    </div>
  )
}

/** The days stay as they are: their choice stands above the list. */
function ClearFilters() {
  const setQuery = useApp((state) => state.setQuery)
  return (
    <Button look="quiet" onPress={() => setQuery({ filter: 'all', search: '' })}>
      {words.clear}
    </Button>
  )
}

const isFiltered = ({ filter, search }: TransactionQuery): boolean => filter !== 'all' || search !== ''

const words = lazyStrings.transactions

/** The days that are asked for most. */
function QuickRanges() {
  // A search looks through all days.
  const range = useApp(({ query }) => (query.search === '' ? query.range : 'all'))
  const setQuery = useApp((state) => state.setQuery)
  return (
    <div role="group" aria-label={words.range} className={cx(rangeChoiceStyles.ranges)}>
      {QuickRange.options.map((quick) => (
        <button
          key={quick}
          type="button"
          className={cx(rangeChoiceStyles.range)}
          aria-pressed={range === quick}
          onClick={() => setQuery({ range: quick, search: '' })}
        >
          {words.ranges[quick]}
        </button>
      ))}
    </div>
  )
}

/** Any days, beside the quick ones and the bars, whose days they show. */
function FromTo() {
  const range = useApp(({ query }) => (query.search === '' ? query.range : 'all'))
  const nowMs = useApp((state) => state.nowMs)
  const setQuery = useApp((state) => state.setQuery)
  const span = spanOf(range, nowMs)
  const from = span === null ? '' : dayText(span.fromMs)
  const to = span === null ? '' : dayText(span.untilMs - 1)
  const show = (first: string, last: string): void =>
    setQuery({ range: rangeFrom(first, last, nowMs), search: '' })
  return (
    <>
      <DateField
        label={words.from}
        value={from}
        onChange={(day) => {
          if (isWhole(day) && day !== from) show(day, to >= day ? to : later(day, dayText(nowMs)))
        }}
      />
      <DateField
        label={words.to}
        value={to}
        onChange={(day) => {
          if (isWhole(day) && day !== to) show(from !== '' && from <= day ? from : day, day)
        }}
      />
    </>
  )
}

/** While its year is typed, a field has days of the first centuries. */
const FIRST_DAY = '2000-01-01'
const isWhole = (day: string): boolean => day >= FIRST_DAY

const later = (left: string, right: string): string => (left > right ? left : right)

function rangeFrom(first: string, last: string, nowMs: number): SaleRange {
  const [fromMs, toMs] = [first, last].map((day) => new Date(`${day}T00:00:00`).getTime())
  if (fromMs === undefined || toMs === undefined) return 'all'
  return first === last ? rangeOfDay(fromMs, nowMs) : daysFrom(fromMs, toMs)
}

/** What a total counts; of a list with every state, what it leaves out, as the head of each day does. */
export function countedText(
  { filter, search }: Pick<TransactionQuery, 'filter' | 'search'>,
  none: Amounts | null,
): string {
  const { counted, besides, found } = lazyStrings.transactions
  const kept = search === '' ? '' : `${found(inSentence(search))} `
  if (none === null) return kept + counted[filter]
  return kept + (none.count === 0 ? '' : besides(none.count, formatKobo(none.kobo)))
}
