import { unlessGone } from './calls.ts'
import {
  app,
  invoke,
  Notification,
  preventable,
  standIn,
  Tray,
  type BrowserWindow,
  type WindowDriver,
} from './electronDouble.ts'
import type { Drawing, MainCalls } from './hostMessages.ts'

const windows = new Map<number, BrowserWindow>()
const numbers = new WeakMap<BrowserWindow, number>()

/** Main's answers, from the double around it. */
export const mainCalls: MainCalls = {
  invoke: ({ channel, frame, args }) => invoke(channel, frame, args),
  fetchApp: async ({ url, method }) => {
    const response = await standIn.protocolHandlers.get('app')?.(new Request(url, { method }))
    if (response === undefined) return undefined
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    }
  },
  refuses: async ({ window: number, url, isMainFrame }) => {
    if (number === null)
      return [...standIn.windows].every(
        (window) => window.webContents.windowOpenHandler({ url }).action === 'deny',
      )
    const name = isMainFrame ? 'will-navigate' : 'will-frame-navigate'
    const contents = windows.get(number)?.webContents
    return contents === undefined || preventable((event) => contents.emit(name, { ...event, url }))
  },
  windowClosed: async (number) => windows.get(number)?.markClosed(),
  drawingEnded: async () => app.quit(),
  clickTray: async () => {
    const [tray] = Tray.present
    const isHidden = [...standIn.windows].some((window) => !window.isVisible())
    const toolTip = tray?.toolTip ?? null
    tray?.emit('click')
    return { isHidden, toolTip }
  },
  clickNotification: async () => {
    const words = Notification.shown.map(({ title, body }) => `${title}: ${body}`)
    Notification.shown.at(-1)?.emit('click')
    return words
  },
}

/** Draws the double's windows, in this process or in another. */
export function driveWindows(drawing: Drawing): WindowDriver {
  const numberOf = (window: BrowserWindow): number => numbers.get(window) ?? 0
  return {
    open: (window) => {
      const number = windows.size + 1
      windows.set(number, window)
      numbers.set(window, number)
      const { width = 1180, height = 760, webPreferences } = window.options
      return drawing.open({
        window: number,
        width,
        height,
        preload: webPreferences?.preload,
        permissions: grantedPermissions(),
      })
    },
    load: (window, url) => drawing.load({ window: numberOf(window), url, title: window.getTitle() }),
    send: (window, channel, args) => {
      void unlessGone(drawing.send({ window: numberOf(window), channel, args }))
    },
    pdf: (window, sizeMm) => drawing.pdf({ window: numberOf(window), sizeMm }),
    close: (window) => unlessGone(drawing.close(numberOf(window))),
    closeAll: () => unlessGone(drawing.closeAll()),
  }
}

/** Electron's and Chromium's names of permissions; those that the app allows are granted, all others refused. */
const PERMISSION_NAMES = [
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['clipboard-read', 'clipboard-read'],
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
] as const

function grantedPermissions(): string[] {
  return PERMISSION_NAMES.flatMap(([name, granted]) =>
    standIn.allows(name, 'app://bundle/') ? [granted] : [],
  )
}
