import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { asksForDebugging, denyPermissions, prepareSecurity, shutPageNetwork } from './security.ts'
import { openWindow } from './window.ts'

type Listener = (...parameters: unknown[]) => unknown

/** Records the calls to Electron and does nothing else. */
const electron = vi.hoisted(() => ({
  calls: [] as unknown[][],
  appListeners: new Map<string, (...parameters: unknown[]) => unknown>(),
  permissionHandlers: new Map<string, (...parameters: unknown[]) => unknown>(),
  windows: [] as { options: unknown; listeners: Map<string, (...parameters: unknown[]) => unknown> }[],
  workArea: { x: 0, y: 0, width: 1920, height: 1040 },
  maximised: 0,
  isPackaged: false,
  exposed: [] as [name: string, value: unknown][],
  rendererListeners: new Map<string, (...parameters: unknown[]) => unknown>(),
  invoke: (..._args: unknown[]): Promise<unknown> => Promise.resolve('answered'),
}))

vi.mock('electron', () => {
  const keep =
    (name: string) =>
    (handler: Listener): unknown =>
      electron.permissionHandlers.set(name, handler)
  return {
    contextBridge: {
      exposeInMainWorld: (name: string, value: unknown) => electron.exposed.push([name, value]),
    },
    ipcRenderer: {
      invoke: (...args: unknown[]) => electron.invoke(...args),
      on: (name: string, listener: Listener) => electron.rendererListeners.set(name, listener),
      removeListener: (name: string, listener: Listener) => {
        if (electron.rendererListeners.get(name) === listener) electron.rendererListeners.delete(name)
      },
    },
    app: {
      get isPackaged() {
        return electron.isPackaged
      },
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
    screen: {
      getPrimaryDisplay: () => ({ id: 1, workArea: electron.workArea }),
      getAllDisplays: () => [{ id: 1, workArea: electron.workArea }],
    },
    BrowserWindow: class {
      readonly listeners = new Map<string, Listener>()
      readonly options: unknown
      readonly webContents = { once: () => undefined }
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
      isDestroyed(): boolean {
        return false
      }
      maximize(): void {
        electron.maximised += 1
      }
      show(): void {
        electron.calls.push(['show'])
      }
      loadURL(url: string): Promise<void> {
        electron.calls.push(['loadURL', url])
        return Promise.resolve()
      }
    },
  }
})

const quiet = { timers: { after: () => () => undefined }, onFailed: () => undefined }

beforeEach(() => {
  electron.calls.length = 0
  electron.windows.length = 0
})

function isPrevented(listener: Listener | undefined, more: object = {}): boolean {
  let prevented = false
  listener?.({ ...more, preventDefault: () => (prevented = true) })
  return prevented
}

test('security 4 and 18: the scheme has only the privileges that pages need, and every page is in the sandbox', () => {
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

/** Addresses that a page could navigate to, its own included, since the app is one page. */
const addresses = [
  'app://bundle/',
  'app://bundle/problem.html',
  'app://bundle.evil/',
  'app://bundle@evil.invalid/',
  'app://evil.invalid/bundle',
  'https://evil.invalid/',
  'http://127.0.0.1/',
  'file:///etc/passwd',
  'data:text/html,<script>1</script>',
  'javascript:1',
  'blob:app://bundle/1',
  'tillside://transaction/ONE-1',
  'mailto:a@evil.invalid',
  'about:blank',
  '',
  'not an address',
]

/** A new page, with its listeners and its handler for windows. */
function newContents(): { readonly listeners: Map<string, Listener>; readonly open: Listener } {
  const listeners = new Map<string, Listener>()
  let open: Listener = () => 'allowed'
  electron.appListeners.get('web-contents-created')?.(
    {},
    {
      on: (name: string, listener: Listener) => listeners.set(name, listener),
      setWindowOpenHandler: (handler: Listener) => (open = handler),
    },
  )
  return { listeners, open: (details) => open(details) }
}

test('security 13: no page navigates: not by itself, not in a frame, not by a redirect', () => {
  prepareSecurity()
  const { listeners } = newContents()
  for (const url of addresses) {
    for (const name of ['will-navigate', 'will-frame-navigate']) {
      expect(isPrevented(listeners.get(name), { url }), `${name} ${url}`).toBe(true)
    }
    const isOwn = url.startsWith('app://bundle/')
    expect(isPrevented(listeners.get('will-redirect'), { url }), `redirect ${url}`).toBe(!isOwn)
  }
})

test('security 14: no page opens a window, for any address', () => {
  prepareSecurity()
  for (const url of addresses) expect(newContents().open({ url }), url).toEqual({ action: 'deny' })
})

test('security 12: a web view is refused before it is attached, with any preferences', () => {
  prepareSecurity()
  expect(isPrevented(newContents().listeners.get('will-attach-webview'), { url: 'app://bundle/' })).toBe(true)
})

/** Every permission of the installed Electron, from its own types. */
function permissions(): readonly string[] {
  const types = readFileSync(
    path.join(import.meta.dirname, '../../node_modules/electron/electron.d.ts'),
    'utf8',
  )
  const [, list = ''] = /setPermissionCheckHandler\(.*?permission: ((?:'[^']+'(?: \| )?)+)/u.exec(types) ?? []
  return [...list.matchAll(/'([^']+)'/gu)].map(([, name = '']) => name)
}

test('security 5 and 25: every permission request and check is denied, except for writing text to the clipboard', () => {
  denyPermissions()
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
  const all = permissions()
  expect(all.length).toBeGreaterThan(30)
  expect(all).toContain('clipboard-sanitized-write')
  for (const permission of [...all, 'one that comes with a later Electron']) {
    for (const url of addresses) {
      const isAllowed = permission === 'clipboard-sanitized-write' && url.startsWith('app://bundle/')
      expect(answers(permission, url), `${permission} ${url}`).toEqual([isAllowed, isAllowed])
    }
  }
  for (const deviceType of ['hid', 'serial', 'usb']) {
    expect(electron.permissionHandlers.get('device')?.({ deviceType, origin: 'app://bundle' })).toBe(false)
  }
})

test('security 32: besides the policy, the page’s requests, peer connections and downloads are blocked', () => {
  const cancelled: unknown[] = []
  const policies: string[] = []
  let asked: { urls: string[] } | undefined
  let onRequest: ((details: unknown, answer: (response: { cancel: boolean }) => void) => void) | undefined
  let onDownload: Listener | undefined
  let onCreated: Listener | undefined
  shutPageNetwork(
    { on: (_name, listener) => (onCreated = listener as Listener) },
    {
      on: (_name, listener) => (onDownload = listener as Listener),
      webRequest: {
        onBeforeRequest: (filter, listener) => {
          asked = filter
          onRequest = listener
        },
      },
    },
  )
  expect(asked?.urls).toEqual(['http://*/*', 'https://*/*', 'ws://*/*', 'wss://*/*', 'file:///*'])
  onRequest?.({ url: 'https://evil.invalid/' }, (response) => cancelled.push(response))
  expect(cancelled).toEqual([{ cancel: true }])
  expect(isPrevented(onDownload)).toBe(true)
  onCreated?.({}, { setWebRTCIPHandlingPolicy: (policy: string) => policies.push(policy) })
  expect(policies).toEqual(['disable_non_proxied_udp'])
})

test.each([
  ['--remote-debugging-port=9222', true],
  ['--remote-debugging-port', true],
  ['--remote-debugging-pipe', true],
  ['--Remote-Debugging-Address=0.0.0.0', true],
  ['-remote-debugging-port=9222', true],
  ['/remote-debugging-port=9222', true],
  ['--inspect', true],
  ['--inspect=0', true],
  ['--inspect-brk=9229', true],
  ['--inspector', false],
  ['--profile=/shop/inspect.json', false],
  ['/home/ada/--inspect', false],
  ['tillside://transaction/--inspect', false],
])('security 31: a start with %s opens a debugger: %s', (argument, isOne) => {
  expect(asksForDebugging(['/usr/bin/tillside', 'x', argument])).toBe(isOne)
  expect(asksForDebugging([argument])).toBe(false)
})

test('security 20: the bridge is two frozen functions on two channels, without other events or channels', async () => {
  await import('../preload.ts')
  const [[name, value] = []] = electron.exposed
  expect(electron.exposed).toHaveLength(1)
  expect(name).toBe('tillside')
  const bridge = value as {
    call(name: string, request: unknown): Promise<unknown>
    listen(name: string, listener: (...parameters: unknown[]) => void): () => void
  }
  expect([Object.keys(bridge), Object.isFrozen(bridge)]).toEqual([['call', 'listen'], true])
  const invoked: unknown[][] = []
  electron.invoke = (...args) => {
    invoked.push(args)
    return Promise.resolve('answered')
  }
  // Main answers for a name that is not its own.
  for (const call of ['session.get', 'electron-store-get-data', '__proto__', 'ELECTRON_BROWSER']) {
    expect(await bridge.call(call, { x: 1 })).toBe('answered')
    expect(invoked.splice(0)).toEqual([['call', call, { x: 1 }]])
  }
  electron.invoke = () => Promise.reject(new Error("No handler registered for 'TOP-SECRET'"))
  const refused = await bridge.call('session.get', {})
  expect(refused).toMatchObject({ ok: false, error: { code: 'internal' } })
  expect(JSON.stringify(refused)).not.toContain('TOP-SECRET')
  const heard: unknown[][] = []
  const stop = bridge.listen('session.changed', (...parameters) => heard.push(parameters))
  const [[channel, tell] = []] = [...electron.rendererListeners]
  expect([channel, electron.rendererListeners.size]).toEqual(['event', 1])
  for (const event of ['session.changed', 'sales.changed']) {
    tell?.({ sender: 'a way to ipcRenderer', ports: [] }, event, event, 'more')
  }
  expect(heard).toEqual([['session.changed']])
  stop()
  expect(electron.rendererListeners.size).toBe(0)
})

test('security 2, 3, 4, 6, 8, 9, 10 and 11: a window has exactly these web preferences, and its own title', () => {
  openWindow({
    preload: '/p/preload.cjs',
    title: 'PRACTICE – Tillside',
    url: 'app://bundle/',
    kept: null,
    ...quiet,
  })
  const [window] = electron.windows
  expect(window?.options).toEqual({
    x: 370,
    y: 140,
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
      devTools: true,
    },
  })
  expect(isPrevented(window?.listeners.get('page-title-updated'))).toBe(true)
  expect(electron.calls).toEqual([['loadURL', 'app://bundle/']])
})

test('security 23: an installed program has no developer tools', () => {
  electron.isPackaged = true
  openWindow({ preload: 'p', title: 't', url: 'app://bundle/', kept: null, ...quiet })
  electron.isPackaged = false
  expect(electron.windows[0]?.options).toMatchObject({ webPreferences: { devTools: false } })
})

test('on a small screen the window and its smallest size fit', () => {
  electron.workArea = { x: 0, y: 0, width: 1000, height: 520 }
  openWindow({ preload: 'p', title: 't', url: 'app://bundle/', kept: null, ...quiet })
  expect(electron.windows[0]?.options).toMatchObject({
    width: 1000,
    height: 520,
    minWidth: 1000,
    minHeight: 520,
  })
})

test('ux 35: a window that was maximised is maximised again when the page is ready', () => {
  const kept = { x: 0, y: 0, width: 900, height: 500, isMaximised: true }
  openWindow({ preload: 'p', title: 't', url: 'app://bundle/', kept, ...quiet })
  expect(electron.maximised).toBe(0)
  electron.windows[0]?.listeners.get('ready-to-show')?.()
  expect(electron.maximised).toBe(1)
  expect(electron.calls.at(-1)).toEqual(['show'])
})
