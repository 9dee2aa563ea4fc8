import type { ReactNode } from 'react'
import styles from './Notice.module.css'
import { cx } from './cx.ts'

interface NoticeProps {
  readonly tone: 'warning' | 'problem' | 'plain'
  /** `alert` interrupts a screen reader, `status` waits; without a role the text is not announced. */
  readonly role?: 'alert' | 'status'
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** An important sentence, with at most one action. */
export function Notice({ tone, role, children, action }: NoticeProps) {
  return (
    <div className={cx(styles.notice, styles[tone])} role={role}>
      <span className={cx(styles.text)}>{children}</span>
      {action}
    </div>
  )
}
