import { memo, type ReactNode } from 'react'
import styles from './DataTable.module.css'
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

interface DataRowProps<Item extends object> {
  readonly item: Item
  readonly id: string
  readonly gridId: string
  /** What typing its beginning looks for. */
  readonly text: string
  readonly isOpen: boolean
  readonly columns: readonly DataColumn<Item>[]
  readonly dependencies: readonly unknown[]
}

/** Said in full: a table that is a grid has these parts, and they are looked for by their roles. */
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
  // Ids are parted by spaces where they name a label.
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

/** Drawn again only where the item, what the cells draw besides it, or being open has changed: columns may be made anew. */
export const DataRow = memo(
  Row,
  (before, after) =>
    before.item === after.item &&
    before.id === after.id &&
    before.isOpen === after.isOpen &&
    before.dependencies.length === after.dependencies.length &&
    before.dependencies.every((value, place) => Object.is(value, after.dependencies[place])),
) as typeof Row
