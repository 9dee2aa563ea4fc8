import { beforeEach, expect, test, vi } from 'vitest'
import { denyPermissions, prepareSecurity } from './security.ts'
import { openWindow } from './window.ts'

type Listener = (...parameters: unknown[]) => unknown

/** Records what is asked of Electron; nothing here does anything. */
const electron = vi.hoisted(() => ({
  calls: [] as unknown[][],
  appListeners: new Map<string, (...parameters: unknown[]) => unknown>(),
  permissionHandlers: new Map<string, (...parameters: unknown[]) => unknown>(),
  windows: [] as { options: unknown; listeners: Map<string, (...parameters: unknown[]) => unknown> }[],
  workAreaSize: { width: 1920, height: 1040 },
}))

vi.mock('electron', () => {
  const keep =
    (name: string) =>
    (handler: Listener): unknown =>
      electron.permissionHandlers.set(name, handler)
  return {
    app: {
      enableSandbox: () => electron.calls.push(['enableSandbox']),
      on: (name: string, listener: Listener) => electron.appListeners.set(name, listener),
    },
    protocol: {
      registerSchemesAsPrivileged: (schemes: unknown) => electron.calls.push(['schemes', schemes]),
    },
    session: {
      defaultSession: {
        setPermissionRequestHandler: keep('request'),
        setPermissionCheckHandler: keep('check'),
        setDevicePermissionHandler: keep('device'),
      },
    },
    screen: { getPrimaryDisplay: () => ({ workAreaSize: electron.workAreaSize }) },
    BrowserWindow: class {
      readonly listeners = new Map<string, Listener>()
      readonly options: unknown
      constructor(options: unknown) {
        this.options = options
        electron.windows.push(this)
      }
      on(name: string, listener: Listener): void {
        this.listeners.set(name, listener)
      }
      once(name: string, listener: Listener): void {
        this.listeners.set(name, listener)
      }
      loadURL(url: string): Promise<void> {
        electron.calls.push(['loadURL', url])
        return Promise.resolve()
      }
    },
  }
})

beforeEach(() => {
  electron.calls.length = 0
  electron.windows.length = 0
})

function isPrevented(listener: Listener | undefined, more: object = {}): boolean {
  let prevented = false
  listener?.({ ...more, preventDefault: () => (prevented = true) })
  return prevented
}

test('the scheme has the rights that pages need, and none past the policy or for other origins', () => {
  prepareSecurity()
  expect(electron.calls).toEqual([
    [
      'schemes',
      [
        {
          scheme: 'app',
          privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
        },
      ],
    ],
    ['enableSandbox'],
  ])
})

test('navigation, pop-ups and web views are refused for every page that ever comes to be', () => {
  prepareSecurity()
  const listeners = new Map<string, Listener>()
  let openHandler: Listener | undefined
  electron.appListeners.get('web-contents-created')?.(
    {},
    {
      on: (name: string, listener: Listener) => listeners.set(name, listener),
      setWindowOpenHandler: (handler: Listener) => (openHandler = handler),
    },
  )
  for (const name of ['will-navigate', 'will-frame-navigate', 'will-attach-webview']) {
    expect(isPrevented(listeners.get(name), { url: 'app://bundle/' }), name).toBe(true)
  }
  expect(isPrevented(listeners.get('will-redirect'), { url: 'https://evil.invalid/' })).toBe(true)
  expect(openHandler?.({ url: 'https://evil.invalid/' })).toEqual({ action: 'deny' })
})

test('every permission is denied, asked or checked, but for writing text to the clipboard from our own page', () => {
  denyPermissions()
  const own = 'app://bundle/'
  const answers = (permission: string, url: string): unknown[] => {
    const given: unknown[] = []
    electron.permissionHandlers.get('request')?.(
      null,
      permission,
      (granted: boolean) => given.push(granted),
      { requestingUrl: url },
    )
    given.push(electron.permissionHandlers.get('check')?.(null, permission, url))
    return given
  }
  for (const permission of ['media', 'geolocation', 'clipboard-read', 'openExternal', 'unknown']) {
    expect(answers(permission, own), permission).toEqual([false, false])
  }
  expect(answers('clipboard-sanitized-write', own)).toEqual([true, true])
  expect(answers('clipboard-sanitized-write', 'https://evil.invalid/')).toEqual([false, false])
  expect(electron.permissionHandlers.get('device')?.({})).toBe(false)
})

test('a window has exactly these web preferences, and the page cannot change its title', () => {
  openWindow({ preload: '/p/preload.cjs', title: 'PRACTICE – Tillside', url: 'app://bundle/' })
  const [window] = electron.windows
  expect(window?.options).toEqual({
    width: 1180,
    height: 760,
    minWidth: 1024,
    minHeight: 560,
    title: 'PRACTICE – Tillside',
    show: false,
    autoHideMenuBar: true,
    webPreferences: {
      preload: '/p/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  })
  expect(isPrevented(window?.listeners.get('page-title-updated'))).toBe(true)
  expect(electron.calls).toEqual([['loadURL', 'app://bundle/']])
})

test('on a small screen the window and its smallest size fit', () => {
  electron.workAreaSize = { width: 1000, height: 520 }
  openWindow({ preload: 'p', title: 't', url: 'app://bundle/' })
  expect(electron.windows[0]?.options).toMatchObject({
    width: 1000,
    height: 520,
    minWidth: 1000,
    minHeight: 520,
  })
})
