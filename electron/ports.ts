import type { Result } from '../shared/result.ts'
import type { UpdateFailure } from '../shared/updates.ts'
import type { Transport } from './gateway/wire.ts'
import type { SalesFile } from './storage/database.ts'

/**
 * Everything that the back end needs of the world. Electron, the clock, chance, the network and the disk's key store
 * come in here, so that tests and the simulation can stand in for each.
 */
export interface Ports {
  readonly clock: Clock
  readonly random: Random
  readonly timers: Timers
  readonly network: Network
  readonly vault: Vault
  readonly settings: SettingsStore
  readonly keptFiles: KeptFiles
  readonly transport: Transport
  /** The sales file, open. The back end reopens it after a failure and closes it when it stops. */
  readonly salesFile: SalesFile
  readonly log: Log
}

/** What the back end needs of the computer before which a person sits. */
export interface DeskPorts {
  readonly presence: Presence
  readonly files: Files
  readonly machine: Machine
  /** Ends the program in good order: what is in flight comes back first. */
  readonly leave: () => void
  /** A notification of the system, where nobody looks at the window. */
  readonly notify: Notify
  readonly desktop: Desktop
  readonly updater: UpdaterPort
  /** For another version of Tillside. */
  readonly leaving: Leaving
}

/** What finds, fetches and installs another version; none of it happens by itself. */
export interface UpdaterPort {
  /** False where no signature could be looked at before an installation. */
  readonly canInstall: boolean
  /** @returns the newer version, or null where there is none */
  check(): Promise<Result<string | null, UpdateFailure>>
  /** Fetches what the last check found. It is not installed, neither now nor on quitting. */
  download(onPercent: (percent: number) => void): Promise<Result<void, UpdateFailure>>
  /** Looks at the signature of what was fetched, as late as can be. */
  prepare(): Promise<Result<void, UpdateFailure>>
  /** Installs it and ends the program. @param onFailed this program stays after all */
  install(onFailed: () => void): void
}

/** How the program is left for another version. */
export interface Leaving {
  /**
   * Stops everything in good order, however long what is in flight takes.
   * @returns `stopped`; `quitting` if a person closes Tillside meanwhile, which takes precedence; `failed` if the stop
   * threw, so that its result is unknown
   */
  stop(): Promise<'stopped' | 'quitting' | 'failed'>
  /** Ends this run and begins another of the same version. */
  restart(): void
}

/**
 * What is worth a notification to a person who does not look at the screen. A sale that goes its usual way is not. No
 * name, no amount, no number: anybody can read a notification.
 */
export type Notice = 'refused' | 'needsPerson' | 'late' | 'allSent'

/** Shows a notification of the system. @param onClick brings the window forward first */
export type Notify = (notice: Notice, onClick: () => void) => void

/** What of Tillside is seen outside its window. */
export interface Desktop {
  /** Called again whenever one of them is another. */
  show(seen: DesktopView): void
  hideWindow(): void
}

export interface DesktopView {
  readonly hasTray: boolean
  /** Sales that wait, are being checked, or need somebody. */
  readonly openCount: number
  readonly startsAtLogin: boolean
}

export interface Presence {
  /** Called when the computer goes to sleep, wakes up, or its screen is locked. */
  onAway(listener: () => void): Cancel
}

/** What the program runs on, for whoever looks after it. */
export interface Machine {
  /** Null where it does not run in Electron. */
  readonly electron: string | null
  readonly node: string
  /** Name, release and processor of the operating system. */
  readonly system: string
  /** What this user may still write on the disk of a folder; null where the system does not say. */
  freeBytes(dir: string): number | null
  /** The newest lines of the log, oldest first, safe to be shown (see {@link Log}). */
  logTail(count: number): readonly string[]
}

/** Why a file could not be written. */
export type FileProblem = 'full' | 'noAccess' | 'other'

export interface Files {
  /**
   * Asks a person where, and writes the text there as UTF-8, whole or not at all.
   * @param suggestedName a name without a folder
   * @param text one, or those of a long file in their order: each is written by itself, with a turn for others in between
   * @returns the absolute path; null where the person closed the dialog
   */
  save(suggestedName: string, text: string | readonly string[]): Promise<Result<string | null, FileProblem>>
}

export interface Clock {
  /** This computer's wall clock, whole ms since 1970. It may jump; nothing about delivery may rest on it. */
  wallNowMs(): number
  /** Milliseconds that only grow, from an origin that changes with each start. */
  monotonicNowMs(): number
}

export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  bytes(count: number): Uint8Array
}

export type Cancel = () => void

export interface Timers {
  /** Runs once, after at least `delayMs`. Delays above a day are cut to a day, since a timer's range is 31 bits. */
  after(delayMs: number, run: () => void): Cancel
}

export interface Network {
  /** What the system says; `true` promises nothing about the service. */
  isOnline(): boolean
  /** Called on every change of network and on resume from sleep. */
  onChange(listener: () => void): Cancel
}

/** Sealing by the operating system. Text goes in to be sealed; only the main process ever opens it. */
export interface Vault {
  /** False where the system offers no real protection; then nothing is written. */
  isProtected(): Promise<boolean>
  seal(text: string): Promise<string>
  open(sealed: string): Promise<string>
}

/** Small settings that survive a restart; never a secret in clear. Values are JSON. */
export interface SettingsStore {
  get(key: string): unknown
  set(key: string, value: unknown): void
  delete(key: string): void
}

/**
 * Larger texts of which the service can give the next one at any time, each in a file of its own. What is lost here is
 * read again; nothing that only this computer knows belongs here.
 */
export interface KeptFiles {
  /** @returns null where there is none, or none that can be read */
  read(name: string): Promise<string | null>
  /**
   * Whole or not at all.
   * @param name of small letters, digits and hyphens
   * @returns whether it was written
   */
  write(name: string, text: string): Promise<boolean>
}

export type LogLevel = 'info' | 'warn' | 'error'
/** One line: a fixed event name and facts that are safe by construction (counts, states, statuses, references). */
export type Log = (
  level: LogLevel,
  event: string,
  facts?: Readonly<Record<string, string | number | boolean | null>>,
) => void
