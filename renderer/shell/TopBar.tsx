import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover, Text } from 'react-aria-components'
import { cx } from '../components/cx.ts'
import { useTerminal } from '../screens/useTerminal.ts'
import { useApp } from '../state/context.tsx'
import { strings } from '../strings.ts'
import { openTotals } from '../words/waitingText.ts'
import { SignOut } from './SignOut.tsx'
import styles from './TopBar.module.css'

const words = strings.topBar

/** Whose counter this is, and who is signed in. */
export function TopBar() {
  const { terminalId, terminal } = useTerminal()
  const isSignedOut = useApp((state) => state.session?.status === 'signedOut')
  return (
    <header className={cx(styles.bar)}>
      <span className={cx(styles.name)}>{strings.app.name}</span>
      {!isSignedOut && (
        <span className={cx(styles.place)}>
          {terminal !== undefined && <strong>{terminal.accountName}</strong>}
          {terminal !== undefined && (
            <span className={cx(styles.merchant)}>{words.merchant(terminal.merchantId)}</span>
          )}
          <span>{terminalId === null ? words.noTerminal : words.terminal(terminalId)}</span>
        </span>
      )}
      <ClientMenu />
    </header>
  )
}

function ClientMenu() {
  const session = useApp((state) => state.session)
  const queue = useApp((state) => state.queue)
  const signOut = useApp((state) => state.signOut)
  const openSignIn = useApp((state) => state.openSignIn)
  const [isAsking, setAsking] = useState(false)
  if (session === null || session.status === 'signedOut') return null
  const client = session.clientId === null ? words.accountUnknown : words.account(session.clientId)

  function act(key: string): void {
    if (key === 'signIn') openSignIn(true)
    // The queue is named before anyone leaves it; an empty one needs no question.
    else if (queue === null || openTotals(queue).count > 0) setAsking(true)
    else void signOut()
  }

  return (
    <>
      <MenuTrigger>
        <AriaButton className={cx(styles.client)}>
          <span className={cx(styles.clientText)}>{client}</span>
          <ChevronDown aria-hidden="true" size={16} />
        </AriaButton>
        <Popover className={cx(styles.popover)} placement="bottom end">
          <Menu className={cx(styles.menu)} onAction={(key) => act(String(key))} aria-label={client}>
            {session.status === 'expired' && (
              <MenuItem id="signIn" className={cx(styles.item)}>
                {words.signIn}
              </MenuItem>
            )}
            <MenuItem id="signOut" className={cx(styles.item)} textValue={words.signOut}>
              <Text slot="label">{words.signOut}</Text>
              {session.keptAs === 'thisRunOnly' && (
                <Text slot="description" className={cx(styles.description)}>
                  {strings.signIn.thisRunOnly}
                </Text>
              )}
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      {isAsking && <SignOut onClose={() => setAsking(false)} />}
    </>
  )
}
