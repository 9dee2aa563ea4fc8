import { callError, type CallError } from '../../shared/callError.ts'
import type { Request } from '../../shared/contract.ts'
import { createDecimalSum, nairaText } from '../../shared/money.ts'
import type { RecordFilter } from '../../shared/record.ts'
import type { ExportView } from '../../shared/report.ts'
import { type Span, spanOf } from '../../shared/days.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { SaleView } from '../../shared/sale.ts'
import type { Profile } from '../gateway/profile.ts'
import type { Clock, Files } from '../ports.ts'
import type { FoundRecords } from '../settlements/foundRecords.ts'
import type { RecordQuery } from '../settlements/recordQuery.ts'
import type { RecordSearch } from '../settlements/recordSearch.ts'
import { amountCell } from './amounts.ts'
import { bySlices, type Turn } from '../slices.ts'
import { BYTE_ORDER_MARK, csvLine, decimal, text, type Cell } from './csv.ts'
import { daysText, fileName, headRows, localTime, type ReportHead } from './head.ts'
import { recordCells, recordsHeader, totalsCells } from './recordsTable.ts'
import { saleRowCells, salesHeader } from './salesTable.ts'

/** Files that a person asks for. They hold what the screen shows, no more. */
export interface Reports {
  sales(request: Request<'reports.sales'>): Promise<Result<ExportView, CallError>>
  records(request: Request<'reports.records'>): Promise<Result<ExportView, CallError>>
}

export interface SaleSlices {
  slice(
    query: Pick<Request<'reports.sales'>, 'filter' | 'search'> & { readonly span: Span | null },
    before: Pick<SaleView, 'recordedAtMs' | 'sequence'> | null,
    limit: number,
  ): readonly SaleView[]
}

/** A terminal ID has no documented length (docs/service.md 2). */
const NAME_PART_MAX = 40

/** After each slice others get a turn: a report of years must not delay a sale. */
const SLICE_ROWS = 500

export function createReports(options: {
  readonly profile: Pick<Profile, 'name' | 'environment'>
  readonly clock: Pick<Clock, 'wallNowMs'>
  readonly turn: Turn
  readonly files: Files
  /** Who is signed in. */
  readonly clientId: () => string | null
  readonly sales: SaleSlices
  readonly records: Pick<RecordSearch, 'found'>
}): Reports {
  const { profile, clock, turn, files, clientId, sales, records } = options

  const head = (title: string, facts: ReportHead['facts']): ReportHead => ({
    title,
    environment: profile.environment,
    profileName: profile.name,
    madeAtMs: clock.wallNowMs(),
    facts,
  })

  /**
   * Reads the sales from the newest to the oldest, in slices. It leaves out sales recorded meanwhile. A sale that
   * changes meanwhile is the same in the table and in the sum.
   * @returns whether all were read: false after a sign-out or a sign-in of another client
   */
  async function eachSlice(
    request: Parameters<SaleSlices['slice']>[0],
    work: (slice: readonly SaleView[]) => void,
  ): Promise<boolean> {
    const asking = clientId()
    let before: SaleView | null = null
    for (;;) {
      if (clientId() !== asking) return false
      const slice = sales.slice(request, before, SLICE_ROWS)
      await bySlices(slice, turn, work)
      before = slice.at(-1) ?? null
      if (slice.length < SLICE_ROWS || before === null) return true
      await turn()
    }
  }

  return {
    sales: async (request) => {
      const { forSpreadsheet, filter, range, search } = request
      // The days of the moment it was asked for: midnight may come in between.
      const span = search.trim() === '' ? spanOf(range ?? 'all', clock.wallNowMs()) : null
      const table: string[] = []
      const sum = createDecimalSum()
      let rowCount = 0
      const areAll = await eachSlice({ filter, search, span }, (slice) => {
        table.push(linesOf(slice.map(saleRowCells), forSpreadsheet))
        for (const { amountKobo } of slice) sum.add(nairaText(amountKobo))
        rowCount += slice.length
      })
      if (!areAll) return callError('notSignedIn', { reason: 'overtaken' })
      const report = head('Sales recorded on this computer', [
        ['Dates', "this computer's time of recording"],
        ['Days', span === null ? 'all' : daysText(span)],
        ['Shown', filter],
        ['Search', search.trim()],
      ])
      return save(
        files,
        { name: fileName('sales', report), rowCount, forSpreadsheet },
        [...headRows(report), salesHeader],
        table,
        [[], [text('Sales'), decimal(String(rowCount))], [text('Total amount NGN'), amountCell(sum.total())]],
      )
    },

    records: async (request) => {
      const asking = clientId()
      const found = await records.found(request)
      if (!found.ok) return found
      const { incompleteReason, today, totals } = found.value
      if (incompleteReason !== null) return callError('incomplete', { reason: incompleteReason })
      const report = head('Records of the bank', recordFacts(found.value, request.filter))
      const { forSpreadsheet } = request
      const table: string[] = []
      await bySlices(found.value.records, turn, (slice) => {
        table.push(
          linesOf(
            slice.map((record) => recordCells(record, today)),
            forSpreadsheet,
          ),
        )
      })
      if (clientId() !== asking) return callError('notSignedIn', { reason: 'overtaken' })
      return save(
        files,
        { name: fileName(recordsKind(found.value.query), report), rowCount: totals.count, forSpreadsheet },
        [...headRows(report), recordsHeader],
        table,
        totalsCells(totals),
      )
    },
  }
}

const linesOf = (rows: readonly (readonly Cell[])[], forSpreadsheet: boolean): string =>
  rows.map((row) => csvLine(row, { forSpreadsheet })).join('')

/** @param table the lines of the file, one text for each slice */
async function save(
  files: Files,
  report: { readonly name: string; readonly rowCount: number; readonly forSpreadsheet: boolean },
  head: readonly (readonly Cell[])[],
  table: readonly string[],
  foot: readonly (readonly Cell[])[],
): Promise<Result<ExportView, CallError>> {
  const { name, rowCount, forSpreadsheet } = report
  const texts = [BYTE_ORDER_MARK + linesOf(head, forSpreadsheet), ...table, linesOf(foot, forSpreadsheet)]
  const saved = await files.save(name, texts)
  return saved.ok ? ok({ file: saved.value, rowCount }) : callError('fileNotWritten', { reason: saved.error })
}

/** What the head of the file says about a search. */
function recordFacts(found: FoundRecords, filter: RecordFilter): ReportHead['facts'] {
  const { query, readFrom, undatedCount, strayCount, readAtMs } = found
  const isByPaidDate = query.basis === 'paidDate'
  return [
    ['Terminal', query.terminalId],
    ['Days', `${query.dateFrom} to ${query.dateTo}`],
    ['Basis', isByPaidDate ? 'by paid date' : 'by sale date'],
    ...(isByPaidDate
      ? [
          ['Sales read from', readFrom] as const,
          ['Not in this file', `sales received before ${readFrom}, whenever they were paid`] as const,
        ]
      : []),
    ...(undatedCount > 0 ? [['Rows whose day cannot be read', String(undatedCount)] as const] : []),
    ...(strayCount > 0 ? [['Left out, of days that were not asked for', String(strayCount)] as const] : []),
    ['Shown', shownWords(filter)],
    ['Read from the bank', localTime(readAtMs)],
  ]
}

/** `records-2ABC1234-2026-11-20-to-2026-11-21-by-paid-date-made`: the file says what it holds before it is opened. */
function recordsKind({ terminalId, dateFrom, dateTo, basis }: RecordQuery): string {
  const terminal = terminalId.replaceAll(/[^A-Za-z0-9.-]/gu, '-').slice(0, NAME_PART_MAX)
  const days = dateFrom === dateTo ? dateFrom : `${dateFrom}-to-${dateTo}`
  return ['records', terminal, days, basis === 'paidDate' ? 'by-paid-date' : 'by-sale-date', 'made'].join('-')
}

const SHOWN: Readonly<Record<RecordFilter['show'], string>> = {
  all: 'all',
  paid: 'paid',
  unpaid: 'unpaid',
  elsewhere: 'made elsewhere',
}

function shownWords({ show, amountText }: RecordFilter): string {
  const amount = amountText.trim()
  return amount === '' ? SHOWN[show] : `${SHOWN[show]}, amount ${amount}`
}
