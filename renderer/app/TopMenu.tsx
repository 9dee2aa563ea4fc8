import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button as AriaButton, type PressEvent } from 'react-aria-components'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { strings } from '../strings/strings.ts'
import type { MenuChoice, MenuFocus } from './MenuChoices.tsx'
import { useLater } from './later.ts'
import { NotRead } from './NotRead.tsx'
import styles from './TopBar.module.css'

interface TopMenuProps {
  readonly label: string
  /** Above the choices. */
  readonly description?: string | undefined
  readonly choices: readonly MenuChoice[]
  readonly onAct: (id: string) => void
}

/** A menu of the top bar. The button is part of the start; its menu is loaded later. */
export function TopMenu({ label, description, choices, onAct }: TopMenuProps) {
  const [focus, setFocus] = useState<MenuFocus | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const buttonId = useId()
  const menuId = useId()
  const { parts, hasFailed } = useLater(focus !== null)
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
        aria-expanded={focus !== null}
        {...(focus === null ? {} : { 'aria-controls': menuId })}
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
      {focus !== null && hasFailed && (
        <Dialog
          title={label}
          onClose={close}
          actions={
            <Button autoFocus onPress={close}>
              {strings.keys.close}
            </Button>
          }
        >
          <NotRead />
        </Dialog>
      )}
    </>
  )
}
