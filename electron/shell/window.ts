import { app, BrowserWindow, screen, type BrowserWindowConstructorOptions } from 'electron'
import { placeWindow, type Area, type WindowPlace } from './windowPlace.ts'

export function windowTitle(environment: 'live' | 'practice'): string {
  return environment === 'practice' ? 'PRACTICE – Tillside' : 'Tillside'
}

/** Exactly these web preferences and no other (Electron's security list, items 2–11); a test compares them whole. */
export function webPreferences(preload: string): BrowserWindowConstructorOptions['webPreferences'] & object {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    spellcheck: false,
    devTools: !app.isPackaged,
  }
}

/** Opens the window and shows it once there is something to see. */
export function openWindow(options: {
  readonly preload: string
  readonly title: string
  readonly url: string
  /** How it stood when it was closed the last time; null at a first start. */
  readonly kept: WindowPlace | null
}): BrowserWindow {
  const { bounds, minWidth, minHeight, isMaximised } = placeWindow(options.kept, workAreas())
  const window = new BrowserWindow({
    ...bounds,
    minWidth,
    minHeight,
    title: options.title,
    show: false,
    autoHideMenuBar: true,
    webPreferences: webPreferences(options.preload),
  })
  // The title says Practice or not; the page has no say in it.
  window.on('page-title-updated', (event) => event.preventDefault())
  window.once('ready-to-show', () => {
    if (isMaximised) window.maximize()
    window.show()
  })
  loadPage(window, options.url)
  return window
}

/** Another page of ours in the place of the one that is there. */
export function loadPage(window: BrowserWindow, url: string): void {
  if (!window.isDestroyed()) void window.loadURL(url)
}

/** Of every attached display, the primary one first. */
function workAreas(): [Area, ...Area[]] {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  return [primary.workArea, ...others.map(({ workArea }) => workArea)]
}

/** A second start, a link, a notification or the sign beside the clock shows the window. */
export function bringForward(window: BrowserWindow | undefined): void {
  if (window === undefined || window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  // It may have been hidden, with the sign beside the clock left.
  window.show()
  window.focus()
}
