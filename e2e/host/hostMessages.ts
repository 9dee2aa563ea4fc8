/** What the spec's process tells the stand-in. Real Electron needs none of it. */
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
  /** Answers with whether the window is hidden and what the sign beside the clock says; then clicks that sign. */
  | { readonly kind: 'clickTray'; readonly id: number }
  /** Clicks the last notification of the system. Answers with the words of all. */
  | { readonly kind: 'clickNotification'; readonly id: number }
  /** Calls the IPC door as a frame that Chromium would never give a bridge to. */
  | {
      readonly kind: 'invokeAs'
      readonly id: number
      readonly channel: string
      readonly request: unknown
      readonly frame: FrameLike | null
    }
  /** Fetches from the app's own protocol handler, without a browser in between that tidies the path. */
  | { readonly kind: 'fetchApp'; readonly id: number; readonly url: string }

export interface FrameLike {
  readonly url: string
  readonly parent: { readonly url: string } | null
}

/** What the stand-in tells the spec's process. */
export type FromStandIn =
  | { readonly kind: 'windowLoaded'; readonly cdpUrl: string; readonly title: string }
  | { readonly kind: 'externalRequest'; readonly url: string }
  | { readonly kind: 'cspViolation'; readonly text: string }
  | { readonly kind: 'secondInstance' }
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }

/** How the stand-in's `safeStorage` behaves: `none` is a system without a keyring. */
export type Encryption = 'protected' | 'none'

/** The stand-in's settings, in its environment; real Electron never sees them. */
export interface StandInSettings {
  /** Absolute, for Chromium's own files; whoever starts the stand-in removes it. */
  readonly browserDir: string
  readonly encryption: Encryption
  readonly isOnline: boolean
  /** How far the computer's clock is off the true time. Default: 0. */
  readonly clockOffByMs?: number
  /** A window that a person sees, with a browser of the system. */
  readonly isHeaded: boolean
}

export const SETTINGS_VARIABLE = 'TILLSIDE_STAND_IN'

/** Where the stand-in's pages live for Chromium; requests go to the real handler of `app://bundle`. */
export const STAND_IN_ORIGIN = 'https://bundle.invalid'
const APP_ORIGIN = 'app://bundle'

export function toAppUrl(url: string): string {
  return url.startsWith(`${STAND_IN_ORIGIN}/`) ? APP_ORIGIN + url.slice(STAND_IN_ORIGIN.length) : url
}

export function toStandInUrl(url: string): string {
  return url.startsWith(`${APP_ORIGIN}/`) ? STAND_IN_ORIGIN + url.slice(APP_ORIGIN.length) : url
}
