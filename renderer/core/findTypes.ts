import type { CallError } from '../../shared/callError.ts'
import type {
  DateBasis,
  RecordByReferenceView,
  RecordFilter,
  RecordProgress,
  RecordSearchView,
  RecordTotals,
  RecordView,
} from '../../shared/record.ts'
import type { FoundBy, SalesFound } from '../../shared/saleFind.ts'

export type FindMode = 'dates' | 'reference'

/** One page of the records that a search has read, with the totals of all that match the filter. */
export interface ShownRecords {
  readonly records: readonly RecordView[]
  /** The ids of those that this counter has no sale of; null until main has said. */
  readonly elsewhere: readonly string[] | null
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
  readonly openRecordId: string | null
}

/** Sales of this computer that were found by one thing, by their ids in `sales`. */
export interface FoundGroup {
  readonly by: FoundBy
  readonly ids: readonly string[]
  readonly hasMore: boolean
}

/** The results for one typed or scanned text, on this computer and at the bank. */
export interface LookUpState {
  /** The text of the field. */
  readonly text: string
  /** The last text that was looked up; empty before the first time. */
  readonly asked: string
  readonly isReading: boolean
  /** Null before this computer's answer. */
  readonly groups: readonly FoundGroup[] | null
  /** What the text was compared with on this computer. */
  readonly searched: readonly FoundBy[]
  /** How far back the sales were read; null before an answer. */
  readonly readThrough: SalesFound['readThrough'] | null
  readonly localProblem: CallError | null
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
  /** Searches this computer. After a scan the bank is asked too, where the code can be a reference. */
  lookUp(text: string, how?: { readonly isScan: boolean }): Promise<void>
  /** Searches the sales of this computer that are older than those read so far. */
  searchOlder(): Promise<void>
  /** Asks the bank, on a person's press. */
  askBank(): Promise<void>
  /** Shows all matching sales of this computer, in Sales. */
  showAllMatching(search: string): void
}
