import type { CallError } from '../../shared/callError.ts'
import type { CallResult } from '../../shared/contract.ts'
import type { DayCloseView } from '../../shared/dayClose.ts'
import type { DisputeView } from '../../shared/dispute.ts'
import type { PaperLine, PaperWidth } from '../../shared/paper.ts'
import type { RecordByReferenceView } from '../../shared/record.ts'
import type { SaleDetail, SaleView } from '../../shared/sale.ts'
import type { TerminalChangeView } from '../../shared/terminalChange.ts'

/** What the messages of a close's paper are about; no reference begins with a space. */
export const CLOSE_PAPER = ' close '
/** The same of a printer's test page. */
export const TEST_PAPER = ' test '

/** What is laid out for printing. `madeAtMs`: this computer's clock. `width`: of the paper that it is printed on. */
export type Paper =
  SalePaper | DisputePaper | ReceiptPaper | ClosePaper | MonthPaper | ChangePaper | TestPaper

/** Everything about a reference, for the bank. */
export interface SalePaper {
  readonly kind: 'sale'
  readonly transactionId: string
  /** Null: this counter has no such sale. */
  readonly detail: SaleDetail | null
  /** What the bank said when it was asked for this paper; null: it did not answer. */
  readonly asked: RecordByReferenceView | null
  readonly madeAtMs: number
}

/** A case with the bank, and everything about its sales. */
export interface DisputePaper {
  readonly kind: 'dispute'
  readonly dispute: DisputeView
  /** The first ones. */
  readonly sales: readonly SalePaper[]
  readonly width: '210'
  readonly madeAtMs: number
}

/** For the customer. */
export interface ReceiptPaper {
  readonly kind: 'receipt'
  readonly sale: SaleView
  /** 1 for the first one. */
  readonly copy: number
  readonly width: PaperWidth
  readonly madeAtMs: number
}

/** The close of a day. */
export interface ClosePaper {
  readonly kind: 'close'
  readonly close: DayCloseView
  readonly isReprint: boolean
  readonly width: PaperWidth
}

/** The closes of a month, a line each. */
export interface MonthPaper {
  readonly kind: 'month'
  /** `2026-11`. */
  readonly month: string
  readonly closes: readonly DayCloseView[]
  readonly width: '210'
  readonly madeAtMs: number
}

/** What was asked of the bank about a terminal, and what came of it. */
export interface ChangePaper {
  readonly kind: 'change'
  readonly change: TerminalChangeView
  readonly width: PaperWidth
  readonly madeAtMs: number
}

/** Shows which part of a paper a printer prints on. */
export interface TestPaper {
  readonly kind: 'test'
  readonly width: PaperWidth
}

export interface PaperState {
  readonly paper: Paper | null
  readonly isBusy: boolean
  /** The reference that `said` is about. */
  readonly about: string | null
  readonly said: string | null
  readonly isProblem: boolean
  /** Whether `said` is about a file that was written. */
  readonly isFile: boolean
}

export const noPaper: PaperState = {
  paper: null,
  isBusy: false,
  about: null,
  said: null,
  isProblem: false,
  isFile: false,
}

export interface PaperActions {
  /**
   * Lays a paper out, and has main make a file of it.
   * @param about what its messages are about
   * @param problem why there is none, in words
   */
  makePaper(
    about: string,
    paper: () => Promise<Paper>,
    make: () => Promise<CallResult<'paper.pdf'>>,
    problem?: (error: CallError) => string,
  ): Promise<void>
  /** Everything about a reference, with the bank asked anew. */
  salePaper(transactionId: string): Promise<SalePaper>
  /** Saves everything about a reference, with the bank asked anew. */
  saveSale(transactionId: string, format: 'pdf' | 'json'): Promise<void>
  printReceipt(transactionId: string): Promise<void>
  printClose(close: DayCloseView, isReprint: boolean): Promise<void>
  printCloses(month: string, closes: readonly DayCloseView[]): Promise<void>
  /** Saves a close as a file that can be checked without Tillside. */
  saveClose(number: number): Promise<void>
  printChange(change: TerminalChangeView): Promise<void>
  printTest(): Promise<void>
  /** The paper is laid out. @param lengthMm its height @param lines for a printer that takes texts alone */
  paperDrawn(lengthMm: number, lines: readonly PaperLine[]): void
}
