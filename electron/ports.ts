import type { PracticeCard } from '../shared/practiceCard.ts'
import type { PaperSize, PrintOutcome, SendOutcome } from '../shared/paper.ts'
import type { Result } from '../shared/result.ts'
import type { UpdateFailure } from '../shared/updates.ts'
import type { Transport } from './gateway/wire.ts'
import type { SalesFile, SideFile } from './storage/database.ts'

/**
 * Everything that the back end needs of the world. Electron, clock, chance, network and the system's key store come in
 * here, so that tests and the simulation can replace each.
 */
export interface Ports {
  readonly clock: Clock
  readonly random: Random
  readonly timers: Timers
  readonly network: Network
  readonly vault: Vault
  readonly settings: SettingsStore
  readonly transport: Transport
  /** Only with the practice bank inside the app: numbers of it that work. */
  readonly practiceCard?: () => PracticeCard
  /** The open sales file. The back end reopens it after a failure and closes it when it stops. */
  readonly salesFile: SalesFile
  /** The back end closes it when it stops. */
  readonly terminalsFile: SideFile
  /** The back end closes it when it stops. */
  readonly recordsFile: SideFile
  readonly log: Log
}

/** What the back end needs of the person's computer. */
export interface DeskPorts {
  readonly presence: Presence
  readonly files: Files
  readonly profileFiles: ProfileFiles
  readonly pickedFiles: PickedFiles
  readonly papers: Papers
  readonly machine: Machine
  /** Quits cleanly, after what is in flight has ended. */
  readonly leave: () => void
  /** A system notification, if the window has no focus. */
  readonly notify: Notify
  readonly desktop: Desktop
  readonly updater: UpdaterPort
  readonly leaving: Leaving
  readonly localServer: LocalServer
}

/** HTTP for programs on this computer, on 127.0.0.1 alone. */
export interface LocalServer {
  /**
   * @param answer gets each request; `trust` says that its caller is known, so that no flood of strangers displaces it
   * @returns `portTaken`: another program listens there
   */
  open(
    port: number,
    answer: (request: Request, trust: () => void) => Promise<Response>,
  ): Promise<Result<ServerOpened, 'portTaken' | 'failed'>>
}

export interface ServerOpened {
  readonly port: number
  /** Ends every connection. */
  close(): Promise<void>
}

/** Finds, downloads and installs another version, only when asked to. */
export interface UpdaterPort {
  /** False if no signature could be checked before an installation. */
  readonly canInstall: boolean
  /** @returns the newer version, or null if there is none */
  check(): Promise<Result<string | null, UpdateFailure>>
  /** Downloads what the last check found, without installing it, also not on quitting. */
  download(onPercent: (percent: number) => void): Promise<Result<void, UpdateFailure>>
  /** Checks the signature of the download, as late as possible. */
  prepare(): Promise<Result<void, UpdateFailure>>
  /** Installs it and ends the program. @param onFailed the installation failed, and this program stays */
  install(onFailed: () => void): void
}

/** Quits the program for another version. */
export interface Leaving {
  /**
   * Stops everything cleanly, however long what is in flight takes.
   * @returns `stopped`; `quitting` if a person closes Tillside meanwhile, which takes precedence; `failed` if the stop
   * threw, so that its result is unknown
   */
  stop(): Promise<'stopped' | 'quitting' | 'failed'>
  /** Ends this run and starts the same version again. */
  restart(): void
}

/** What is worth a notification. It has no name, amount or number, since anyone may read it. */
export type Notice = 'refused' | 'needsPerson' | 'late' | 'allSent'

/** Shows a system notification. @param onClick brings the window forward first */
export type Notify = (notice: Notice, onClick: () => void) => void

export interface Desktop {
  /** Called again whenever a value changes. */
  show(seen: DesktopView): void
  hideWindow(): void
}

export interface DesktopView {
  readonly hasTray: boolean
  /** As many as the screen lists under To do. */
  readonly todoCount: number
  readonly startsAtLogin: boolean
}

export interface Presence {
  /** Called when the computer goes to sleep, wakes up, or its screen is locked. */
  onAway(listener: () => void): Cancel
}

/** The program's platform, for support. */
export interface Machine {
  /** Null outside Electron. */
  readonly electron: string | null
  readonly node: string
  /** Name, release and processor of the operating system. */
  readonly system: string
  /** What this user may still write on the disk of a folder; null if the system does not say. */
  freeBytes(dir: string): number | null
  /** The newest lines of the log, oldest first, safe to show (see {@link Log}). */
  logTail(count: number): readonly string[]
}

/** Why a file could not be written. */
export type FileProblem = 'full' | 'noAccess' | 'other'

export type FileContent = string | AsyncIterable<string | Uint8Array>

export interface Files {
  /**
   * Asks a person for a file, and writes it completely or not at all; texts are UTF-8.
   * @param suggestedName a name without a folder
   * @param content one text, or the parts of a long file in order, read once the person has chosen: other work runs
   * between the writes, and a part that throws ends the file
   * @returns the absolute path; null if the person closed the dialog
   */
  save(suggestedName: string, content: FileContent): Promise<Result<string | null, FileProblem>>
  /** Shows the file that `save` wrote last in the system's file manager; nothing before the first. */
  showLast(): void
}

/** Files that a person picks. */
export interface PickedFiles {
  /** Asks for one. @param ending of its name, without a dot; null: any @returns its absolute path; null if the person closed the dialog */
  ask(ending: string | null): Promise<string | null>
  /** The bytes of a file that was asked for or just saved. */
  read(file: string): AsyncIterable<Uint8Array>
}

/** The window's paper: what the screen lays out for printing. */
export interface Papers {
  /** As a PDF on A4. @throws if there is no window, or it could not be made */
  pdf(): Promise<Uint8Array>
  /** Sends bytes to a receipt printer of the network. It waits a bounded time. */
  send(address: string, bytes: Uint8Array): Promise<SendOutcome>
  /** Asks the system's dialog for a printer. */
  print(size: PaperSize): Promise<PrintOutcome>
}

export interface ProfileFiles {
  /**
   * Asks a person for a profile, and reads it as a start does.
   * @returns null if the person closed the dialog; its text is null if the file is gone
   */
  ask(): Promise<{ readonly file: string; readonly text: Result<string | null, string> } | null>
  /** Puts a profile in its place, completely or not at all. One that is there is kept beside it, under a dated name. */
  place(file: string, text: string): Result<{ readonly keptAs: string | null }, FileProblem>
}

export interface Clock {
  /** This computer's wall clock, whole ms since 1970. It may jump, so delivery never depends on it. */
  wallNowMs(): number
  /** Milliseconds that only increase, from an origin that changes with each start. */
  monotonicNowMs(): number
}

export interface Random {
  next(): number
  bytes(count: number): Uint8Array
}

export type Cancel = () => void

export interface Timers {
  /** Runs once, after at least `delayMs`. Delays above a day are cut to a day, since a timer's range is 31 bits. */
  after(delayMs: number, run: () => void): Cancel
}

export interface Network {
  /** What the system reports; `true` promises nothing about the service. */
  isOnline(): boolean
  /** Called on every change of network and on resume from sleep. */
  onChange(listener: () => void): Cancel
}

/** Sealing by the operating system. Only the main process unseals. */
export interface Vault {
  /** False if the system offers no real protection; then nothing is written. */
  isProtected(): Promise<boolean>
  seal(text: string): Promise<string>
  open(sealed: string): Promise<string>
}

/** The setting with the hash of the manager's PIN. */
export const PIN_SETTING = 'access:pin'

/** Small settings that survive a restart; never a secret in clear. Values are JSON. */
export interface SettingsStore {
  get(key: string): unknown
  set(key: string, value: unknown): void
  delete(key: string): void
}

export type LogLevel = 'info' | 'warn' | 'error'
/** One line: a fixed event name and facts that are safe by construction (counts, states, statuses, references). */
export type Log = (
  level: LogLevel,
  event: string,
  facts?: Readonly<Record<string, string | number | boolean | null>>,
) => void
