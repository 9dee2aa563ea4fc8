import { BrowserWindow, screen, type BrowserWindowConstructorOptions } from 'electron'

const PREFERRED = { width: 1180, height: 760 } as const
/** The smallest area in which every screen still shows its main action. */
const SMALLEST = { width: 1024, height: 560 } as const

/** A window that fits: counters stand on old screens, and a minimum larger than the screen would hide the main action. */
export function fittingSize(workArea: { readonly width: number; readonly height: number }): {
  readonly width: number
  readonly height: number
  readonly minWidth: number
  readonly minHeight: number
} {
  return {
    width: Math.min(PREFERRED.width, workArea.width),
    height: Math.min(PREFERRED.height, workArea.height),
    minWidth: Math.min(SMALLEST.width, workArea.width),
    minHeight: Math.min(SMALLEST.height, workArea.height),
  }
}

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
  }
}

/** Opens the window and shows it once there is something to see. */
export function openWindow(options: {
  readonly preload: string
  readonly title: string
  readonly url: string
}): BrowserWindow {
  const window = new BrowserWindow({
    ...fittingSize(screen.getPrimaryDisplay().workAreaSize),
    title: options.title,
    show: false,
    autoHideMenuBar: true,
    webPreferences: webPreferences(options.preload),
  })
  // The title says Practice or not; the page has no say in it.
  window.on('page-title-updated', (event) => event.preventDefault())
  window.once('ready-to-show', () => window.show())
  void window.loadURL(options.url)
  return window
}

/** A second start shows the window of the first. */
export function bringForward(window: BrowserWindow | undefined): void {
  if (window === undefined || window.isDestroyed()) return
  if (window.isMinimized()) window.restore()
  window.focus()
}
