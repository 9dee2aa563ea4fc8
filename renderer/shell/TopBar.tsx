import { ChevronDown, Keyboard, LockKeyholeOpen, Search as SearchIcon } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { openTotals } from '../../shared/sale.ts'
import { cx } from '../components/cx.ts'
import { useTerminal } from '../screens/useTerminal.ts'
import { useApp } from '../state/context.tsx'
import { strings } from '../strings.ts'
import { SignOut } from './SignOut.tsx'
import styles from './TopBar.module.css'

const words = strings.topBar

/** Whose counter this is, and who is signed in. */
export function TopBar() {
  const { isKnown, terminalId, terminal } = useTerminal()
  const isSignedOut = useApp((state) => state.session?.status === 'signedOut')
  const isSigningIn = useApp((state) => isSignedOut || state.signInState.isOpen)
  return (
    <header className={cx(styles.bar)}>
      <span className={cx(styles.name)}>{strings.app.name}</span>
      {!isSignedOut && (
        <span className={cx(styles.place)}>
          {terminal !== undefined && (
            <strong title={terminal.accountName}>
              <span>{terminal.accountName}</span>
            </strong>
          )}
          {terminal !== undefined && (
            <span className={cx(styles.merchant)} title={terminal.merchantId}>
              <span>{words.merchant(terminal.merchantId)}</span>
            </span>
          )}
          {isKnown && <span>{terminalId === null ? words.noTerminal : words.terminal(terminalId)}</span>}
        </span>
      )}
      {/* Neither leads anywhere from the sign-in screen, where no key of the table works either. */}
      {!isSigningIn && <Search />}
      <ManagerMode />
      {!isSigningIn && <Keys />}
      <ClientMenu />
    </header>
  )
}

/** From every screen: Enter leads to what was found. */
function Search() {
  const [text, setText] = useState('')
  const presses = useApp((state) => state.findPresses)
  const showFind = useApp((state) => state.showFind)
  const lookUp = useApp((state) => state.lookUp)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (presses === 0) return
    field.current?.focus()
    field.current?.select()
  }, [presses])
  return (
    <search className={cx(styles.search)}>
      <form
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          if (text.trim() === '') return
          showFind('reference')
          void lookUp(text)
          setText('')
        }}
      >
        <SearchIcon aria-hidden="true" size={16} className={cx(styles.searchIcon)} />
        <input
          ref={field}
          type="search"
          className={cx(styles.searchField)}
          aria-label={words.search}
          placeholder={words.searchHint}
          value={text}
          maxLength={200}
          autoComplete="off"
          spellCheck="false"
          data-scan="own"
          onChange={(event) => setText(event.target.value)}
        />
      </form>
    </search>
  )
}

/** Manager mode is never open without being seen, and one press locks it. */
function ManagerMode() {
  const isManager = useApp((state) => state.access?.role === 'manager')
  const lock = useApp((state) => state.lock)
  if (!isManager) return null
  return (
    <AriaButton className={cx(styles.manager)} onPress={() => void lock()}>
      <LockKeyholeOpen aria-hidden="true" size={16} />
      <span>{strings.access.manager}</span>
      <strong>{strings.access.lock}</strong>
    </AriaButton>
  )
}

function Keys() {
  const openHelp = useApp((state) => state.openHelp)
  return (
    <AriaButton className={cx(styles.keys)} aria-label={words.help} onPress={() => openHelp(true)}>
      <Keyboard aria-hidden="true" size={18} />
    </AriaButton>
  )
}

function ClientMenu() {
  const session = useApp((state) => state.session)
  const queue = useApp((state) => state.queue)
  const isOffline = useApp((state) => state.connection.status === 'offline')
  const signOut = useApp((state) => state.signOut)
  const openSignIn = useApp((state) => state.openSignIn)
  const [isAsking, setAsking] = useState(false)
  if (session === null || session.status === 'signedOut') return null
  const client = session.clientId === null ? words.accountUnknown : words.account(session.clientId)

  function act(key: string): void {
    if (key === 'signIn') openSignIn(true)
    // The queue is named before anyone leaves it; an empty one needs no question, unless nobody could come back.
    else if (queue === null || openTotals(queue).count > 0 || isOffline) setAsking(true)
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
          {session.keptAs === 'thisRunOnly' && (
            <p className={cx(styles.description)}>{strings.signIn.thisRunOnly}</p>
          )}
          <Menu className={cx(styles.menu)} onAction={(key) => act(String(key))} aria-label={client}>
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
      </MenuTrigger>
      {isAsking && <SignOut onClose={() => setAsking(false)} />}
    </>
  )
}
