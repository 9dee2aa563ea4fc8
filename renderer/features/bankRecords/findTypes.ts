import type { CallError } from '../../../shared/callError.ts'
import type {
  DateBasis,
  RecordByReferenceView,
  RecordFilter,
  RecordProgress,
  RecordSearchView,
  RecordTotals,
  RecordView,
} from '../../../shared/record.ts'

export type FindMode = 'dates' | 'reference'

/** One page of the records that a search has read, with the totals of all that match the filter. */
export interface ShownRecords {
  readonly records: readonly RecordView[]
  readonly offset: number
  readonly totals: RecordTotals
}

export interface FindState {
  /** The text of the field; null until something is entered, which means this counter's own terminal. */
  readonly terminalId: string | null
  /** Null until a date is chosen; then the service's today counts. */
  readonly dateFrom: string | null
  readonly dateTo: string | null
  readonly basis: DateBasis
  readonly filter: RecordFilter
  /** The search that is running, or null. */
  readonly searchId: string | null
  readonly isReading: boolean
  readonly progress: RecordProgress | null
  readonly problem: string | null
  /** The last search that ended, complete or not. */
  readonly result: RecordSearchView | null
  /** Null until a search has ended. */
  readonly shown: ShownRecords | null
  readonly filterProblem: string | null
  readonly openRecordId: number | null
}

/** The results for one reference, on this computer and at the bank. */
export interface LookUpState {
  /** The text of the field. */
  readonly text: string
  /** The last text that was looked up; empty before the first time. */
  readonly asked: string
  readonly isReading: boolean
  /** Sales of this computer, by their ids in `sales`; null before an answer. */
  readonly localIds: readonly string[] | null
  /** How many sales match on this computer; only the first ones are shown. */
  readonly localCount: number
  /** The sale of this computer with exactly this reference, in any letter case, or null. */
  readonly exactId: string | null
  /** The reference that the bank is or was asked about; null where it was not asked. */
  readonly bankAsked: string | null
  readonly isAskingBank: boolean
  /** The bank's answer; null before it comes, and where the bank was not asked. */
  readonly atBank: RecordByReferenceView | null
  readonly bankProblem: CallError | null
}

export type FindEntry = Partial<
  Pick<FindState, 'terminalId' | 'dateFrom' | 'dateTo' | 'basis' | 'openRecordId'>
>

export interface FindActions {
  setFind(find: FindEntry): void
  search(): Promise<void>
  cancelSearch(): void
  filterRecords(filter: Partial<RecordFilter>): Promise<void>
  turnRecords(offset: number): Promise<void>
  showFind(mode: FindMode): void
  setLookUp(text: string): void
  /** Looks for one reference, on this computer and at the bank. */
  lookUp(reference: string): Promise<void>
  /** Asks the bank about the text as it was typed, where that does not happen automatically. */
  askBank(): Promise<void>
  /** Shows all matching sales of this computer, in Transactions. */
  showAllMatching(search: string): void
}
