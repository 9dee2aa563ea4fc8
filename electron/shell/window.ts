import { app, BrowserWindow, screen, type BrowserWindowConstructorOptions } from 'electron'
import type { Timers } from '../ports.ts'
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

/** What is shown by then is shown as it is. */
export const SHOW_AFTER_MS = 2_000

/** Opens the window and shows it once there is something to see, or might be. */
export function openWindow(options: {
  readonly preload: string
  readonly title: string
  readonly url: string
  /** How it stood when it was closed the last time; null at a first start. */
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
  // The title says Practice or not; the page has no say in it.
  window.on('page-title-updated', (event) => event.preventDefault())
  revealOnce(window, options.timers, isMaximised)
  loadPage(window, options.url, options.onFailed)
  return window
}

/**
 * On the first sign of something to see, or without any: on Wayland `ready-to-show` often never comes to a window that
 * is hidden (electron/electron#48859), and nothing else would show it.
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
 * A page of ours, in the place of one that is there.
 * @param onFailed it could not be loaded, and no other took its place (which Electron's `loadURL` calls ERR_ABORTED)
 */
export function loadPage(window: BrowserWindow, url: string, onFailed: (error: unknown) => void): void {
  if (window.isDestroyed()) return
  window.loadURL(url).catch((error: unknown) => {
    const isOvertaken = error instanceof Error && 'code' in error && error.code === 'ERR_ABORTED'
    if (!isOvertaken && !window.isDestroyed()) onFailed(error)
  })
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
