/** Messages from the spec's process to the stand-in, without an answer. Real Electron needs none of them. */
export type ToStandIn =
  | { readonly kind: 'setOnline'; readonly isOnline: boolean }
  | { readonly kind: 'resume' }
  /** Sets the computer's clock, in main and in the page. */
  | { readonly kind: 'setClock'; readonly offByMs: number }
  | { readonly kind: 'lockScreen' }
  /** What a person picks in the next open dialogs; null: they close it. */
  | { readonly kind: 'pickFile'; readonly file: string | null }
  | { readonly kind: 'closeWindow' }
  | { readonly kind: 'chooseMenu'; readonly command: string }
  /** The process of the page is gone. */
  | { readonly kind: 'losePage' }
  | { readonly kind: 'quit' }

export interface FrameLike {
  readonly url: string
  readonly parent: { readonly url: string } | null
}

/** A navigation that a page starts itself. */
export interface Navigation {
  /** The number of the page's window; null for a page that no window opened. */
  readonly window: number | null
  readonly url: string
  readonly isMainFrame: boolean
}

export interface ServedFile {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Calls to main from its pages, through what draws them, and from a spec. */
export interface MainCalls {
  /** Calls the IPC. A spec may do so as a frame that Chromium would never give a bridge to. */
  invoke(call: {
    readonly channel: string
    readonly frame: FrameLike | null
    readonly args: readonly unknown[]
  }): Promise<unknown>
  /** Calls the app's own protocol handler, without a browser that normalises the path. Undefined: there is none. */
  fetchApp(request: { readonly url: string; readonly method: string }): Promise<ServedFile | undefined>
  refuses(navigation: Navigation): Promise<boolean>
  windowClosed(window: number): Promise<void>
  drawingEnded(): Promise<void>
  /** Returns whether the window is hidden and the tray icon's tooltip; then clicks the icon. */
  clickTray(): Promise<{ readonly isHidden: boolean; readonly toolTip: string | null }>
  /** Clicks the last system notification. Returns the words of all. */
  clickNotification(): Promise<readonly string[]>
}

/** Draws the stand-in's windows, each identified by its number. */
export interface Drawing {
  open(window: WindowToOpen): Promise<void>
  load(page: { readonly window: number; readonly url: string; readonly title: string }): Promise<void>
  send(event: {
    readonly window: number
    readonly channel: string
    readonly args: readonly unknown[]
  }): Promise<void>
  pdf(paper: {
    readonly window: number
    readonly sizeMm: { readonly width: number; readonly height: number } | null
  }): Promise<Uint8Array>
  close(window: number): Promise<void>
  closeAll(): Promise<void>
}

export interface WindowToOpen {
  readonly window: number
  readonly width: number
  readonly height: number
  readonly preload: string | undefined
  /** Chromium's names of the permissions that the app allows; all others are refused. */
  readonly permissions: readonly string[]
}

/** The calls that the spec's process answers for the stand-in. */
export interface OwnerCalls extends Drawing {
  secondInstance(): Promise<void>
}

/**
 * How `safeStorage` behaves in a spec: `none` is a desktop without a keyring; with `silent` the keyring asks for its
 * password and gets no answer, with `dismissed` that question was closed.
 */
export type Encryption = 'protected' | 'none' | 'silent' | 'dismissed'

/** Who draws the windows: the starting process, in a shared browser; or the stand-in's own, headed or headless. */
export type DrawnBy = 'owner' | 'ownHeaded' | 'ownHeadless'

/** The stand-in's settings, in its environment; real Electron never sees them. */
export interface StandInSettings {
  /** Absolute, for files that last as long as this run; the process that starts the stand-in removes it. */
  readonly runDir: string
  readonly encryption: Encryption
  readonly isOnline: boolean
  /** Offset of the computer's clock from the true time. Default: 0. */
  readonly clockOffByMs?: number
  readonly drawnBy: DrawnBy
}

export const SETTINGS_VARIABLE = 'TILLSIDE_STAND_IN'

/** The settings of real Electron before its main runs, in its environment (`beforeMain.ts`). */
export type WorldOfSpec = Pick<StandInSettings, 'encryption' | 'isOnline'> & { readonly clockOffByMs: number }

export const WORLD_VARIABLE = 'TILLSIDE_WORLD_OF_SPEC'

/** The origin of the stand-in's pages in Chromium; requests go to the real handler of `app://bundle`. */
export const STAND_IN_ORIGIN = 'https://bundle.invalid'
const APP_ORIGIN = 'app://bundle'

export function toAppUrl(url: string): string {
  return url.startsWith(`${STAND_IN_ORIGIN}/`) ? APP_ORIGIN + url.slice(STAND_IN_ORIGIN.length) : url
}

export function toStandInUrl(url: string): string {
  return url.startsWith(`${APP_ORIGIN}/`) ? STAND_IN_ORIGIN + url.slice(APP_ORIGIN.length) : url
}
