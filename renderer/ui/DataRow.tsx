import { memo, type ReactNode } from 'react'
import styles from './DataTable.module.css'
import { cx } from './cx.ts'

export interface DataColumn<Item> {
  readonly id: string
  readonly title: string
  /** A note for a column of times: whose clock it shows. */
  readonly help?: string
  readonly isEnd?: boolean
  readonly isRowHeader?: boolean
  /** The order in which columns are hidden where there is little room; the detail still shows them. */
  readonly drops?: 'first' | 'second' | 'third' | 'fourth'
  readonly cell: (item: Item) => ReactNode
}

interface DataRowProps<Item extends object> {
  readonly item: Item
  readonly id: string
  readonly gridId: string
  /** Typing its beginning moves the focus to the row. */
  readonly text: string
  readonly isOpen: boolean
  readonly columns: readonly DataColumn<Item>[]
  readonly dependencies: readonly unknown[]
}

/** Explicit roles: the elements' own are lost when CSS changes their display, and the code finds them by role. */
export const roles = {
  grid: { role: 'grid', tabIndex: 0 },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  head: { role: 'columnheader' },
} as const

export function cellClassOf<Item>({ isEnd, drops }: DataColumn<Item>): string {
  return cx(styles.cell, isEnd === true && styles.end, drops !== undefined && styles[drops])
}

function Row<Item extends object>({ item, id, gridId, text, isOpen, columns }: DataRowProps<Item>) {
  // A space separates ids in `aria-labelledby`, so an id must have none.
  const headerId = `${gridId}-${id.replaceAll(/\s/gu, '_')}`
  return (
    <tr
      {...roles.row}
      tabIndex={-1}
      data-key={id}
      data-text={text}
      data-open={isOpen ? 'true' : undefined}
      aria-labelledby={headerId}
      className={cx(styles.row, isOpen && styles.open)}
    >
      {columns.map((column) => (
        <td
          key={column.id}
          role={column.isRowHeader === true ? 'rowheader' : 'gridcell'}
          id={column.isRowHeader === true ? headerId : undefined}
          tabIndex={-1}
          className={cellClassOf(column)}
        >
          {column.cell(item)}
        </td>
      ))}
    </tr>
  )
}

/** Renders again only when the item, its dependencies or its open state changes; new column objects are ignored. */
export const DataRow = memo(
  Row,
  (before, after) =>
    before.item === after.item &&
    before.id === after.id &&
    before.isOpen === after.isOpen &&
    before.dependencies.length === after.dependencies.length &&
    before.dependencies.every((value, place) => Object.is(value, after.dependencies[place])),
) as typeof Row
