import type { SaleOrder, SaleView } from '../../../shared/sale.ts'
import { StateChip } from './Chip.tsx'
import type { DataColumn } from '../../ui/DataRow.tsx'
import type { SortOrders } from '../../ui/DataTable.tsx'
import { Naira, ShortReference } from '../../ui/Figures.tsx'
import { SaleAmount } from './SaleAmount.tsx'
import { ageText, bankTimeText, clockText, rowTimeText } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { strings } from '../../strings/strings.ts'
import { amountText, netOf, whyWaiting } from './headlines.ts'
import { chipFor } from './saleWords.ts'

/** A sale in words, for a screen reader on its row. */
export function saleText(sale: SaleView): string {
  return `${sale.transactionId}, ${amountText(sale)}, ${strings.chip[chipFor(sale)]}`
}

const words = strings.columns

const reference: DataColumn<SaleView> = {
  id: 'reference',
  title: words.reference,
  isRowHeader: true,
  cell: (sale) => <ShortReference value={sale.transactionId} />,
}

const amount: DataColumn<SaleView> = {
  id: 'amount',
  title: words.amount,
  isEnd: true,
  cell: (sale) => <SaleAmount sale={sale} />,
}

const state: DataColumn<SaleView> = {
  id: 'state',
  title: words.state,
  cell: (sale) => <StateChip sale={sale} />,
}

/** Renders again only when its own text changes, not with every tick of the clock. */
function RowTime({ atMs }: { atMs: number }) {
  return useApp(({ nowMs }) => rowTimeText(atMs, nowMs))
}

function Age({ atMs }: { atMs: number }) {
  return useApp(({ nowMs }) => ageText(atMs, nowMs))
}

/** Under the head of its day a sale has only its time. */
const time = (isUnderDay: boolean): DataColumn<SaleView> => ({
  id: 'time',
  title: words.time,
  help: words.timeHelp,
  cell: (sale) => (isUnderDay ? clockText(sale.recordedAtMs) : <RowTime atMs={sale.recordedAtMs} />),
})

/** The columns by which the list can be sorted. */
export const sortOrders: SortOrders<SaleOrder> = {
  time: ['newest', 'oldest'],
  amount: ['largest', 'smallest'],
  state: ['openFirst', 'doneFirst'],
}

const saleColumns = (isUnderDay: boolean): readonly DataColumn<SaleView>[] => [
  time(isUnderDay),
  reference,
  amount,
  {
    id: 'fee',
    title: words.fee,
    isEnd: true,
    drops: 'second',
    cell: (sale) => <Naira decimal={sale.fee} />,
  },
  {
    id: 'net',
    title: words.net,
    isEnd: true,
    drops: 'third',
    cell: (sale) => <Naira decimal={netOf(sale)} />,
  },
  state,
  {
    id: 'paid',
    title: words.paidDate,
    drops: 'first',
    cell: (sale) => (sale.standing === 'paid' ? bankTimeText(sale.datePaid ?? '') : ''),
  },
]

export const columnsUnderDays = saleColumns(true)
export const columnsWithDates = saleColumns(false)

export const todoColumns: readonly DataColumn<SaleView>[] = [
  reference,
  amount,
  state,
  { id: 'age', title: words.recorded, drops: 'third', cell: (sale) => <Age atMs={sale.recordedAtMs} /> },
  {
    id: 'nextTry',
    title: words.nextTry,
    help: words.timeHelp,
    drops: 'second',
    cell: (sale) => (sale.nextTryAtMs === null ? '' : clockText(sale.nextTryAtMs)),
  },
  { id: 'reason', title: words.reason, drops: 'fourth', cell: whyWaiting },
]
