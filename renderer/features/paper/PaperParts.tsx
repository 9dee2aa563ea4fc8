import type { ReactNode } from 'react'
import type { AppState } from '../../core/types.ts'
import { Foreign } from '../../ui/Foreign.tsx'
import { cx } from '../../ui/cx.ts'
import { countText } from '../../ui/format/count.ts'
import styles from './Papers.module.css'

/** The name that the bank pays at a terminal; null where this counter does not know it now. */
export const shopOf =
  (terminalId: string | null) =>
  ({ terminals }: Pick<AppState, 'terminals'>): string | null => {
    const chosen = terminals?.chosen ?? null
    return chosen !== null && chosen.terminalId === terminalId ? chosen.accountName : null
  }

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={cx(styles.part)}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

interface PairProps {
  readonly name: string
  readonly count?: number
  /** A sum, or a part of the sum above it. */
  readonly look?: 'sum' | 'part'
  readonly children: string
}

export function Pair({ name, count, look, children }: PairProps) {
  return (
    <div className={cx(styles.pair)} data-is-sum={look === 'sum'} data-is-part={look === 'part'}>
      <dt>
        <Foreign text={count === undefined ? name : `${name} (${countText(count)})`} />
      </dt>
      <dd>
        <Foreign text={children} />
      </dd>
    </div>
  )
}

export function Pairs({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Part title={title}>
      <dl className={cx(styles.pairs)}>{children}</dl>
    </Part>
  )
}

interface PaperTableProps {
  readonly caption?: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly ReactNode[])[]
  readonly foot?: readonly ReactNode[]
  /** Whether its columns are figures, which stand at the right. */
  readonly isFigures?: boolean
}

/** A table of a paper of A4; each row has a cell for each column, and the same order on each paper. */
export function PaperTable({ caption, head, rows, foot, isFigures = false }: PaperTableProps) {
  return (
    <table className={cx(styles.table, isFigures && styles.figures)}>
      {caption !== undefined && (
        <caption>
          <Foreign text={caption} />
        </caption>
      )}
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, place) => (
          <Row key={place} cells={cells} />
        ))}
      </tbody>
      {foot !== undefined && (
        <tfoot>
          <Row cells={foot} />
        </tfoot>
      )}
    </table>
  )
}

function Row({ cells: [first, ...others] }: { cells: readonly ReactNode[] }) {
  return (
    <tr>
      <th scope="row">{first}</th>
      {others.map((cell, place) => (
        <td key={place}>{typeof cell === 'string' ? <Foreign text={cell} /> : cell}</td>
      ))}
    </tr>
  )
}
