import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment, type ReactNode, useId } from 'react'
import { plainText } from '../../shared/plainText.ts'
import type { SaleOrder } from '../../shared/sale.ts'
import { strings } from '../strings/strings.ts'
import { cellClassOf, type DataColumn, DataRow, roles } from './DataRow.tsx'
import styles from './DataTable.module.css'
import { Skeleton } from './Skeleton.tsx'
import { cx } from './cx.ts'
import { useGrid } from './useGrid.ts'

/** The one column that can be sorted, and its current order. */
interface Sorting {
  readonly columnId: string
  readonly order: SaleOrder
  readonly onChange: (order: SaleOrder) => void
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
  const { table, ...handlers } = useGrid(items, props.onOpen, () =>
    sorting?.onChange(sorting.order === 'newest' ? 'oldest' : 'newest'),
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
        <tbody {...roles.group}>
          {items.map((item, at) => (
            <Fragment key={idOf(item)}>
              <SectionHead columns={columns.length}>
                {props.headOf?.(item, items[at - 1]) ?? null}
              </SectionHead>
              <DataRow
                item={item}
                id={idOf(item)}
                gridId={gridId}
                text={plainText(textOf(item))}
                isOpen={idOf(item) === openId}
                columns={columns}
                dependencies={dependencies}
              />
            </Fragment>
          ))}
          {items.length === 0 && (
            <tr {...roles.row}>
              <td role="rowheader" colSpan={columns.length}>
                {props.isLoading === true ? <Skeleton /> : <div className={cx(styles.empty)}>{empty}</div>}
              </td>
            </tr>
          )}
        </tbody>
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

function Head<Item>({ column, sorting }: { column: DataColumn<Item>; sorting: Sorting | undefined }) {
  const { id, title, help } = column
  const sorted = id === sorting?.columnId ? sorting : undefined
  return (
    <th
      {...roles.head}
      tabIndex={-1}
      className={cellClassOf(column)}
      {...(sorted === undefined
        ? {}
        : {
            'aria-sort': sorted.order === 'newest' ? 'descending' : 'ascending',
            'aria-description': strings.columns.sortable,
            'data-allows-sorting': 'true',
          })}
    >
      {title}
      {sorted !== undefined && <SortMark order={sorted.order} />}
      {help !== undefined && <span className={cx(styles.help)}> {help}</span>}
    </th>
  )
}

function SortMark({ order }: { order: SaleOrder }) {
  const Mark = order === 'newest' ? ArrowDown : ArrowUp
  return <Mark aria-hidden="true" size={12} className={cx(styles.sortMark)} />
}

/** Moves the focus back to the row that a pane was opened from. */
export function focusRow(id: string): void {
  document.querySelector<HTMLElement>(`main [data-key="${CSS.escape(id)}"]`)?.focus()
}
