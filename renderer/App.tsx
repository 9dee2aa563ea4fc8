import { useEffect } from 'react'
import { Notice } from './components/Notice.tsx'
import { cx } from './components/cx.ts'
import { Find } from './screens/Find.tsx'
import { NeedsYou } from './screens/NeedsYou.tsx'
import { Sale } from './screens/Sale.tsx'
import { Settings } from './screens/Settings.tsx'
import { SignIn } from './screens/SignIn.tsx'
import { Terminal } from './screens/Terminal.tsx'
import { Transactions } from './screens/Transactions.tsx'
import { Waiting } from './screens/Waiting.tsx'
import { BannerSlot } from './shell/BannerSlot.tsx'
import { CloseGuard } from './shell/CloseGuard.tsx'
import { KeySheet } from './shell/KeySheet.tsx'
import { PinDialogs } from './shell/PinDialogs.tsx'
import { Rail } from './shell/Rail.tsx'
import { StatusBar } from './shell/StatusBar.tsx'
import { TopBar } from './shell/TopBar.tsx'
import { useKeys } from './shell/useKeys.ts'
import styles from './App.module.css'
import { useApp } from './state/context.tsx'
import type { Screen } from './state/types.ts'
import { strings } from './strings.ts'

const screenOf: Readonly<Record<Screen, () => React.JSX.Element>> = {
  sale: Sale,
  transactions: Transactions,
  waiting: Waiting,
  needsYou: NeedsYou,
  terminal: Terminal,
  find: Find,
  settings: Settings,
}

export function App() {
  const phase = useApp((state) => state.phase)
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
  const showsSignIn = isSignedOut || isSigningIn
  useKeys(!showsSignIn)
  const Current = screenOf[screen]
  return (
    <>
      <TopBar />
      <BannerSlot />
      <div className={cx(styles.middle, showsSignIn && styles.alone)}>
        {!showsSignIn && <Rail />}
        <main className={cx(styles.content)}>
          {showsSignIn ? <SignIn canGoBack={!isSignedOut} /> : <Current />}
        </main>
      </div>
      <StatusBar />
      <KeySheet />
      <CloseGuard />
      <PinDialogs />
    </>
  )
}

/** Speaks what has changed without taking the focus. */
function Announcer() {
  const announcement = useApp((state) => state.announcement)
  return (
    <p role="status" className={cx(styles.announcer)}>
      {announcement}
    </p>
  )
}

/** The chosen colours and density, for the style sheets. */
function useLook(): void {
  const theme = useApp((state) => state.settingsState.settings?.theme ?? 'system')
  const density = useApp((state) => state.settingsState.settings?.density ?? 'comfortable')
  useEffect(() => {
    Object.assign(document.documentElement.dataset, { theme, density })
  }, [theme, density])
}
