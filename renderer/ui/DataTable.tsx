import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, type ReactNode, useId } from 'react'
import { plainText } from '../../shared/plainText.ts'
import { strings } from '../strings/strings.ts'
import { cellClassOf, type DataColumn, DataRow, roles } from './DataRow.tsx'
import styles from './DataTable.module.css'
import { Skeleton } from './Skeleton.tsx'
import { cx } from './cx.ts'
import { useGrid } from './useGrid.ts'

/** The columns that can be sorted: the order of their first press, and the other way round. */
export type SortOrders<Order extends string> = Readonly<
  Record<string, readonly [first: Order, second: Order]>
>

interface Sorting {
  readonly orders: SortOrders<string>
  /** The order of the rows; null where no column shows it. */
  readonly order: string | null
  /** First orders that go up, such as from A; all others go down. */
  readonly ascending: readonly string[]
  readonly onChange: (order: string) => void
}

/** Rows of one group stand below a head. Groups must be adjacent. */
interface Grouping<Item> {
  readonly keyOf: (item: Item) => string
  readonly headOf: (item: Item) => ReactNode
}

interface DataTableProps<Item extends object> {
  readonly label: string
  readonly items: readonly Item[]
  readonly columns: readonly DataColumn<Item>[]
  readonly idOf: (item: Item) => string
  /** Typing the beginning of this text moves the focus to the row. */
  readonly textOf: (item: Item) => string
  readonly onOpen: (id: string) => void
  readonly openId: string | null
  readonly sorting?: Sorting
  /** The head of a section that begins with this item; null where none begins. */
  readonly headOf?: (item: Item, before: Item | undefined) => ReactNode
  readonly grouping?: Grouping<Item> | undefined
  /** While a row is open, the arrows open the next one; the focus stays in the list. */
  readonly follows?: boolean
  /** What Esc does in such a list while a row is open. */
  readonly onClose?: () => void
  /** Rows are dimmed while newer ones are being read. */
  readonly isDim?: boolean
  readonly empty: ReactNode
  /** Nothing has been read yet: placeholder bars appear if it takes long enough to be noticed. */
  readonly isLoading?: boolean
  /** Values that the cells render besides the item. */
  readonly dependencies: readonly unknown[]
}

/**
 * A grid of rows: arrows move, Enter opens. Rows are plain elements, because fifty components would render too slowly.
 */
export function DataTable<Item extends object>(props: DataTableProps<Item>) {
  const { label, items, columns, idOf, textOf, openId, empty, dependencies, sorting } = props
  const gridId = useId()
  const { table, ...handlers } = useGrid(items, {
    onOpen: props.onOpen,
    onSort: (columnId) => {
      const [first, second] = sorting?.orders[columnId] ?? []
      if (first !== undefined && second !== undefined)
        sorting?.onChange(sorting.order === first ? second : first)
    },
    openId,
    follows: props.follows === true,
    onClose: props.onClose,
  })
  const rowOf = (item: Item): ReactNode => (
    <DataRow
      key={idOf(item)}
      item={item}
      id={idOf(item)}
      gridId={gridId}
      text={plainText(textOf(item))}
      isOpen={idOf(item) === openId}
      columns={columns}
      dependencies={dependencies}
    />
  )
  return (
    <div className={cx(styles.scroller, props.isDim === true && styles.dim)}>
      <table ref={table} {...roles.grid} aria-label={label} className={cx(styles.table)} {...handlers}>
        <thead {...roles.group} className={cx(styles.header)}>
          <tr {...roles.row}>
            {columns.map((column) => (
              <Head key={column.id} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        {groupsOf(items, props.grouping).map(({ key, first, rows }) => (
          <tbody key={key} {...roles.group}>
            {first !== null && (
              <tr {...roles.row} className={cx(styles.group)}>
                <td role="rowheader" colSpan={columns.length} data-group={key}>
                  {props.grouping?.headOf(first)}
                </td>
              </tr>
            )}
            {rows.map((item, at) => (
              <Fragment key={idOf(item)}>
                <SectionHead columns={columns.length}>
                  {props.headOf?.(item, rows[at - 1]) ?? null}
                </SectionHead>
                {rowOf(item)}
              </Fragment>
            ))}
          </tbody>
        ))}
        {items.length === 0 && (
          <tbody {...roles.group}>
            <tr {...roles.row}>
              <td role="rowheader" colSpan={columns.length}>
                {props.isLoading === true ? <Skeleton /> : <div className={cx(styles.empty)}>{empty}</div>}
              </td>
            </tr>
          </tbody>
        )}
      </table>
    </div>
  )
}

/** Not a row that takes the focus: the arrows move between sales. */
function SectionHead({ columns, children }: { columns: number; children: ReactNode }) {
  if (children === null) return null
  return (
    <tr {...roles.row} className={cx(styles.section)}>
      <td role="rowheader" colSpan={columns} className={cx(styles.cell)}>
        {children}
      </td>
    </tr>
  )
}

interface Group<Item> {
  readonly key: string
  /** Null without groups. */
  readonly first: Item | null
  readonly rows: readonly Item[]
}

function groupsOf<Item>(
  items: readonly Item[],
  grouping: Grouping<Item> | undefined,
): readonly Group<Item>[] {
  if (grouping === undefined) return items.length === 0 ? [] : [{ key: 'all', first: null, rows: items }]
  const groups: { key: string; first: Item; rows: Item[] }[] = []
  for (const item of items) {
    const key = grouping.keyOf(item)
    const last = groups.at(-1)
    if (last?.key === key) last.rows.push(item)
    else groups.push({ key, first: item, rows: [item] })
  }
  return groups
}

function sortOf(sorting: Sorting | undefined, columnId: string): 'none' | 'ascending' | 'descending' | null {
  const orders = sorting?.orders[columnId]
  if (sorting === undefined || orders === undefined) return null
  const place = sorting.order === null ? -1 : orders.indexOf(sorting.order)
  if (place === -1) return 'none'
  return (place === 0) === sorting.ascending.includes(orders[0]) ? 'ascending' : 'descending'
}

function Head<Item>({ column, sorting }: { column: DataColumn<Item>; sorting: Sorting | undefined }) {
  const { id, title, help } = column
  const sort = sortOf(sorting, id)
  return (
    <th
      {...roles.head}
      tabIndex={-1}
      className={cellClassOf(column)}
      {...(sort === null
        ? {}
        : {
            'data-column': id,
            'aria-sort': sort,
            'aria-description': strings.columns.sortable,
            'data-allows-sorting': 'true',
          })}
    >
      {title}
      {sort !== null && sort !== 'none' && <SortMark isDown={sort === 'descending'} />}
      {help !== undefined && <span className={cx(styles.help)}> {help}</span>}
    </th>
  )
}

function SortMark({ isDown }: { isDown: boolean }) {
  const Mark = isDown ? ArrowDown : ArrowUp
  return <Mark aria-hidden="true" size={12} className={cx(styles.sortMark)} />
}

/** Moves the focus back to the row that a pane was opened from. */
export function focusRow(id: string): void {
  document.querySelector<HTMLElement>(`main [data-key="${CSS.escape(id)}"]`)?.focus()
}
