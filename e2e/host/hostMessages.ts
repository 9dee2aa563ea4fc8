/** What the spec's process tells the stand-in, without an answer. Real Electron needs none of it. */
export type ToStandIn =
  | { readonly kind: 'setOnline'; readonly isOnline: boolean }
  | { readonly kind: 'resume' }
  /** Sets the computer's clock, in main and in the page. */
  | { readonly kind: 'setClock'; readonly offByMs: number }
  /** Somebody locks the screen of the computer. */
  | { readonly kind: 'lockScreen' }
  /** Somebody presses the cross of the window. */
  | { readonly kind: 'closeWindow' }
  /** Somebody chooses an entry of the native menu. */
  | { readonly kind: 'chooseMenu'; readonly command: string }
  | { readonly kind: 'quit' }

export interface FrameLike {
  readonly url: string
  readonly parent: { readonly url: string } | null
}

/** A way that a page wants to go by itself. */
export interface Navigation {
  /** The number of the page's window; null is a page that no window opened. */
  readonly window: number | null
  readonly url: string
  readonly isMainFrame: boolean
}

export interface ServedFile {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** What main is asked by its pages, through what draws them, and by a spec. */
export interface MainCalls {
  /** Calls the IPC door. A spec may do so as a frame that Chromium would never give a bridge to. */
  invoke(call: {
    readonly channel: string
    readonly frame: FrameLike | null
    readonly request: unknown
  }): Promise<unknown>
  /** Asks the app's own protocol handler, without a browser in between that tidies the path. Undefined: there is none. */
  fetchApp(request: { readonly url: string; readonly method: string }): Promise<ServedFile | undefined>
  refuses(navigation: Navigation): Promise<boolean>
  /** The page of a window is gone. */
  windowClosed(window: number): Promise<void>
  /** What draws the windows is gone. */
  drawingEnded(): Promise<void>
  /** Answers with whether the window is hidden and what the sign beside the clock says; then clicks that sign. */
  clickTray(): Promise<{ readonly isHidden: boolean; readonly toolTip: string | null }>
  /** Clicks the last notification of the system. Answers with the words of all. */
  clickNotification(): Promise<readonly string[]>
}

/** Draws the stand-in's windows, each known by its number. */
export interface Drawing {
  open(window: WindowToOpen): Promise<void>
  load(page: { readonly window: number; readonly url: string; readonly title: string }): Promise<void>
  send(event: { readonly window: number; readonly channel: string; readonly payload: unknown }): Promise<void>
  close(window: number): Promise<void>
  closeAll(): Promise<void>
}

export interface WindowToOpen {
  readonly window: number
  readonly width: number
  readonly height: number
  /** The file of the preload. */
  readonly preload: string | undefined
  /** Chromium's names of what the app allows its page; all else is refused. */
  readonly permissions: readonly string[]
}

/** What the spec's process answers the stand-in. */
export interface OwnerCalls extends Drawing {
  /** Somebody started Tillside again. */
  secondInstance(): Promise<void>
}

/**
 * How `safeStorage` behaves in a spec: `none` is a desktop without a keyring; with `silent` the keyring asks for its password
 * and gets no answer, with `dismissed` its question was closed.
 */
export type Encryption = 'protected' | 'none' | 'silent' | 'dismissed'

/**
 * What draws the windows: the process that started the stand-in, in a browser that it shares between apps; or a
 * browser of the stand-in's own, which a person sees or which has no window at all.
 */
export type DrawnBy = 'owner' | 'ownHeaded' | 'ownHeadless'

/** The stand-in's settings, in its environment; real Electron never sees them. */
export interface StandInSettings {
  /** Absolute, for what is there as long as this run is; whoever starts the stand-in removes it. */
  readonly runDir: string
  readonly encryption: Encryption
  readonly isOnline: boolean
  /** How far the computer's clock is off the true time. Default: 0. */
  readonly clockOffByMs?: number
  readonly drawnBy: DrawnBy
}

export const SETTINGS_VARIABLE = 'TILLSIDE_STAND_IN'

/** What real Electron is given before its main runs, in its environment (`beforeMain.ts`). */
export type WorldOfSpec = Pick<StandInSettings, 'encryption' | 'isOnline'> & { readonly clockOffByMs: number }

export const WORLD_VARIABLE = 'TILLSIDE_WORLD_OF_SPEC'

/** Where the stand-in's pages live for Chromium; requests go to the real handler of `app://bundle`. */
export const STAND_IN_ORIGIN = 'https://bundle.invalid'
const APP_ORIGIN = 'app://bundle'

export function toAppUrl(url: string): string {
  return url.startsWith(`${STAND_IN_ORIGIN}/`) ? APP_ORIGIN + url.slice(STAND_IN_ORIGIN.length) : url
}

export function toStandInUrl(url: string): string {
  return url.startsWith(`${APP_ORIGIN}/`) ? STAND_IN_ORIGIN + url.slice(APP_ORIGIN.length) : url
}
