import type { CallError } from '../../shared/contract.ts'
import type { RecordSearchView } from '../../shared/record.ts'
import type { QueueView, SaleDetail, SaleFilter, SaleView } from '../../shared/sale.ts'
import type { AppInfo, ConnectionView, SessionView } from '../../shared/session.ts'
import type { StorageView } from '../../shared/storage.ts'
import type { TerminalListView } from '../../shared/terminal.ts'
import type { Client } from '../client.ts'
import type { Command } from '../keys.ts'
import type { SaleDraft, SaleProblems } from '../words/problems.ts'

export const screens = ['sale', 'transactions', 'waiting', 'terminal', 'find'] as const
export type Screen = (typeof screens)[number]

export type ListName = 'today' | 'transactions' | 'waiting'

/** A list holds ids only; the rows themselves are kept once, in `sales`. */
export interface SaleList {
  readonly ids: readonly string[]
  readonly totalCount: number
  readonly totalKobo: number
  /** This computer's clock; null until the list was read once. */
  readonly asOfMs: number | null
  readonly isReading: boolean
  /** The last reading came to nothing; the rows shown are those of `asOfMs`. */
  readonly couldNotRead: boolean
}

export interface KnownSale {
  readonly sale: SaleView
  /** Number of the question whose answer this row is: an answer to an earlier question never overwrites it. */
  readonly ticket: number
}

export interface OpenDetail {
  readonly transactionId: string
  /** Everything but the sale itself, which stands in `sales`; null until it was read. */
  readonly rest: Omit<SaleDetail, 'sale'> | null
  readonly couldNotRead: boolean
  readonly isChecking: boolean
  readonly checkProblem: CallError | null
}

export interface TransactionQuery {
  readonly filter: SaleFilter
  readonly search: string
  readonly offset: number
}

/** A question to the person about the sale just entered, or news about it that must not be missed. */
export type EntryQuestion = 'largeAmount' | 'secondSale' | 'notSaved'

export interface Entry {
  readonly draft: SaleDraft
  readonly problems: SaleProblems
  /** A sentence above the fields, where a field alone cannot say it. */
  readonly notice: string | null
  readonly isSaving: boolean
  readonly question: EntryQuestion | null
  readonly confirmedAmount: boolean
  readonly confirmedSecondSale: boolean
  /** What the last sale came to, until the next entry begins; null before the first. */
  readonly savedKobo: number | null
  /** Grows with each saved sale, so that the screen takes the focus back to Amount. */
  readonly savedCount: number
}

export interface SignInState {
  /** Shown over the screens although a session stands or has run out. */
  readonly isOpen: boolean
  readonly isBusy: boolean
  readonly problem: CallError | null
}

export interface FindState {
  readonly terminalId: string
  readonly dateFrom: string
  readonly dateTo: string
  readonly isReading: boolean
  readonly problem: string | null
  readonly result: RecordSearchView | null
  readonly openRecordId: number | null
}

export interface Actions {
  start(): Promise<void>
  tick(): void
  show(screen: Screen): void
  refresh(): void
  run(command: Command): void

  refreshList(name: ListName): void
  setQuery(query: Partial<TransactionQuery>): void
  openDetail(transactionId: string): void
  closeDetail(): void
  checkNow(): Promise<void>
  removeSale(transactionId: string, reason: string): Promise<CallError | null>
  tryNow(): Promise<void>

  setDraft(draft: Partial<SaleDraft>): void
  submitEntry(): Promise<void>
  answerQuestion(yes: boolean): Promise<void>

  signIn(credentials: SignInCredentials): Promise<void>
  /** Only for the practice bank inside the app, which main signs in to by itself. */
  signInToPractice(): Promise<void>
  openSignIn(isOpen: boolean): void
  signOut(): Promise<void>
  dismissThisRunOnly(): void
  /** A person has read what happened to the sales file. */
  storageNewsRead(): Promise<void>

  refreshTerminals(): Promise<void>
  chooseTerminal(terminalId: string): Promise<void>

  setFind(find: Partial<Pick<FindState, 'terminalId' | 'dateFrom' | 'dateTo' | 'openRecordId'>>): void
  search(): Promise<void>
}

export interface SignInCredentials {
  readonly clientId: string
  readonly secretKey: string
  readonly loginToken: string
}

export interface AppState extends Actions {
  readonly phase: 'starting' | 'ready' | 'broken'
  readonly app: AppInfo | null
  readonly session: SessionView | null
  readonly connection: ConnectionView
  /** The sales file; null until it was asked for. */
  readonly storage: StorageView | null
  readonly queue: QueueView | null
  readonly terminals: TerminalListView | null
  readonly terminalsReading: boolean
  readonly terminalsProblem: CallError | null
  readonly nowMs: number
  readonly screen: Screen
  readonly announcement: string
  /** Grow with each press of New sale and Find, so that the screen moves the focus there. */
  readonly newSalePresses: number
  readonly findPresses: number
  readonly sales: Readonly<Record<string, KnownSale>>
  readonly lists: Readonly<Record<ListName, SaleList>>
  readonly query: TransactionQuery
  readonly detail: OpenDetail | null
  readonly isTrying: boolean
  readonly entry: Entry
  readonly signInState: SignInState
  readonly thisRunOnlyDismissed: boolean
  readonly find: FindState
}

export interface Deps {
  readonly client: Client
  /** This computer's clock, ms. */
  readonly nowMs: () => number
  /** Numbers questions in the order in which they are asked. */
  readonly nextTicket: () => number
}

export type Get = () => AppState
export type Set = (change: Partial<AppState> | ((state: AppState) => Partial<AppState>)) => void
