import { useEffect } from 'react'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { cx } from '../ui/cx.ts'
import type { LazyScreen } from './lazyScreens.ts'
import { Sale } from '../features/sale/Sale.tsx'
import { SignIn } from '../features/auth/SignIn.tsx'
import { BannerSlot } from './BannerSlot.tsx'
import { loadLazyScreens, useLazyScreens } from './lazyLoading.ts'
import { NotAllRead, NotRead } from './NotRead.tsx'
import { StatusBar } from './StatusBar.tsx'
import { TopBar } from './TopBar.tsx'
import hidden from '../ui/Hidden.module.css'
import styles from './App.module.css'
import { screenClock } from '../core/clock.ts'
import { useApp } from '../core/context.tsx'
import { isPracticeBank } from '../core/practiceBank.ts'
import { isLocked } from '../core/locked.ts'
import { type AppState, type Screen, screens } from '../core/types.ts'
import { strings } from '../strings/strings.ts'
import {
  ArrowLeftRight,
  Banknote,
  CalendarCheck,
  ListTodo,
  type LucideIcon,
  Scale,
  Search,
  Settings,
  Tablet,
} from 'lucide-react'
import { todoOf } from '../../shared/todo.ts'
import railStyles from './Rail.module.css'

export function App() {
  const phase = useApp((state) => state.phase)
  const start = useApp((state) => state.start)
  const isPractice = useApp((state) => state.app?.environment === 'practice')
  useLook()
  useEffect(() => {
    document.title = isPractice ? strings.app.titlePractice : strings.app.name
  }, [isPractice])
  return (
    <div className={cx(styles.app, isPractice && styles.practice)}>
      {isPractice && <p className={cx(styles.stripe)}>{strings.practice}</p>}
      {phase === 'starting' && <p className={cx(styles.starting)}>{strings.app.starting}</p>}
      {phase === 'broken' && (
        <div className={cx(styles.broken)}>
          <h1>{strings.app.name}</h1>
          <Notice tone="problem" role="alert">
            {strings.app.startProblem}
          </Notice>
          <p>
            <Button look="primary" autoFocus onPress={() => void start()}>
              {strings.app.tryAgain}
            </Button>
          </p>
        </div>
      )}
      {phase === 'ready' && <Shell />}
      <Announcer />
    </div>
  )
}

function Shell() {
  const isSignedOut = useApp((state) => state.session?.status === 'signedOut')
  const isSigningIn = useApp((state) => state.signInState.isOpen)
  const screen = useApp((state) => state.screen)
  const surface = useApp(surfaceOf)
  const isShut = useApp(isLocked)
  const showsSignIn = isSignedOut || isSigningIn
  useScreenFocus()
  // Loaded ahead, so that the first opening needs no wait.
  useEffect(() => screenClock.whenIdle(() => void loadLazyScreens()), [])
  if (isShut) return <Lock />
  return (
    <>
      <TopBar />
      <BannerSlot />
      <NotAllRead />
      {!showsSignIn && <FirstSteps />}
      <div className={cx(styles.middle, showsSignIn && styles.alone)}>
        {!showsSignIn && <Rail />}
        <main className={cx(styles.content)} data-surface={showsSignIn ? 'signIn' : surface}>
          {showsSignIn && <SignIn canGoBack={!isSignedOut} below={<OtherProfile />} />}
          {!showsSignIn && (screen === 'sale' ? <Sale /> : <Opened screen={screen} />)}
        </main>
      </div>
      <StatusBar />
      <Overlays />
    </>
  )
}

/** For the frame's gestures (gesture.ts): Sale is another screen after each saved sale, and when its form moves. */
function surfaceOf({ screen, entry: { savedCount, aside, opened } }: AppState): string {
  return screen === 'sale' ? `sale ${savedCount} ${aside.length} ${opened.length}` : screen
}

/** A screen that was called by its key gets the focus, so that the arrows and Tab go on from there. */
function useScreenFocus(): void {
  const presses = useApp((state) => state.screenPresses)
  const isLoaded = useLazyScreens(presses > 0).parts !== null
  useEffect(() => {
    if (presses > 0) focusScreen()
  }, [presses, isLoaded])
}

/** A wrong profile may name a bank where no sign-in is possible, and Settings is out of reach. */
function OtherProfile() {
  const { parts } = useLazyScreens()
  return parts !== null && <parts.OtherProfile />
}

/** A screen that is loaded after the start. */
function Opened({ screen }: { screen: LazyScreen }) {
  const { parts, hasFailed } = useLazyScreens()
  if (parts === null) return hasFailed ? <NotRead /> : <Skeleton />
  const Current = parts.screenOf[screen]
  return <Current />
}

/** Above the screens, which work as always; where it cannot be loaded, they are there without it. */
function FirstSteps() {
  const isShown = useApp((state) => state.welcome !== null && isPracticeBank(state))
  const { parts } = useLazyScreens(isShown)
  return isShown && parts !== null && <parts.Welcome />
}

/** In place of every screen, so nothing of them shows while it is loaded. */
function Lock() {
  const { parts, hasFailed } = useLazyScreens()
  if (parts === null) return hasFailed ? <NotRead /> : <Skeleton />
  return (
    <>
      <parts.LockScreen />
      <parts.CloseGuard />
      <parts.PinDialogs />
    </>
  )
}

/** Over every screen, each where it was asked for. */
function Overlays() {
  const isHelpOpen = useApp((state) => state.isHelpOpen)
  const isCardOpen = useApp((state) => state.practice.isCardOpen)
  const isQuestion = useApp(
    ({ closeAsked, pinDialog, isSigningOut }) =>
      closeAsked !== null || pinDialog.mode !== 'closed' || isSigningOut,
  )
  const hasPaper = useApp((state) => state.paper.paper !== null)
  const { parts } = useLazyScreens(isHelpOpen || isCardOpen || isQuestion || hasPaper)
  if (parts === null) return null
  return (
    <>
      <parts.CounterView />
      <parts.CloseGuard />
      {isHelpOpen && <parts.Help />}
      {isCardOpen && <parts.PracticeCard />}
      <parts.SignOut />
      <parts.PinDialogs />
      <parts.Papers />
    </>
  )
}

/** Announces changes to screen readers without moving the focus. */
function Announcer() {
  const announcement = useApp((state) => state.announcement)
  const tooFast = useApp((state) => state.tooFast)
  return (
    <>
      <p role="status" className={cx(hidden.hidden)}>
        {announcement}
      </p>
      {tooFast !== null && (
        <p className={cx(styles.tooFast)} aria-hidden="true">
          {tooFast}
        </p>
      )}
    </>
  )
}

/** Applies the chosen colours and density for the style sheets. */
function useLook(): void {
  const theme = useApp((state) => state.settingsState.settings?.theme ?? 'system')
  const density = useApp((state) => state.settingsState.settings?.density ?? 'comfortable')
  useEffect(() => {
    Object.assign(document.documentElement.dataset, { theme, density })
  }, [theme, density])
}

/** Focuses the list of the screen in view, or else its heading. The Sell screen focuses Amount by itself. */
function focusScreen(): void {
  const main = document.querySelector('main')
  if (main === null || main.contains(document.activeElement)) return
  const list = main.querySelector<HTMLElement>('[role="grid"]')
  const heading = main.querySelector<HTMLElement>('h1')
  if (list !== null) return (list.querySelector<HTMLElement>('[data-key]') ?? list).focus()
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus()
}

const icons: Readonly<Record<Screen, LucideIcon>> = {
  sale: Banknote,
  transactions: ArrowLeftRight,
  day: CalendarCheck,
  todo: ListTodo,
  find: Search,
  disputes: Scale,
  terminal: Tablet,
  settings: Settings,
}

/** The screens, in the order of Ctrl+1 to Ctrl+8. */
function Rail() {
  return (
    <nav className={cx(railStyles.rail)} aria-label={strings.rail.label}>
      {screens.map((screen) => (
        <RailEntry key={screen} screen={screen} />
      ))}
    </nav>
  )
}

function RailEntry({ screen }: { screen: Screen }) {
  const isCurrent = useApp((state) => state.screen === screen)
  const count = useApp(({ queue }) => {
    if (queue === null) return 0
    return screen === 'todo' ? todoOf(queue).calling : screen === 'disputes' ? queue.disputeCount : 0
  })
  const show = useApp((state) => state.show)
  const Icon = icons[screen]
  return (
    <button
      type="button"
      className={cx(railStyles.entry, isCurrent && railStyles.current)}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => show(screen)}
    >
      <Icon aria-hidden="true" size={20} />
      <span className={cx(railStyles.word)}>{strings.rail[screen]}</span>
      {count > 0 && <span className={cx(railStyles.count)}>{count}</span>}
    </button>
  )
}
