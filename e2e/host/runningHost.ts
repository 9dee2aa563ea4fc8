import type { Page } from '@playwright/test'
import type { Encryption, FrameLike } from './hostMessages.ts'

/** One run of the app's process, in Electron or in the stand-in. */
export interface RunningHost {
  readonly host: 'electron' | 'stand-in'
  readonly pid: number
  readonly page: Page
  /** As set by main, not by the page. */
  readonly windowTitle: string
  readonly cspViolations: readonly string[]
  readonly externalRequests: readonly string[]
  /** Main's two outputs so far; its log file is in the data folder. */
  readonly mainLog: string
  kill(): Promise<void>
  close(): Promise<void>
  setOnline(isOnline: boolean): Promise<void>
  /**
   * The computer falls asleep: main is suspended, and everything else continues. Not on Windows, which has no signal
   * for it.
   */
  suspend(): Promise<void>
  /** It wakes up, and main is notified. */
  resume(): Promise<void>
  /** Sets the computer's wall clock to this offset from the true time, ms. */
  setClock(offByMs: number): Promise<void>
  lockScreen(): Promise<void>
  /** What a person picks in the next open dialogs; null: they close it. */
  pickFile(file: string | null): Promise<void>
  /** Presses the window's close button: the app may ask first. */
  closeWindow(): Promise<void>
  /** Resolves when the process has ended by itself. */
  exited(): Promise<void>
  /** How often this run was notified of another start. */
  secondInstances(): number
  /** Starts Tillside again on the same folder. @returns its exit code; null if it had to be killed */
  startSecond(link?: string): Promise<number | null>
  chooseMenu(command: string): Promise<void>
  /** The process of the page is gone: it crashed, or the system ended it. */
  losePage(): Promise<void>
  /** Whether the system keeps the page's process in a sandbox, or its answer instead. Undefined on the stand-in. */
  readonly sandboxOfPage: (() => Promise<string>) | undefined
  /** Undefined in real Electron, which has no such access. */
  readonly door: HostDoor | undefined
}

/** Access to main that no page has; only on the stand-in. */
export interface HostDoor {
  /** Returns what is shown outside the window; then clicks the tray icon. */
  clickTray(): Promise<{ readonly isHidden: boolean; readonly toolTip: string | null }>
  /** Clicks the last system notification. @returns the words of all of them */
  clickNotification(): Promise<readonly string[]>
  invokeAs(name: string, request: unknown, frame: FrameLike | null): Promise<unknown>
  fetchApp(url: string): Promise<{ status: number; headers: Readonly<Record<string, string>>; body: string }>
}

export interface HostStart {
  readonly dataDir: string
  readonly profileFile: string | undefined
  readonly encryption: Encryption
  readonly isOnline: boolean
  readonly clockOffByMs: number
}

/** The environment of the app's process: ours, with the folder moved and without any profile of this machine. */
export function hostEnvironment(start: HostStart): Record<string, string> {
  const ours = Object.entries(process.env).flatMap(([key, value]) =>
    value === undefined || key.startsWith('TILLSIDE_') ? [] : [[key, value] as const],
  )
  return {
    ...Object.fromEntries(ours),
    TZ: 'Africa/Lagos',
    TILLSIDE_DATA_DIR: start.dataDir,
    ...(start.profileFile === undefined ? {} : { TILLSIDE_PROFILE: start.profileFile }),
  }
}
