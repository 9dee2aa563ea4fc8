import './zodConfig.ts'
import './styles/index.css'
import { StrictMode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { createRoot } from 'react-dom/client'
import type { Bridge } from '../shared/contract.ts'
import { App } from './App.tsx'
import { createClient } from './client.ts'
import { StoreProvider } from './state/context.tsx'
import { createAppStore } from './state/store.ts'
import { strings } from './strings.ts'

declare global {
  interface Window {
    /** Put there by the preload; the only way out of the page. */
    readonly tillside?: Bridge
  }
}

const TICK_MS = 10_000

function open(root: HTMLElement): void {
  const bridge = window.tillside
  if (bridge === undefined) {
    root.textContent = strings.app.noBridge
    return
  }
  const store = createAppStore(createClient(bridge), () => Date.now())
  createRoot(root).render(
    <StrictMode>
      <I18nProvider locale="en-NG">
        <StoreProvider store={store}>
          <App />
        </StoreProvider>
      </I18nProvider>
    </StrictMode>,
  )
  void store.getState().start()
  setInterval(() => store.getState().tick(), TICK_MS)
}

const root = document.getElementById('root')
if (root !== null) open(root)
