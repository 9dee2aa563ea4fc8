import { X } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { PANE_WIDTH_PX } from '../../shared/viewPreferences.ts'
import { useApp } from '../core/context.tsx'
import { strings } from '../strings/strings.ts'
import { Button } from './Button.tsx'
import { keepsFocus } from './gridKeys.ts'
import styles from './SplitView.module.css'
import { cx } from './cx.ts'

const STEP_PX = 24

interface SplitViewProps {
  readonly children: ReactNode
  /** The detail beside the list, or over its edge in a narrow window. */
  readonly pane: ReactNode | null
}

export function SplitView({ children, pane }: SplitViewProps) {
  const widthPx = useApp((state) => state.paneWidthPx)
  return (
    <div className={cx(styles.split)} style={{ '--pane': `${widthPx}px` } as CSSProperties}>
      <div className={cx(styles.main)}>{children}</div>
      {pane !== null && <PaneEdge />}
      {pane}
    </div>
  )
}

/**
 * The divider between list and detail, dragged or moved by the arrow keys. There is none while the detail is a drawer.
 */
function PaneEdge() {
  const widthPx = useApp((state) => state.paneWidthPx)
  const setPaneWidth = useApp((state) => state.setPaneWidth)
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={strings.detail.edge}
      aria-valuenow={widthPx}
      aria-valuemin={PANE_WIDTH_PX.min}
      aria-valuemax={PANE_WIDTH_PX.max}
      tabIndex={0}
      className={cx(styles.edge)}
      onKeyDown={(event) => {
        const step = { ArrowLeft: STEP_PX, ArrowRight: -STEP_PX }[event.key]
        if (step === undefined) return
        event.preventDefault()
        setPaneWidth(widthPx + step)
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
        const { right } = event.currentTarget.parentElement?.getBoundingClientRect() ?? { right: 0 }
        setPaneWidth(Math.round(right - event.clientX))
      }}
    />
  )
}

interface PaneProps {
  readonly title: string
  /** The id of what the pane shows: when it changes, the pane takes the focus again. */
  readonly of: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The detail beside a list. It takes the focus when it opens, unless the list keeps it; Esc closes it. */
export function Pane({ title, of, onClose, children }: PaneProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!keepsFocus()) heading.current?.focus()
  }, [of])
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
