import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Cell, Column, Row, Table, TableBody, TableHeader, type TableProps } from 'react-aria-components'
import type { SaleOrder } from '../../shared/sale.ts'
import styles from './DataTable.module.css'
import { Skeleton } from './Skeleton.tsx'
import { cx } from './cx.ts'

export interface DataColumn<Item> {
  readonly id: string
  readonly title: string
  /** Whose clock, for times. */
  readonly help?: string
  readonly isEnd?: boolean
  readonly isRowHeader?: boolean
  /** In which order columns give way where there is no room; the detail still has them. */
  readonly drops?: 'first' | 'second' | 'third' | 'fourth'
  readonly cell: (item: Item) => ReactNode
}

/** The one column that the rows can be ordered by, and how they are. */
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
  /** What a screen reader says of a row before its cells. */
  readonly textOf: (item: Item) => string
  readonly onOpen: (id: string) => void
  readonly openId: string | null
  readonly sorting?: Sorting
  /** Rows are old while newer ones are on their way. */
  readonly isDim?: boolean
  readonly empty: ReactNode
  /** Nothing has been read yet: bars stand where the rows will be, if it takes long enough to be noticed. */
  readonly isLoading?: boolean
  /** Whatever the cells draw besides the item. */
  readonly dependencies: readonly unknown[]
}

/** A grid of rows: arrows move, Enter opens. */
export function DataTable<Item extends object>(props: DataTableProps<Item>) {
  const { label, items, columns, idOf, textOf, onOpen, openId, empty, dependencies } = props
  const classOf = ({ isEnd, drops }: DataColumn<Item>): string =>
    cx(styles.cell, isEnd === true && styles.end, drops !== undefined && styles[drops])
  return (
    <div className={cx(styles.scroller, props.isDim === true && styles.dim)}>
      <Table
        aria-label={label}
        className={cx(styles.table)}
        selectionMode="none"
        onRowAction={(key) => onOpen(String(key))}
        {...sortProps(props.sorting)}
      >
        <TableHeader className={cx(styles.header)}>
          {columns.map((column) => (
            <Column
              key={column.id}
              id={column.id}
              isRowHeader={column.isRowHeader === true}
              allowsSorting={column.id === props.sorting?.columnId}
              className={classOf(column)}
            >
              {column.title}
              {column.id === props.sorting?.columnId && <SortMark order={props.sorting.order} />}
              {column.help !== undefined && <span className={cx(styles.help)}> {column.help}</span>}
            </Column>
          ))}
        </TableHeader>
        <TableBody
          items={items}
          dependencies={[...dependencies, openId]}
          renderEmptyState={() =>
            props.isLoading === true ? <Skeleton /> : <div className={cx(styles.empty)}>{empty}</div>
          }
        >
          {(item) => (
            <Row
              id={idOf(item)}
              textValue={textOf(item)}
              className={cx(styles.row, idOf(item) === openId && styles.open)}
              data-open={idOf(item) === openId ? 'true' : undefined}
            >
              {columns.map((column) => (
                <Cell key={column.id} className={classOf(column)}>
                  {column.cell(item)}
                </Cell>
              ))}
            </Row>
          )}
        </TableBody>
      </Table>
    </div>
  )
}

function sortProps(sorting: Sorting | undefined): Pick<TableProps, 'sortDescriptor' | 'onSortChange'> {
  if (sorting === undefined) return {}
  return {
    sortDescriptor: {
      column: sorting.columnId,
      direction: sorting.order === 'newest' ? 'descending' : 'ascending',
    },
    onSortChange: ({ direction }) => sorting.onChange(direction === 'descending' ? 'newest' : 'oldest'),
  }
}

function SortMark({ order }: { order: SaleOrder }) {
  const Mark = order === 'newest' ? ArrowDown : ArrowUp
  return <Mark aria-hidden="true" size={12} className={cx(styles.sortMark)} />
}

/** Gives the focus back to the row that a pane was opened from. */
export function focusRow(id: string): void {
  document.querySelector<HTMLElement>(`main [data-key="${CSS.escape(id)}"]`)?.focus()
}
