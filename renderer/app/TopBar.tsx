import { CircleQuestionMark, LockKeyholeOpen, Search as SearchIcon, ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState, useId, type SubmitEvent } from 'react'
import { Button as AriaButton, type PressEvent } from 'react-aria-components'
import { plainText } from '../../shared/plainText.ts'
import { Foreign } from '../ui/Foreign.tsx'
import { cx } from '../ui/cx.ts'
import { useTerminal } from '../core/useTerminal.ts'
import { useApp } from '../core/context.tsx'
import { strings } from '../strings/strings.ts'
import styles from './TopBar.module.css'
import type { SessionView } from '../../shared/session.ts'
import type { MenuChoice, MenuFocus } from './MenuChoices.tsx'
import type { PeopleView } from '../../shared/people.ts'
import { useLazyScreens } from './lazyLoading.ts'

interface TopMenuProps {
  readonly label: string
  /** Above the choices. */
  readonly description?: string | undefined
  readonly choices: readonly MenuChoice[]
  readonly onAct: (id: string) => void
}

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
            <strong title={plainText(terminal.accountName)}>
              <Foreign text={terminal.accountName} isInRow />
            </strong>
          )}
          {terminal !== undefined && (
            <span className={cx(styles.merchant)} title={plainText(terminal.merchantId)}>
              <span>
                {words.merchant} <Foreign text={terminal.merchantId} isInRow />
              </span>
            </span>
          )}
          {isKnown && <span>{terminalId === null ? words.noTerminal : words.terminal(terminalId)}</span>}
        </span>
      )}
      {/* Not on the sign-in screen, where the keys do not work either. */}
      {!isSigningIn && <Search />}
      <ManagerMode />
      {!isSigningIn && <HelpButton />}
      {!isSigningIn && <CashierMenu />}
      <ClientMenu />
    </header>
  )
}

/** On every screen: Enter shows the results. */
function Search() {
  const [text, setText] = useState('')
  const presses = useApp((state) => state.findPresses)
  const showFind = useApp((state) => state.showFind)
  const lookUp = useApp((state) => state.lookUp)
  const field = useRef<HTMLInputElement>(null)
  // Built anew after a lock, it does not answer a key from before: the next digits are an amount.
  const answered = useRef(presses)
  useEffect(() => {
    if (presses === answered.current) return
    answered.current = presses
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
          aria-describedby="top-search-help"
          placeholder={words.searchHint}
          value={text}
          maxLength={200}
          autoComplete="off"
          spellCheck="false"
          data-scan="search"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setText('')
          }}
        />
        <p id="top-search-help" className={cx(styles.searchHelp)}>
          {words.searchHelp}
        </p>
      </form>
    </search>
  )
}

/** Manager mode is always visible while it is open, and one press locks it. */
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

function HelpButton() {
  const openHelp = useApp((state) => state.openHelp)
  return (
    <AriaButton className={cx(styles.help)} aria-label={words.help} onPress={() => openHelp(true)}>
      <CircleQuestionMark aria-hidden="true" size={18} />
      <span>{words.help}</span>
    </AriaButton>
  )
}

/** Who is signed in to the bank. Where cashiers are set up, only while there is something to do or to know. */
function ClientMenu() {
  const session = useApp((state) => state.session)
  const hasPin = useApp((state) => state.access !== null && state.access.pin !== 'none')
  const hasCashiers = useApp((state) => state.people.view?.state === 'on')
  const askSignOut = useApp((state) => state.askSignOut)
  const openSignIn = useApp((state) => state.openSignIn)
  const showSettings = useApp((state) => state.showSettings)
  if (session === null || session.status === 'signedOut') return null
  const { keptAs } = session
  const note = keptAs === 'thisRunOnly' || keptAs === 'thisRunSoFar' ? strings.signIn[keptAs] : undefined
  if (hasCashiers && session.status === 'signedIn' && note === undefined) return null

  function act(id: string): void {
    if (id === 'signIn') openSignIn(true)
    else if (id === 'settings') showSettings('bank')
    else askSignOut()
  }

  return (
    <TopMenu
      label={session.clientId === null ? words.accountUnknown : words.account(session.clientId)}
      description={note}
      choices={choicesOf(session, hasPin)}
      onAct={act}
    />
  )
}

/** Once a manager's PIN is set, signing out is theirs, in Settings. */
function choicesOf({ status }: SessionView, hasPin: boolean): readonly MenuChoice[] {
  return [
    ...(status === 'expired' ? [{ id: 'signIn', text: words.signIn }] : []),
    hasPin
      ? { id: 'settings', text: strings.people.signOutInSettings }
      : { id: 'signOut', text: words.signOut },
  ]
}

const cashierMenuWords = strings.people

/** Who is at the counter, with Lock and Switch; nothing where no cashiers are set up. */
function CashierMenu() {
  const view = useApp((state) => state.people.view)
  const lockCounter = useApp((state) => state.lockCounter)
  const chooseCashier = useApp((state) => state.chooseCashier)
  const showSettings = useApp((state) => state.showSettings)
  const isSignedIn = useApp((state) => state.session !== null && state.session.status !== 'signedOut')
  if (view === null || view.state === 'off') return null

  function act(id: string): void {
    if (id === 'lock') void lockCounter()
    else if (id === 'choose') chooseCashier(true)
    else showSettings(id === 'bank' ? 'bank' : 'cashiers')
  }

  return <TopMenu label={labelOf(view)} choices={cashierChoicesOf(view, isSignedIn)} onAct={act} />
}

function labelOf({ state, cashiers, currentId }: PeopleView): string {
  if (state === 'damaged') return cashierMenuWords.notKnown
  const current = cashiers.find(({ id }) => id === currentId)
  return current === undefined ? cashierMenuWords.noCashier : cashierMenuWords.cashier(current.name)
}

function cashierChoicesOf({ state, currentId }: PeopleView, isSignedIn: boolean): readonly MenuChoice[] {
  const manage = { id: 'manage', text: cashierMenuWords.manage }
  if (state === 'damaged') return [manage]
  const bank = isSignedIn ? [{ id: 'bank', text: cashierMenuWords.signOutInSettings }] : []
  const choose = {
    id: 'choose',
    text: currentId === null ? cashierMenuWords.choose : cashierMenuWords.switchCashier,
  }
  return [{ id: 'lock', text: cashierMenuWords.lock }, choose, manage, ...bank]
}

/** A menu of the top bar. The button is part of the start; its menu is loaded later (app/NotRead.tsx where it cannot be). */
function TopMenu({ label, description, choices, onAct }: TopMenuProps) {
  const [focus, setFocus] = useState<MenuFocus | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const buttonId = useId()
  const menuId = useId()
  const { parts, hasFailed } = useLazyScreens(focus !== null)
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
