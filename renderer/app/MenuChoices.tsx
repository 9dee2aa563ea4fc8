import type { RefObject } from 'react'
import { Menu, MenuItem, Popover } from 'react-aria-components'
import { cx } from '../ui/cx.ts'
import styles from './TopBar.module.css'

/** Where the focus goes in the open menu: to an item, or to the menu itself. */
export type MenuFocus = 'first' | 'last' | true

export interface MenuChoice {
  readonly id: string
  readonly text: string
}

interface MenuChoicesProps {
  readonly trigger: RefObject<HTMLButtonElement | null>
  readonly buttonId: string
  readonly menuId: string
  readonly label: string
  readonly description: string | undefined
  readonly choices: readonly MenuChoice[]
  readonly focus: MenuFocus
  readonly onAct: (id: string) => void
  readonly onClose: () => void
}

/** The open menu of a button of the top bar. */
export function MenuChoices({ trigger, buttonId, menuId, label, focus, ...more }: MenuChoicesProps) {
  return (
    <Popover
      className={cx(styles.popover)}
      trigger="MenuTrigger"
      aria-labelledby={buttonId}
      placement="bottom end"
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) more.onClose()
      }}
    >
      {more.description !== undefined && <p className={cx(styles.description)}>{more.description}</p>}
      <Menu
        id={menuId}
        className={cx(styles.menu)}
        onAction={(key) => more.onAct(String(key))}
        onClose={more.onClose}
        autoFocus={focus}
        aria-label={label}
        aria-labelledby={buttonId}
      >
        {more.choices.map(({ id, text }) => (
          <MenuItem key={id} id={id} className={cx(styles.item)}>
            {text}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  )
}
