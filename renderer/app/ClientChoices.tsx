import type { RefObject } from 'react'
import { Menu, MenuItem, Popover } from 'react-aria-components'
import type { SessionView } from '../../shared/session.ts'
import { cx } from '../ui/cx.ts'
import { strings } from '../strings/strings.ts'
import styles from './TopBar.module.css'

const words = strings.topBar

/** Where the focus goes in the open menu: to an item, or to the menu itself. */
export type MenuFocus = 'first' | 'last' | true

interface ClientChoicesProps {
  readonly trigger: RefObject<HTMLButtonElement | null>
  readonly buttonId: string
  readonly menuId: string
  readonly client: string
  readonly focus: MenuFocus
  readonly session: SessionView
  readonly onAct: (key: string) => void
  readonly onClose: () => void
}

/** The menu of the client's button. */
export function ClientChoices({
  trigger,
  buttonId,
  menuId,
  client,
  focus,
  session,
  ...on
}: ClientChoicesProps) {
  return (
    <Popover
      className={cx(styles.popover)}
      trigger="MenuTrigger"
      aria-labelledby={buttonId}
      placement="bottom end"
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) on.onClose()
      }}
    >
      {(session.keptAs === 'thisRunOnly' || session.keptAs === 'thisRunSoFar') && (
        <p className={cx(styles.description)}>{strings.signIn[session.keptAs]}</p>
      )}
      <Menu
        id={menuId}
        className={cx(styles.menu)}
        onAction={(key) => on.onAct(String(key))}
        onClose={on.onClose}
        autoFocus={focus}
        aria-label={client}
        aria-labelledby={buttonId}
      >
        {session.status === 'expired' && (
          <MenuItem id="signIn" className={cx(styles.item)}>
            {words.signIn}
          </MenuItem>
        )}
        <MenuItem id="signOut" className={cx(styles.item)}>
          {words.signOut}
        </MenuItem>
      </Menu>
    </Popover>
  )
}
