import type { ReactNode } from 'react'
import styles from './Notice.module.css'
import { cx } from './cx.ts'

interface NoticeProps {
  readonly tone: 'warning' | 'problem' | 'plain'
  /** `alert` interrupts; `status` waits its turn; without either the text is simply there. */
  readonly role?: 'alert' | 'status'
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** A sentence that matters, with at most one thing to do about it. */
export function Notice({ tone, role, children, action }: NoticeProps) {
  return (
    <div className={cx(styles.notice, styles[tone])} role={role}>
      <span className={cx(styles.text)}>{children}</span>
      {action}
    </div>
  )
}
