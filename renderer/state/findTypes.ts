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

export type FindMode = 'dates' | 'reference'

/** Records of one page of what a search has read, with the totals of all that match the filter. */
export interface ShownRecords {
  readonly records: readonly RecordView[]
  readonly offset: number
  readonly totals: RecordTotals
}

export interface FindState {
  /** What stands in the field; null until something is entered, and then it is this counter's own. */
  readonly terminalId: string | null
  /** Null until one is chosen: the service's today. */
  readonly dateFrom: string | null
  readonly dateTo: string | null
  readonly basis: DateBasis
  readonly filter: RecordFilter
  /** Of the search under way; null where none is. */
  readonly searchId: string | null
  readonly isReading: boolean
  readonly progress: RecordProgress | null
  readonly problem: string | null
  /** The last search that came to its end, complete or not. */
  readonly result: RecordSearchView | null
  /** Null until a search has ended. */
  readonly shown: ShownRecords | null
  readonly filterProblem: string | null
  readonly openRecordId: number | null
}

/** What was found under one reference, here and at the bank. */
export interface LookUpState {
  /** What stands in the field. */
  readonly text: string
  /** What was asked for last; empty before the first time. */
  readonly asked: string
  readonly isReading: boolean
  /** Sales of this computer, by their ids in `sales`; null before an answer. */
  readonly localIds: readonly string[] | null
  /** Of all that match here, of which the first are shown. */
  readonly localCount: number
  /** The sale of this computer that has this very reference, in whatever letters; null where none has. */
  readonly exactId: string | null
  /** What the bank is asked about, or was; null where it was not asked. */
  readonly bankAsked: string | null
  readonly isAskingBank: boolean
  /** What the bank answered; null before, and where it was not asked. */
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
  /** Looks for one reference, here and at the bank. */
  lookUp(reference: string): Promise<void>
  /** Asks the bank about the very text that was looked up, where that was not done by itself. */
  askBank(): Promise<void>
  /** All sales of this computer that match, in Transactions. */
  showAllMatching(search: string): void
}
