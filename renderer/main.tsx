import './zodConfig.ts'
import './styles/index.css'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import type { Bridge } from '../shared/contract.ts'
import { App } from './app/App.tsx'
import { ErrorBoundary } from './app/ErrorBoundary.tsx'
import { countsSeconds } from './app/countsSeconds.ts'
import { createClient } from './core/client.ts'
import { followGestures } from './app/followGestures.ts'
import { followKeys } from './app/followKeys.ts'
import { followScans } from './app/followScans.ts'
import { hasOpenQuestion } from './app/openQuestion.ts'
import { scanSettingsOf } from './app/scan.ts'
import { onLazyScreens } from './app/lazyLoading.ts'
import { isAtWork, isAtLock } from './app/atWork.ts'
import { screenClock } from './core/clock.ts'
import { StoreProvider } from './core/context.tsx'
import { createAppStore } from './app/store.ts'
import { amountField, typeAmount } from './app/typeAmount.ts'
import type { AppStore } from './core/types.ts'
import { createPlayer, followSounds } from './app/sounds.ts'
import { strings } from './strings/strings.ts'

declare global {
  interface Window {
    /** Set by the preload; the page's only connection to the main process. */
    readonly tillside?: Bridge
  }
}

const TICK_MS = 10_000
const SECOND_MS = 1_000

function open(root: HTMLElement): void {
  const bridge = window.tillside
  if (bridge === undefined) {
    root.textContent = strings.app.noBridge
    return
  }
  const client = createClient(bridge)
  const store = createAppStore(client, screenClock.nowMs, screenClock.later, hasOpenQuestion)
  scan(store)
  followGestures(window, { onUnseen: () => store.getState().missPress() })
  followKeys(window, store)
  followSounds(store, createPlayer())
  onLazyScreens(({ laterSlices }) => {
    for (const slice of laterSlices) store.getState().joinLater(slice)
  })
  createRoot(root).render(
    <StrictMode>
      <I18nProvider locale="en-NG">
        <StoreProvider store={store}>
          <ErrorBoundary onFailed={(name) => void client.call('app.screenFailed', { name })}>
            <App />
          </ErrorBoundary>
        </StoreProvider>
      </I18nProvider>
    </StrictMode>,
  )
  void store.getState().start()
  screenClock.every(TICK_MS, () => store.getState().tick())
  screenClock.every(SECOND_MS, () => {
    if (countsSeconds(store.getState())) store.getState().tick()
  })
  for (const kind of ['pointerdown', 'keydown']) {
    window.addEventListener(kind, () => store.getState().touch(), { capture: true, passive: true })
  }
}

/** Before React: the last key of a scan must not reach a command or a form. */
function scan(store: AppStore): void {
  followScans(window, {
    settings: () => scanSettingsOf(store.getState().settingsState.settings?.scanner),
    isOn: () => isAtWork(store.getState()),
    isHeld: () => isAtLock(store.getState()),
    onHeld: (burst) => store.getState().followHeld(burst),
    later: screenClock.later,
    onScan(code) {
      const { takeScan, holdScan } = store.getState()
      if (hasOpenQuestion()) holdScan()
      else takeScan(code)
    },
    onTestScan: (scanned) => store.getState().takeTestScan(scanned),
    onTooFast: () => store.getState().missEnter(),
    onTakenOut: () => store.getState().tellTakenOut(),
    isAmount: (target) => target === amountField(),
    onTyped: (digits) => {
      if (!hasOpenQuestion()) typeAmount(store, digits)
    },
  })
}

const root = document.getElementById('root')
if (root !== null) open(root)
