import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button as AriaButton, type PressEvent } from 'react-aria-components'
import { todoOf } from '../../shared/todo.ts'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { useApp } from '../core/context.tsx'
import { strings } from '../strings/strings.ts'
import type { MenuFocus } from './ClientChoices.tsx'
import { useLater } from './later.ts'
import { NotRead } from './NotRead.tsx'
import { SignOut } from './SignOut.tsx'
import styles from './TopBar.module.css'

const words = strings.topBar

/** Who is signed in. The button is part of the start; its menu is loaded later. */
export function ClientMenu() {
  const session = useApp((state) => state.session)
  const queue = useApp((state) => state.queue)
  const isOffline = useApp((state) => state.connection.status === 'offline')
  const signOut = useApp((state) => state.signOut)
  const openSignIn = useApp((state) => state.openSignIn)
  const [isAsking, setAsking] = useState(false)
  const [focus, setFocus] = useState<MenuFocus | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const buttonId = useId()
  const menuId = useId()
  const { parts, hasFailed } = useLater(focus !== null)
  if (session === null || session.status === 'signedOut') return null
  const client = session.clientId === null ? words.accountUnknown : words.account(session.clientId)
  const close = (): void => setFocus(null)

  function act(key: string): void {
    if (key === 'signIn') openSignIn(true)
    // Sign-out asks where sales are open, and offline, because signing in again would be impossible.
    else if (queue === null || todoOf(queue).open.count > 0 || isOffline) setAsking(true)
    else void signOut()
  }

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
        <span className={cx(styles.clientText)}>{client}</span>
        <ChevronDown aria-hidden="true" size={16} />
      </AriaButton>
      {focus !== null && parts !== null && (
        <parts.ClientChoices
          {...{ trigger, menuId, buttonId, client, focus, session }}
          onAct={act}
          onClose={close}
        />
      )}
      {focus !== null && hasFailed && (
        <Dialog
          title={client}
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
      {isAsking && <SignOut onClose={() => setAsking(false)} />}
    </>
  )
}
