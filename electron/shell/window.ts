import { app, BrowserWindow, screen, type BrowserWindowConstructorOptions } from 'electron'
import type { Timers } from '../ports.ts'
import { placeWindow, type Area, type WindowPlace } from './windowPlace.ts'

export function windowTitle(environment: 'live' | 'practice'): string {
  return environment === 'practice' ? 'PRACTICE – Tillside' : 'Tillside'
}

/** Exactly these web preferences (Electron's security list, items 2–11). A test compares all of them. */
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

/** After this time the window is shown even if the page is not ready. */
export const SHOW_AFTER_MS = 2_000

/** Opens the window and shows it when the page is ready, or after {@link SHOW_AFTER_MS}. */
export function openWindow(options: {
  readonly preload: string
  readonly title: string
  readonly url: string
  /** Its position and size when it was last closed; null at a first start. */
  readonly kept: WindowPlace | null
  readonly timers: Timers
  /** @see loadPage */
  readonly onFailed: (error: unknown) => void
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
  // The title says whether this is Practice, so the page must not change it.
  window.on('page-title-updated', (event) => event.preventDefault())
  revealOnce(window, options.timers, isMaximised)
  loadPage(window, options.url, options.onFailed)
  return window
}

/**
 * Shows the window at the first sign that the page is ready, or after a time limit: on Wayland a hidden window often
 * never gets `ready-to-show` (electron/electron#48859).
 */
function revealOnce(window: BrowserWindow, timers: Timers, isMaximised: boolean): void {
  let isShown = false
  const reveal = (): void => {
    if (isShown || window.isDestroyed()) return
    isShown = true
    cancel()
    if (isMaximised) window.maximize()
    window.show()
  }
  const cancel = timers.after(SHOW_AFTER_MS, reveal)
  window.once('ready-to-show', reveal)
  window.webContents.once('did-finish-load', reveal)
  window.webContents.once('did-fail-load', reveal)
}

/**
 * Loads one of our pages in the window.
 * @param onFailed called if it could not be loaded, unless another page replaced it (ERR_ABORTED of `loadURL`)
 */
export function loadPage(window: BrowserWindow, url: string, onFailed: (error: unknown) => void): void {
  if (window.isDestroyed()) return
  window.loadURL(url).catch((error: unknown) => {
    const isOvertaken = error instanceof Error && 'code' in error && error.code === 'ERR_ABORTED'
    if (!isOvertaken && !window.isDestroyed()) onFailed(error)
  })
}

/** The work areas of all attached displays, the primary one first. */
function workAreas(): [Area, ...Area[]] {
  const primary = screen.getPrimaryDisplay()
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id)
  return [primary.workArea, ...others.map(({ workArea }) => workArea)]
}

/** Shows the window, after a second start, a link, a notification or a click on the tray icon. */
export function bringForward(window: BrowserWindow | undefined): void {
  if (window === undefined || window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  // It may be hidden, with only the tray icon visible.
  window.show()
  window.focus()
}
