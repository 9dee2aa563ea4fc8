import type { Page } from '@playwright/test'
import type { Encryption, FrameLike } from './hostMessages.ts'

/** One run of the app's process, in Electron or in the stand-in. */
export interface RunningHost {
  readonly host: 'electron' | 'stand-in'
  /** Of main. */
  readonly pid: number
  readonly page: Page
  /** As the window has it in main, not as the page sets it. */
  readonly windowTitle: string
  readonly cspViolations: readonly string[]
  readonly externalRequests: readonly string[]
  /** What main has written to its two outputs so far; its log file is in the data folder. */
  readonly mainLog: string
  kill(): Promise<void>
  close(): Promise<void>
  setOnline(isOnline: boolean): Promise<void>
  /** The computer falls asleep: main stands still, and the world goes on. Not on Windows, which has no signal for it. */
  suspend(): Promise<void>
  /** It wakes up, and main is told so. */
  resume(): Promise<void>
  /** Sets the computer's wall clock, so many milliseconds off the true time. */
  setClock(offByMs: number): Promise<void>
  lockScreen(): Promise<void>
  /** As a person does, with the cross of the window: the app may ask first. */
  closeWindow(): Promise<void>
  /** Resolves when the process has ended by itself. */
  exited(): Promise<void>
  /** How often this run was told that somebody started Tillside again. */
  secondInstances(): number
  /** Starts Tillside once more on the same folder. @returns its exit code; null where it had to be killed */
  startSecond(link?: string): Promise<number | null>
  /** An entry of the native menu, by its command. */
  chooseMenu(command: string): Promise<void>
  /** Whether the system keeps the page's process in a sandbox, or what it says instead. Undefined on the stand-in. */
  readonly sandboxOfPage: (() => Promise<string>) | undefined
  /** Undefined in real Electron, which offers no way in. */
  readonly door: HostDoor | undefined
}

/** Ways into main that no page has; the stand-in's alone. */
export interface HostDoor {
  /** What is seen outside the window; then the sign beside the clock is clicked. */
  clickTray(): Promise<{ readonly isHidden: boolean; readonly toolTip: string | null }>
  /** Clicks the last notification of the system. @returns the words of all of them */
  clickNotification(): Promise<readonly string[]>
  invokeAs(channel: string, request: unknown, frame: FrameLike | null): Promise<unknown>
  fetchApp(url: string): Promise<{ status: number; headers: Readonly<Record<string, string>>; body: string }>
}

export interface HostStart {
  readonly dataDir: string
  readonly profileFile: string | undefined
  readonly encryption: Encryption
  readonly isOnline: boolean
  readonly clockOffByMs: number
}

/** The environment of the app's process: ours, with the folder moved and no profile that the machine has by chance. */
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
