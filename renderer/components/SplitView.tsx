import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { strings } from '../strings.ts'
import { Button } from './Button.tsx'
import styles from './SplitView.module.css'
import { cx } from './cx.ts'

interface SplitViewProps {
  readonly children: ReactNode
  /** What stands beside the list, or over its edge where the window is narrow. */
  readonly pane: ReactNode | null
}

export function SplitView({ children, pane }: SplitViewProps) {
  return (
    <div className={cx(styles.split)}>
      <div className={cx(styles.main)}>{children}</div>
      {pane}
    </div>
  )
}

interface PaneProps {
  readonly title: string
  /** What the pane is about: another one takes the focus again. */
  readonly of: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The detail beside a list. It takes the focus when it opens; Esc closes it. */
export function Pane({ title, of, onClose, children }: PaneProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [of])
  return (
    <aside
      className={cx(styles.pane)}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <div className={cx(styles.head)}>
        <h2 ref={heading} tabIndex={-1} className={cx(styles.title)}>
          {title}
        </h2>
        <Button look="quiet" aria-label={strings.detail.close} onPress={onClose}>
          <X aria-hidden="true" size={18} />
        </Button>
      </div>
      <div className={cx(styles.content)}>{children}</div>
    </aside>
  )
}
