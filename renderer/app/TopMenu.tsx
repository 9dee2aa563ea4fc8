import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button as AriaButton, type PressEvent } from 'react-aria-components'
import { cx } from '../ui/cx.ts'
import type { MenuChoice, MenuFocus } from './MenuChoices.tsx'
import { useLater } from './later.ts'
import styles from './TopBar.module.css'

interface TopMenuProps {
  readonly label: string
  /** Above the choices. */
  readonly description?: string | undefined
  readonly choices: readonly MenuChoice[]
  readonly onAct: (id: string) => void
}

/** A menu of the top bar. The button is part of the start; its menu is loaded later (app/NotRead.tsx where it cannot be). */
export function TopMenu({ label, description, choices, onAct }: TopMenuProps) {
  const [focus, setFocus] = useState<MenuFocus | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const buttonId = useId()
  const menuId = useId()
  const { parts, hasFailed } = useLater(focus !== null)
  const isOpen = focus !== null && !hasFailed
  const close = (): void => setFocus(null)

  /** As menus of the system do: mouse and key open it at once, touch when the finger is lifted. */
  function press({ type, pointerType }: PressEvent): void {
    if ((pointerType === 'touch') !== (type === 'press')) return
    // The button has the focus before the menu opens, so that closing the menu returns it.
    trigger.current?.focus({ preventScroll: true })
    setFocus(pointerType === 'mouse' ? true : 'first')
  }

  return (
    <>
      <AriaButton
        ref={trigger}
        id={buttonId}
        className={cx(styles.client)}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        {...(isOpen ? { 'aria-controls': menuId } : {})}
        preventFocusOnPress
        onPressStart={press}
        onPress={press}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setFocus('first')
          else if (event.key === 'ArrowUp') setFocus('last')
          else event.continuePropagation()
        }}
      >
        <span className={cx(styles.clientText)}>{label}</span>
        <ChevronDown aria-hidden="true" size={16} />
      </AriaButton>
      {focus !== null && parts !== null && (
        <parts.MenuChoices
          {...{ trigger, menuId, buttonId, label, description, choices, focus, onAct }}
          onClose={close}
        />
      )}
    </>
  )
}
