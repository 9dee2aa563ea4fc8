import { ArrowLeft } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { PracticeNumbers } from '../../../core/PracticeNumbers.tsx'
import { cx } from '../../../ui/cx.ts'
import { lazyStrings } from '../../../strings/lazyStrings.ts'
import styles from './Task.module.css'

interface TaskFrameProps {
  readonly title: string
  readonly backText?: string
  /** Esc and the button. What was entered stays. */
  readonly onBack: () => void
  /** What Enter does in a field; left out where there is nothing to fill in. */
  readonly onEnter?: (from: HTMLInputElement) => void
  /** The heading takes the focus whenever this is another one; left out where something else does. */
  readonly focusOn?: string
  readonly children?: ReactNode
  /** The buttons, in view at any height. */
  readonly foot: ReactNode
}

/** One piece of work in place of the list: the way back, what it is, its fields, and its buttons. */
export function TaskFrame(props: TaskFrameProps) {
  const { title, backText, onBack, onEnter, focusOn, children, foot } = props
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focusOn !== undefined) heading.current?.focus()
  }, [focusOn])

  function escape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented || isListOpen(event.target)) return
    event.preventDefault()
    onBack()
  }

  return (
    <section className={cx(styles.task)} aria-labelledby="task-title" onKeyDown={escape}>
      <div className={cx(styles.head)}>
        <Button look="quiet" onPress={onBack}>
          <ArrowLeft aria-hidden="true" size={16} />
          {backText ?? lazyStrings.terminalChange.back}
        </Button>
        <h1 id="task-title" ref={heading} tabIndex={-1} className={cx(styles.title)}>
          {title}
        </h1>
        <div className={cx(styles.numbers)}>
          <PracticeNumbers />
        </div>
      </div>
      {onEnter === undefined ? (
        <>
          {/* Nothing to be filled in may have the focus there, and it scrolls: so it takes the focus itself. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={cx(styles.body)} role="group" aria-labelledby="task-title" tabIndex={0}>
            {children}
          </div>
          <div className={cx(styles.foot)}>{foot}</div>
        </>
      ) : (
        <form
          className={cx(styles.form)}
          aria-labelledby="task-title"
          noValidate
          autoComplete="off"
          onSubmit={(event) => event.preventDefault()}
          onKeyDownCapture={(event) => takeEnter(event, onEnter)}
        >
          <div className={cx(styles.body)}>{children}</div>
          <div className={cx(styles.foot)}>{foot}</div>
        </form>
      )}
    </section>
  )
}

/**
 * Enter is taken before a list of suggestions takes it for itself; only a suggestion that is marked is taken by it. A
 * key that is held down repeats, and was meant once.
 */
function takeEnter(event: KeyboardEvent, onEnter: (from: HTMLInputElement) => void): void {
  const { key, target, repeat } = event
  if (key !== 'Enter' || !(target instanceof HTMLInputElement)) return
  if (isMarked(target) && !repeat) return
  event.preventDefault()
  event.stopPropagation()
  if (!repeat) onEnter(target)
}

/** The one that is taken already is marked from the start. */
function isMarked(field: HTMLInputElement): boolean {
  const marked = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
  return marked !== null && marked.getAttribute('aria-selected') !== 'true'
}

/** Esc closes a list of suggestions first. */
function isListOpen(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true'
}
