import { EventEmitter } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import type { FrameLike, StandInSettings } from './hostMessages.ts'
import { doorbellIn, listenForSecond, takeLock, tellFirst } from './instanceLock.ts'
import { createSafeStorage } from './safeStorageDouble.ts'

/*
 * Replaces the module `electron`: the part of it that Tillside uses, with the order and the errors that matter.
 * `tsconfig.double.json` type-checks main against this file, so that a missing call is noticed;
 * docs/electron-double.md says what each member does in Electron, and here.
 */

/** Draws the windows; the stand-in sets it before `ready`. */
export interface WindowDriver {
  open(window: BrowserWindow): Promise<void>
  load(window: BrowserWindow, url: string): Promise<void>
  send(window: BrowserWindow, channel: string, args: readonly unknown[]): void
  /** What the window prints, as a PDF. @param sizeMm null: as its own style says */
  pdf(window: BrowserWindow, sizeMm: { width: number; height: number } | null): Promise<Uint8Array>
  close(window: BrowserWindow): Promise<void>
  closeAll(): Promise<void>
}

type InvokeListener = (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown
export interface IpcMainInvokeEvent {
  readonly senderFrame: FrameLike | null
}
type ProtocolHandler = (request: Request) => Response | Promise<Response>

interface State {
  settings: StandInSettings | undefined
  driver: WindowDriver | undefined
  isOnline: boolean
  isQuitting: boolean
  /** What a person picks in an open dialog; null: they close it. */
  pickedFile: string | null
  /** Papers printed in this run. */
  printCount: number
  onSecondInstance: () => void
  allows: (permission: string, origin: string) => boolean
  readonly ready: PromiseWithResolvers<void>
  readonly paths: Map<string, string>
  readonly invokeListeners: Map<string, InvokeListener>
  readonly protocolHandlers: Map<string, ProtocolHandler>
  readonly windows: Set<BrowserWindow>
  farewell: Promise<void>
}

/** For the stand-in's own files; Electron has nothing of this name. */
export const standIn: State = {
  settings: undefined,
  driver: undefined,
  isOnline: true,
  isQuitting: false,
  pickedFile: null,
  printCount: 0,
  onSecondInstance: () => undefined,
  // Electron's default.
  allows: () => true,
  ready: Promise.withResolvers<void>(),
  paths: new Map([['userData', path.join(homedir(), '.config', 'tillside-stand-in')]]),
  invokeListeners: new Map(),
  protocolHandlers: new Map(),
  windows: new Set(),
  farewell: Promise.resolve(),
}

const projectDir = path.resolve(import.meta.dirname, '../..')

function driver(): WindowDriver {
  if (standIn.driver === undefined) throw new Error('the stand-in has no browser yet')
  return standIn.driver
}

export interface Event {
  preventDefault(): void
}

/** Much of Electron exists only from `ready` on, with its own error texts. */
function demandReady(words: string): void {
  if (!app.isReady()) throw new Error(words)
}

/** Emits an event of Electron's kind. @returns whether a listener prevented it */
export function preventable(emit: (event: Event) => void): boolean {
  let isPrevented = false
  emit({
    preventDefault: () => {
      isPrevented = true
    },
  })
  return isPrevented
}

interface AppEvents {
  'before-quit': [Event]
  'second-instance': [object, string[]]
  'open-url': [Event, string]
  'web-contents-created': [object, WebContents]
  'window-all-closed': []
  activate: []
}

class App extends EventEmitter<AppEvents> {
  readonly isPackaged = false
  #isReady = false

  constructor() {
    super()
    void standIn.ready.promise.then(() => {
      this.#isReady = true
    })
  }

  whenReady(): Promise<void> {
    return standIn.ready.promise
  }
  isReady(): boolean {
    return this.#isReady
  }
  enableSandbox(): void {
    if (this.#isReady) throw new Error('app.enableSandbox() can only be called before app is ready')
  }
  getVersion(): string {
    const manifest = JSON.parse(readFileSync(path.join(projectDir, 'package.json'), 'utf8')) as {
      version: string
    }
    return manifest.version
  }
  getAppPath(): string {
    return projectDir
  }
  getPath(name: 'userData' | 'exe' | 'appData' | 'documents'): string {
    return standIn.paths.get(name) ?? path.join(this.getPath('userData'), name)
  }
  setPath(name: 'userData', place: string): void {
    if (!path.isAbsolute(place)) throw new Error('Path must be absolute')
    standIn.paths.set(name, place)
  }
  setAppUserModelId(_id: string): void {}
  setToastActivatorCLSID(_id: string): void {}
  setName(_name: string): void {}
  setDesktopName(_name: string): void {}
  setLoginItemSettings(_settings: { readonly openAtLogin: boolean }): void {}
  setAsDefaultProtocolClient(_scheme: string): boolean {
    return true
  }
  requestSingleInstanceLock(): boolean {
    const dir = this.getPath('userData')
    const doorbell = doorbellIn(standIn.settings?.runDir ?? dir)
    if (!takeLock(dir, doorbell)) {
      standIn.farewell = tellFirst(dir, process.argv)
      return false
    }
    // An earlier one is reported once this one is ready.
    listenForSecond(doorbell, (argv) => {
      standIn.onSecondInstance()
      void standIn.ready.promise.then(() => this.emit('second-instance', {}, [...argv]))
    })
    return true
  }
  quit(): void {
    if (standIn.isQuitting || preventable((event) => this.emit('before-quit', event))) return
    // Then each window is asked, and one that stays keeps the app.
    if ([...standIn.windows].some((window) => window.isCloseRefused())) return
    standIn.isQuitting = true
    void this.#leave(0)
  }
  /** Does not restart here; what a quit does can still be seen. */
  relaunch(): void {}
  exit(code = 0): void {
    standIn.isQuitting = true
    void this.#leave(code)
  }
  async #leave(code: number): Promise<void> {
    await standIn.farewell
    await standIn.driver?.closeAll()
    process.exit(code)
  }
}

export const app = new App()

interface WebContentsEvents {
  'will-navigate': [NavigationEvent]
  'will-frame-navigate': [NavigationEvent]
  'will-redirect': [NavigationEvent]
  'will-attach-webview': [Event]
  'did-finish-load': []
  'did-fail-load': []
  'render-process-gone': [Event, { readonly reason: string; readonly exitCode: number }]
}
export interface NavigationEvent extends Event {
  readonly url: string
}

export class WebContents extends EventEmitter<WebContentsEvents> {
  readonly #window: BrowserWindow
  windowOpenHandler: (details: { url: string }) => { action: 'deny' | 'allow' } = () => ({ action: 'allow' })

  constructor(window: BrowserWindow) {
    super()
    this.#window = window
  }
  send(channel: string, ...args: unknown[]): void {
    this.#window.demandAlive()
    driver().send(this.#window, channel, structuredClone(args))
  }
  async printToPDF(_options: object): Promise<Buffer> {
    this.#window.demandAlive()
    return Buffer.from(await driver().pdf(this.#window, null))
  }
  /** A printer that writes files: each print is a PDF where files are saved. */
  print(
    options: { silent: boolean; pageSize: { width: number; height: number }; margins: object },
    callback: (isPrinted: boolean, reason: string) => void,
  ): void {
    this.#window.demandAlive()
    void this.#printed(options.pageSize, callback)
  }
  async #printed(
    { width, height }: { width: number; height: number },
    callback: (isPrinted: boolean, reason: string) => void,
  ): Promise<void> {
    const pdf = await driver().pdf(this.#window, { width: width / 1_000, height: height / 1_000 })
    standIn.printCount += 1
    writeFileSync(path.join(savedFolder(), `printed-${standIn.printCount}.pdf`), pdf)
    callback(true, '')
  }
  setWebRTCIPHandlingPolicy(_policy: string): void {
    this.#window.demandAlive()
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: 'deny' | 'allow' }): void {
    this.#window.demandAlive()
    this.windowOpenHandler = handler
  }
}

export interface WebPreferences {
  preload?: string
  sandbox?: boolean
  contextIsolation?: boolean
  nodeIntegration?: boolean
  webSecurity?: boolean
  webviewTag?: boolean
  spellcheck?: boolean
  devTools?: boolean
}
export interface BrowserWindowConstructorOptions {
  x?: number
  y?: number
  width?: number
  height?: number
  minWidth?: number
  minHeight?: number
  title?: string
  show?: boolean
  autoHideMenuBar?: boolean
  webPreferences?: WebPreferences
}

interface WindowEvents {
  close: [Event]
  resize: []
  move: []
  maximize: []
  unmaximize: []
  closed: []
  'query-session-end': [Event]
  'session-end': []
  'page-title-updated': [Event]
  unresponsive: []
  responsive: []
  'ready-to-show': []
}

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}

export class BrowserWindow extends EventEmitter<WindowEvents> {
  readonly options: BrowserWindowConstructorOptions
  readonly #webContents: WebContents
  readonly #opened: Promise<void>
  #isDestroyed = false
  #isVisible: boolean
  #isMaximized = false

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super()
    demandReady('Cannot create BrowserWindow before app is ready')
    this.options = options
    this.#isVisible = options.show !== false
    this.#webContents = new WebContents(this)
    standIn.windows.add(this)
    app.emit('web-contents-created', {}, this.webContents)
    this.#opened = driver().open(this)
  }
  static getAllWindows(): BrowserWindow[] {
    return [...standIn.windows]
  }
  /** Using a destroyed window crashes main, unless `isDestroyed` is checked first. */
  demandAlive(): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed')
  }
  get webContents(): WebContents {
    this.demandAlive()
    return this.#webContents
  }
  loadURL(url: string): Promise<void> {
    const loading = this.#load(url)
    // Electron handles the rejection itself, so it is harmless without another handler.
    loading.catch(() => undefined)
    return loading
  }
  async #load(url: string): Promise<void> {
    this.demandAlive()
    await this.#opened
    try {
      await driver().load(this, url)
    } catch (error) {
      // A window closed during loading is destroyed before its load ends, and no failure is reported.
      if (standIn.isQuitting || /closed|gone/iu.test(String(error))) return
      this.#webContents.emit('did-fail-load')
      throw error
    }
    // No `ready-to-show`: on Wayland it often does not come to a hidden window (electron/electron#48859, open with 38).
    this.#webContents.emit('did-finish-load')
  }
  getTitle(): string {
    this.demandAlive()
    return this.options.title ?? ''
  }
  isDestroyed(): boolean {
    return this.#isDestroyed
  }
  isMinimized(): boolean {
    this.demandAlive()
    return false
  }
  isMaximized(): boolean {
    this.demandAlive()
    return this.#isMaximized
  }
  /** Shows it, too. */
  maximize(): void {
    this.demandAlive()
    this.#isMaximized = true
    this.#isVisible = true
    this.emit('maximize')
  }
  /** Never: the browser has no window that could be in front. */
  isFocused(): boolean {
    this.demandAlive()
    return false
  }
  getNormalBounds(): Rectangle {
    this.demandAlive()
    const { x = 0, y = 0, width = 800, height = 600 } = this.options
    return { x, y, width, height }
  }
  isVisible(): boolean {
    this.demandAlive()
    return this.#isVisible
  }
  hide(): void {
    this.demandAlive()
    this.#isVisible = false
  }
  show(): void {
    this.demandAlive()
    this.#isVisible = true
  }
  focus(): void {
    this.demandAlive()
  }
  restore(): void {
    this.demandAlive()
  }
  /** @returns whether a listener keeps the window open */
  isCloseRefused(): boolean {
    return preventable((event) => this.emit('close', event))
  }
  close(): void {
    this.demandAlive()
    if (!this.isCloseRefused()) this.destroy()
  }
  /** Without asking. */
  destroy(): void {
    void driver().close(this)
  }
  /** The driver calls this when the page is gone. */
  markClosed(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    standIn.windows.delete(this)
    this.emit('closed')
    if (standIn.windows.size > 0 || standIn.isQuitting) return
    if (!app.emit('window-all-closed')) app.quit()
  }
}

class IpcMain extends EventEmitter {
  handle(channel: string, listener: (event: IpcMainInvokeEvent, ...args: unknown[]) => unknown): void {
    if (standIn.invokeListeners.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    }
    standIn.invokeListeners.set(channel, listener)
  }
}
export const ipcMain = new IpcMain()

/** The target of `ipcRenderer.invoke`. Request and answer are cloned, as between real processes. */
export async function invoke(
  channel: string,
  frame: FrameLike | null,
  args: readonly unknown[],
): Promise<unknown> {
  const listener = standIn.invokeListeners.get(channel)
  if (listener === undefined) throw new Error(`No handler registered for '${channel}'`)
  return structuredClone(await listener({ senderFrame: frame }, ...structuredClone(args)))
}

export const protocol = {
  registerSchemesAsPrivileged(
    _schemes: readonly { readonly scheme: string; readonly privileges?: Readonly<Record<string, boolean>> }[],
  ): void {
    if (app.isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
  },
  handle(scheme: string, handler: ProtocolHandler): void {
    demandReady('protocol.handle can only be used after app is ready')
    if (standIn.protocolHandlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    standIn.protocolHandlers.set(scheme, handler)
  },
}

const NO_SESSION_YET = 'Session can only be received when app is ready'
export const session = {
  /** A session without requests. */
  fromPartition: (_partition: string, _options?: { readonly cache: boolean }) => {
    demandReady(NO_SESSION_YET)
    return { webRequest: { onBeforeRequest(_listener: (details: { url: string }) => void): void {} } }
  },
  get defaultSession() {
    demandReady(NO_SESSION_YET)
    return defaultSession
  },
}

const defaultSession = {
  setPermissionRequestHandler(
    _handler: (
      contents: WebContents,
      permission: string,
      answer: (granted: boolean) => void,
      details: { readonly requestingUrl: string },
    ) => void,
  ): void {},
  setPermissionCheckHandler(
    handler: (contents: WebContents | null, permission: string, requestingOrigin: string) => boolean,
  ): void {
    standIn.allows = (permission, origin) => handler(null, permission, origin)
  },
  setDevicePermissionHandler(_handler: (details: object) => boolean): void {},
  /** The stand-in's browser reaches only our scheme anyway. */
  webRequest: {
    onBeforeRequest(
      _filter: { readonly urls: readonly string[] },
      _listener: (details: object, answer: (response: { cancel?: boolean }) => void) => void,
    ): void {},
  },
  on(_event: 'will-download', _listener: (event: Event) => void): void {},
  resolveProxy: async (_url: string): Promise<string> => 'DIRECT',
}

export const safeStorage = createSafeStorage(
  () => standIn.settings?.encryption ?? 'none',
  () => app.getPath('userData'),
)
export const net = { isOnline: (): boolean => standIn.isOnline }
class PowerMonitor extends EventEmitter {
  /** Electron has `lock-screen` only on macOS and Windows; a spec that locks the screen emits it anyway. */
  getSystemIdleState(_idleThreshold: number): 'active' | 'idle' | 'locked' | 'unknown' {
    return 'active'
  }
}
export const powerMonitor = new PowerMonitor()
class AutoUpdater extends EventEmitter {
  checkForUpdates(): void {
    this.emit('error', new Error('nothing is installed here'))
  }
}
export const autoUpdater = new AutoUpdater()
const display = { id: 1, workArea: { x: 0, y: 0, width: 1366, height: 728 } }
const NO_SCREEN_YET = "The 'screen' module can't be used before the app 'ready' event"
export const screen = {
  getPrimaryDisplay: () => {
    demandReady(NO_SCREEN_YET)
    return display
  },
  getAllDisplays: () => {
    demandReady(NO_SCREEN_YET)
    return [display]
  },
}
export interface MenuItemConstructorOptions {
  id?: string
  role?: string
  type?: 'separator'
  label?: string
  accelerator?: string
  registerAccelerator?: boolean
  click?: () => void
  submenu?: MenuItemConstructorOptions[]
}
/** A menu is not drawn here; its entries can be chosen. */
export class Menu {
  static #application: Menu | null = null
  readonly #template: readonly MenuItemConstructorOptions[]

  constructor(template: readonly MenuItemConstructorOptions[] = []) {
    this.#template = template
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu
  }
  static getApplicationMenu(): Menu | null {
    return Menu.#application
  }
  static buildFromTemplate(template: readonly MenuItemConstructorOptions[]): Menu {
    const isNothing = template.some(({ label, role, type }) => (label ?? role ?? type) === undefined)
    if (isNothing) {
      throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type')
    }
    for (const { submenu = [] } of template) Menu.buildFromTemplate(submenu)
    return new Menu(template)
  }
  getMenuItemById(id: string): { click(): void } | null {
    const item = this.#template.flatMap(({ submenu = [] }) => submenu).find((each) => each.id === id)
    return item === undefined ? null : { click: () => item.click?.() }
  }
}

interface NotificationEvents {
  click: []
  close: []
  failed: []
}
/** Not shown; the stand-in can click the last one. */
export class Notification extends EventEmitter<NotificationEvents> {
  static readonly shown: Notification[] = []
  readonly title: string
  readonly body: string

  constructor({ title = '', body = '' }: { readonly title?: string; readonly body?: string }) {
    super()
    demandReady('Cannot create Notification before app is ready')
    this.title = title
    this.body = body
  }
  static isSupported(): boolean {
    return true
  }
  show(): void {
    Notification.shown.push(this)
  }
}
/** The tray icon: not drawn, but the stand-in can click it. */
export class Tray extends EventEmitter<{ click: [] }> {
  static readonly present = new Set<Tray>()
  toolTip = ''

  constructor(_image: object) {
    super()
    demandReady('Cannot create Tray before app is ready')
    Tray.present.add(this)
  }
  setToolTip(toolTip: string): void {
    this.toolTip = toolTip
  }
  setContextMenu(_menu: Menu): void {}
  destroy(): void {
    Tray.present.delete(this)
  }
}
export const nativeImage = {
  createFromDataURL: (url: string): object => ({ url }),
  createEmpty: () => ({
    addRepresentation: (_options: {
      scaleFactor?: number
      width?: number
      height?: number
      dataURL?: string
    }): void => {},
    setTemplateImage: (_isTemplate: boolean): void => {},
  }),
}

function savedFolder(): string {
  const folder = path.join(app.getPath('userData'), 'saved')
  mkdirSync(folder, { recursive: true })
  return folder
}

export const dialog = {
  showErrorBox: (title: string, content: string): void => void process.stderr.write(`${title} ${content}\n`),
  /** Without a person: every file is saved below the data folder, under its suggested name. */
  async showSaveDialog(options: {
    readonly defaultPath?: string
    readonly filters?: { name: string; extensions: string[] }[]
  }): Promise<{ canceled: boolean; filePath: string }> {
    demandReady('dialog module can only be used after app is ready')
    return {
      canceled: false,
      filePath: path.join(savedFolder(), path.basename(options.defaultPath ?? 'file')),
    }
  },
  /** A spec says what a person picks. */
  async showOpenDialog(_options: {
    readonly properties?: 'openFile'[]
    readonly filters?: { name: string; extensions: string[] }[]
  }): Promise<{ canceled: boolean; filePaths: string[] }> {
    demandReady('dialog module can only be used after app is ready')
    const { pickedFile } = standIn
    return { canceled: pickedFile === null, filePaths: pickedFile === null ? [] : [pickedFile] }
  },
}
export const shell = {
  openPath: async (_place: string): Promise<string> => '',
  showItemInFolder: (_file: string): void => {},
}

/** These two exist in the preload; the stand-in evaluates it in the page, with its own doubles. */
const onlyInPreload = (): never => {
  throw new Error('only the preload has this')
}
export const contextBridge: { exposeInMainWorld(key: string, api: unknown): void } = {
  exposeInMainWorld: onlyInPreload,
}
export const ipcRenderer: {
  invoke(channel: string, ...args: unknown[]): Promise<unknown>
  on(channel: string, listener: (event: unknown, ...args: unknown[]) => void): void
  removeListener(channel: string, listener: (event: unknown, ...args: unknown[]) => void): void
} = { invoke: onlyInPreload, on: onlyInPreload, removeListener: onlyInPreload }

// electron-store uses the default import.
export default {
  app,
  autoUpdater,
  BrowserWindow,
  Menu,
  Notification,
  Tray,
  nativeImage,
  contextBridge,
  dialog,
  ipcMain,
  ipcRenderer,
  net,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
}
