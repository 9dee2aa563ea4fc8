import type { StoreApi } from 'zustand/vanilla'
import type { AccessView } from '../../shared/access.ts'
import type { Command } from '../../shared/commands.ts'
import type { CallError } from '../../shared/callError.ts'
import type { CallName, CallResult, EventPayload } from '../../shared/contract.ts'
import type { DiagnosticsView } from '../../shared/diagnostics.ts'
import type { SaleDecision } from '../../shared/decision.ts'
import type { SaleDaysState } from '../../shared/saleDays.ts'
import type { QueueView, SaleDetail, SaleOrder, SalePage, SaleView } from '../../shared/sale.ts'
import type { AppInfo, ConnectionView, SessionView } from '../../shared/session.ts'
import type { ReportFormat } from '../../shared/report.ts'
import type { ProfileView, SettingsChange, SettingsView } from '../../shared/settings.ts'
import type { StorageView } from '../../shared/storage.ts'
import type { TerminalListView } from '../../shared/terminal.ts'
import type { HandedSale } from '../../shared/till.ts'
import type { TodoSection } from '../../shared/todo.ts'
import type { BannerKind, PutAway } from './bannerKinds.ts'
import type { Client } from './client.ts'
import type { Entry } from './entryTypes.ts'
import type { EntryExtra, SaleDraft } from './problems.ts'
import type { ScreenClock } from './clock.ts'
import type { DayActions, DayState } from './dayTypes.ts'
import type { BackupActions, BackupState } from './backupTypes.ts'
import type { ClosingActions, ClosingState } from './closingTypes.ts'
import type { PaperActions, PaperState } from './paperTypes.ts'
import type { PracticeActions, PracticeState, WelcomeStep } from './practiceTypes.ts'
import type { FindActions, FindMode, FindState, LookUpState } from './findTypes.ts'
import type { DisputeActions, DisputeState } from './disputeTypes.ts'
import type { TerminalChangeActions, TerminalWork } from './terminalChangeTypes.ts'
import type {
  TerminalActions,
  TerminalOffers,
  TerminalProblem,
  TerminalRows,
  TerminalTask,
} from './terminalTypes.ts'
import type { PeopleActions, PeopleState } from './peopleTypes.ts'
import type { ConnectionCheckState, ProfileChoiceState, SettingsPlace, TestedScan } from './settingsTypes.ts'
import type { TillActions, TillState } from './tillTypes.ts'
import type { UpdatesActions, UpdatesState } from './updatesTypes.ts'
import type { PinEntry, SignInCredentials } from './credentials.ts'
import type { ShowActions, TransactionQuery } from './showTypes.ts'

export const screens = [
  'sale',
  'transactions',
  'day',
  'todo',
  'find',
  'disputes',
  'terminal',
  'settings',
] as const
export type Screen = (typeof screens)[number]

/** `open` holds the open sales of the Sell screen, apart from the newest ones. */
export type ListName = 'today' | 'open' | 'transactions' | 'todo'

/** A list holds ids only; `sales` has the rows, each once. */
export interface SaleList {
  readonly ids: readonly string[]
  readonly totalCount: number
  readonly totalKobo: number
  readonly none: SalePage['none']
  /** The order of the rows; null for that of the queue or of a search. */
  readonly order: SaleOrder | null
  /** How many rows come before the first one shown. */
  readonly offset: number
  /** This computer's clock at the last reading; null before the first. */
  readonly asOfMs: number | null
  readonly isReading: boolean
  /** The last reading failed; the rows shown are those of `asOfMs`. */
  readonly couldNotRead: boolean
}

export interface KnownSale {
  readonly sale: SaleView
  /** The number of the question that brought this row: an answer to an earlier one never overwrites it. */
  readonly ticket: number
}

export interface OpenDetail {
  readonly transactionId: string
  /** Everything but the sale itself, which is in `sales`; null until it was read. */
  readonly rest: Omit<SaleDetail, 'sale'> | null
  /** This computer's clock when `rest` was read; the validity of a look-up counts from here. */
  readonly restAtMs: number
  readonly couldNotRead: boolean
  readonly isChecking: boolean
  readonly checkProblem: CallError | null
}

export interface SignInState {
  /** Shown over the screens, during a session or after one has expired. */
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly problem: CallError | null
}

/** The dialog that asks for the manager's PIN, or sets one. */
export interface PinDialog {
  readonly mode: 'closed' | 'set' | 'enter' | 'change' | 'reset'
  readonly isBusy: boolean
  readonly problem: CallError | null
}

export interface SettingsState {
  readonly settings: SettingsView | null
  readonly profile: ProfileView | null
  readonly diagnostics: DiagnosticsView | null
  readonly problem: CallError | null
  /** The code that the scanner sent into the test box; null before. */
  readonly testScan: TestedScan | null
  readonly choice: ProfileChoiceState
  readonly check: ConnectionCheckState
  /** The part of Settings that a menu leads to, until the screen has shown it. */
  readonly place: SettingsPlace | null
}

export interface ExportState {
  readonly isBusy: boolean
  /** Written so far. */
  readonly rowCount: number
  /** The outcome, in words; null before the first. */
  readonly said: string | null
  readonly isProblem: boolean
}

export const noExport: ExportState = { isBusy: false, rowCount: 0, said: null, isProblem: false }

/** The window was asked to close while sales wait, or where Tillside can continue without it. */
export type CloseAsked = EventPayload<'app.closeAsked'>

export interface Actions
  extends
    FindActions,
    TerminalActions,
    TerminalChangeActions,
    DisputeActions,
    UpdatesActions,
    PeopleActions,
    PracticeActions,
    DayActions,
    PaperActions,
    ClosingActions,
    BackupActions,
    TillActions,
    ShowActions {
  start(): Promise<void>
  /** Some actions are loaded after the start, before any screen that uses them. */
  joinLater(slice: LaterSlice): void
  tick(): void
  show(screen: Screen): void
  showSettings(place: SettingsPlace): void
  settingsPlaceShown(): void
  refresh(): void
  run(command: Command): void

  refreshList(name: ListName): void
  setQuery(query: Partial<TransactionQuery>): void
  refreshDays(): void
  /** Shows what there is to do, with the page where a section begins. */
  showTodo(section: TodoSection): void
  /** Lists the sales of a section that holds many, or makes it one entry again. */
  unfoldTodo(section: TodoSection, isShown: boolean): void
  turnPage(name: ListName, offset: number): void
  openDetail(transactionId: string): void
  closeDetail(): void
  checkNow(): Promise<void>
  /** @returns null where it was removed, or where the manager's PIN was not given */
  removeSale(transactionId: string, reason: string): Promise<CallError | null>
  /** Marks the bank's refusal as seen. */
  noteRefusal(transactionId: string): Promise<void>
  resolveSale(transactionId: string, decision: SaleDecision, reason: string): Promise<CallError | null>
  tryNow(): Promise<void>
  /** A scanner read a code outside a reference field. */
  takeScan(code: string): void
  /** A scanner read a code while a question was open, which must be answered first. */
  holdScan(): void
  /** Enter came as fast as a scanner's, and did nothing. */
  missEnter(): void
  /** What came as fast as a scanner's into a secret, or at the sign-in, was taken out again. */
  tellTakenOut(): void
  openHelp(isOpen: boolean): void
  /** Opens what an unhandled link or notification points at, if there is one. */
  takeOpening(): Promise<void>
  setPaneWidth(widthPx: number): void

  setDraft(draft: Partial<SaleDraft>): void
  /** Shows a field of the entry and moves the focus there; null once the entry is left. */
  openField(field: EntryExtra | null): void
  /** Shows one sale alone, large, for the customer; null closes it. */
  openCounterView(transactionId: string | null): void
  submitEntry(): Promise<void>
  /** Records a sale that a till handed over, with the questions of a typed one. */
  submitHanded(sale: HandedSale): Promise<void>
  answerQuestion(yes: boolean): Promise<void>
  /** Opens the sale that the question or the notice is about; the entry stays. */
  showEarlier(): void
  /** Starts a new sale from one that did not go through. */
  startCorrection(sale: SaleView): void
  cancelCorrection(): void
  /** Before a lock, and before another cashier: what was typed waits for a person. */
  layEntryAside(): void
  takeUpAside(): void
  dropAside(): void
  /** A press that followed a PIN too quickly went nowhere. */
  missPress(): void

  signIn(credentials: SignInCredentials): Promise<void>
  /** Only for the practice bank inside the app, which main signs in to without credentials. */
  signInToPractice(): Promise<void>
  openSignIn(isOpen: boolean): void
  signOut(): Promise<void>
  /** Signs out, after a question where sales are open. */
  askSignOut(): void
  staySignedIn(): void
  /** Signs out automatically once no sale waits. */
  signOutWhenSent(isWanted: boolean): void
  /** Until something is added to what the banner is about. */
  putAwayBanner(kind: BannerKind): void
  /** The person has read the news about the sales file. */
  storageNewsRead(): Promise<void>
  answerClose(how: 'keepOpen' | 'close' | 'keepRunning', remember?: boolean): Promise<void>

  /** Reports activity, so that a manager's mode does not lock while the manager works. */
  touch(): void
  lock(): Promise<void>
  openPinDialog(mode: PinDialog['mode']): void
  closePinDialog(): void
  submitPin(entry: PinEntry): Promise<void>

  loadProfile(): Promise<void>
  changeSettings(change: SettingsChange): Promise<void>
  takeTestScan(scan: TestedScan | null): void
  chooseProfile(): Promise<void>
  /** @param yes puts the chosen profile in its place; else nothing is changed */
  answerProfile(yes: boolean): Promise<void>
  restartForProfile(): Promise<void>
  /** Asks the bank what only reads. */
  checkConnection(): Promise<void>
  /** Exports what the current screen shows, for Excel where no format is named. */
  exportShown(format?: ReportFormat): Promise<void>
  cancelExport(): void
  /** Shows the file that was written last in its folder. */
  openFolder(): void
}

export type AppStore = StoreApi<AppState>

export interface AppState extends Actions {
  readonly phase: 'starting' | 'ready' | 'broken'
  readonly app: AppInfo | null
  readonly session: SessionView | null
  readonly connection: ConnectionView
  /** The sales file; null until it was asked for. */
  readonly storage: StorageView | null
  readonly access: AccessView | null
  /** This computer's clock when `access` came; its countdowns start here. */
  readonly accessAtMs: number
  readonly people: PeopleState
  readonly queue: QueueView | null
  readonly terminals: TerminalListView | null
  readonly terminalsReading: boolean
  readonly terminalsProblem: TerminalProblem | null
  readonly terminalRows: TerminalRows
  readonly terminalOffers: TerminalOffers
  /** The record id of the terminal whose details are open. */
  readonly openTerminalId: string | null
  /** Null while the list is shown. */
  readonly terminalTask: TerminalTask | null
  readonly terminalWork: TerminalWork
  readonly nowMs: number
  readonly screen: Screen
  readonly announcement: string
  /** Shown for a few seconds: why something that came as fast as a scanner's did nothing. */
  readonly tooFast: string | null
  /** Count the uses of New sale, Find, Copy and the screens' keys, so that the screen reacts to each. */
  readonly newSalePresses: number
  readonly findPresses: number
  readonly copyPresses: number
  readonly screenPresses: number
  readonly isHelpOpen: boolean
  readonly practice: PracticeState
  /** The welcome's step, shown in Practice alone; null while it is not shown. */
  readonly welcome: WelcomeStep | null
  readonly isWelcomed: boolean
  /** The time of the last key or click, by this computer's clock. */
  readonly touchedAtMs: number
  readonly paneWidthPx: number
  readonly sales: Readonly<Record<string, KnownSale>>
  readonly lists: Readonly<Record<ListName, SaleList>>
  readonly query: TransactionQuery
  readonly saleDays: SaleDaysState
  readonly day: DayState
  readonly paper: PaperState
  readonly closing: ClosingState
  readonly backup: BackupState
  readonly tills: TillState
  readonly disputes: DisputeState
  readonly detail: OpenDetail | null
  readonly isTrying: boolean
  /** The time of the last request for a try, by this computer's clock; a failed one must be visible too. */
  readonly triedAtMs: number | null
  /** Sections of To do whose sales are listed although they are many. */
  readonly todoShown: readonly TodoSection[]
  readonly entry: Entry
  /** The sale of the counter view; null while it is closed. */
  readonly counterViewId: string | null
  readonly signInState: SignInState
  /** The question before signing out is open. */
  readonly isSigningOut: boolean
  readonly leavesWhenSent: boolean
  readonly putAway: PutAway
  readonly closeAsked: CloseAsked | null
  readonly pinDialog: PinDialog
  readonly settingsState: SettingsState
  readonly updatesState: UpdatesState
  readonly exporting: ExportState
  readonly find: FindState
  readonly findMode: FindMode
  readonly lookUpState: LookUpState
}

export interface Deps {
  readonly client: Client
  /** This computer's clock, ms. */
  readonly nowMs: () => number
  /** Numbers questions in the order in which they are asked. */
  readonly nextTicket: () => number
  /** @returns a function that cancels it */
  readonly later: ScreenClock['later']
  /** Whether a dialog is open: it must be answered before any command. */
  readonly hasQuestion: () => boolean
}

/** Makes a call that may need a manager: if main asks for one, so does the screen, and then it calls again. */
export type Guarded = <Name extends CallName>(
  ask: () => Promise<CallResult<Name>>,
) => Promise<CallResult<Name>>

export type Get = () => AppState
/** Actions that are loaded after the start, and what they listen to. */
export type LaterSlice = (
  set: Set,
  get: Get,
  deps: Deps,
  guarded: Guarded,
) => { readonly actions: Partial<Actions>; readonly listen?: () => void }
export type Set = (change: Partial<AppState> | ((state: AppState) => Partial<AppState>)) => void
