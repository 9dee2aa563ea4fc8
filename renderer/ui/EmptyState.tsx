import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './EmptyState.module.css'

interface EmptyStateProps {
  readonly icon: LucideIcon
  readonly text: string
  /** Why that is no trouble. */
  readonly calm?: string
  /** What to do next. */
  readonly children?: ReactNode
}

/** In place of the rows of a list that has none: what is so, why that is no trouble, and the next step. */
export function EmptyState({ icon: Icon, text, calm, children }: EmptyStateProps) {
  return (
    <>
      <Icon aria-hidden="true" size={28} strokeWidth={1.5} className={cx(styles.icon)} />
      <p className={cx(styles.text)}>{text}</p>
      {calm !== undefined && <p>{calm}</p>}
      {children}
    </>
  )
}
