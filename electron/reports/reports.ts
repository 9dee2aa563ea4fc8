import { callError, type CallError } from '../../shared/callError.ts'
import { type DisputePage, DISPUTES_AT_ONCE } from '../../shared/dispute.ts'
import type { Request } from '../../shared/contract.ts'
import type { DayView } from '../../shared/day.ts'
import { type Span, spanOf } from '../../shared/days.ts'
import { createDecimalSum, nairaText } from '../../shared/money.ts'
import type { ExportProgress, ExportView, ReportFormat } from '../../shared/report.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { RecordFilter } from '../../shared/record.ts'
import type { SaleView } from '../../shared/sale.ts'
import { PART_OF } from '../../shared/standing.ts'
import type { Profile } from '../gateway/profile.ts'
import { PaidSums } from '../outbox/rules/paidSums.ts'
import type { SaleOfFile } from '../outbox/sales.ts'
import type { Clock, Files } from '../ports.ts'
import type { FoundRecords } from '../settlements/foundRecords.ts'
import type { RecordQuery } from '../settlements/recordQuery.ts'
import type { RecordSearch } from '../settlements/recordSearch.ts'
import { SLICE_SIZE, type Breathe } from '../work/slices.ts'
import { amount, type Cell, count } from './cell.ts'
import { csvFile } from './csvFile.ts'
import { jsonLines } from './jsonLines.ts'
import { recordCells, recordsColumns, recordTotals } from './recordsTable.ts'
import {
  daysText,
  fileName,
  partOfName,
  type Report,
  type ReportHead,
  type Total,
  wallClock,
  wallText,
} from './report.ts'
import {
  dayCells,
  dayColumns,
  dayTotals,
  disputeCells,
  disputeColumns,
  saleCells,
  salesColumns,
} from './tables.ts'
import { workbook } from './workbook.ts'

/** Files that a person asks for. They hold what the screen shows, no more. */
export interface Reports {
  sales(request: Request<'reports.sales'>): Promise<Result<ExportView, CallError>>
  records(request: Request<'reports.records'>): Promise<Result<ExportView, CallError>>
  day(request: Request<'reports.day'>): Promise<Result<ExportView, CallError>>
  disputes(request: Request<'reports.disputes'>): Promise<Result<ExportView, CallError>>
  /** Ends the file that is being written, and leaves none. */
  cancel(): void
}

export interface SaleSlices {
  slice(
    query: Pick<Request<'reports.sales'>, 'filter' | 'search'> & { readonly span: Span | null },
    before: Pick<SaleView, 'recordedAtMs' | 'sequence'> | null,
    limit: number,
  ): readonly SaleOfFile[]
}

const FILES: Readonly<Record<ReportFormat, (report: Report) => AsyncIterable<string | Uint8Array>>> = {
  csv: csvFile,
  jsonl: jsonLines,
  xlsx: workbook,
}

export function createReports(options: {
  readonly profile: Pick<Profile, 'name' | 'environment' | 'serviceTimeZone'>
  readonly clock: Pick<Clock, 'wallNowMs'>
  readonly breathe: Breathe
  readonly files: Files
  /** Who is signed in. */
  readonly clientId: () => string | null
  readonly sales: SaleSlices
  readonly records: Pick<RecordSearch, 'found'>
  /** With every line. */
  readonly day: (
    asked: Pick<Request<'reports.day'>, 'terminalId' | 'day'>,
  ) => Promise<Result<DayView, CallError>>
  readonly disputes: (asked: Request<'disputes.page'>) => Result<DisputePage, CallError>
  readonly onProgress: (progress: ExportProgress) => void
}): Reports {
  const { profile, clock, breathe, files, clientId, sales, records } = options
  const clockAt = wallClock(profile.serviceTimeZone)
  const momentText = (atMs: number): string => wallText(clockAt(atMs))
  const moment = (atMs: number): Cell => {
    const time = clockAt(atMs)
    return { kind: 'time', time, text: wallText(time) }
  }
  let running: { isCancelled: boolean } | null = null

  const head = (title: string, facts: ReportHead['facts']): ReportHead => ({
    title,
    environment: profile.environment,
    profileName: profile.name,
    timeZone: profile.serviceTimeZone,
    madeAtMs: clock.wallNowMs(),
    facts,
  })

  /** The sales from the newest to the oldest. Those recorded meanwhile are left out. */
  async function* slicesOfSales(
    request: Parameters<SaleSlices['slice']>[0],
  ): AsyncGenerator<readonly SaleOfFile[]> {
    for (let before: SaleOfFile | null = null; ;) {
      const slice: readonly SaleOfFile[] = sales.slice(request, before, SLICE_SIZE)
      if (slice.length > 0) yield slice
      before = slice.at(-1) ?? null
      if (slice.length < SLICE_SIZE || before === null) return
      await breathe()
    }
  }

  async function* slicesOf<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
    for (let start = 0; start < items.length; start += SLICE_SIZE) {
      if (start > 0) await breathe()
      yield items.slice(start, start + SLICE_SIZE)
    }
  }

  /** Asks where, and writes. If the client changes or the person cancels meanwhile, no file is left. */
  async function save(
    report: Report,
    format: ReportFormat,
    asking: string | null,
  ): Promise<Result<ExportView, CallError>> {
    const own = { isCancelled: false }
    running = own
    let rowCount = 0
    async function* watched(): ReturnType<Report['slices']> & AsyncGenerator<readonly (readonly Cell[])[]> {
      for await (const slice of report.slices()) {
        if (own.isCancelled || clientId() !== asking) throw new Error('The file is not wanted any more')
        yield slice
        rowCount += slice.length
        options.onProgress({ rowCount })
      }
    }
    const parts = FILES[format]({ ...report, slices: watched })
    const saved = await files.save(`${report.name}.${format}`, parts)
    if (running === own) running = null
    if (clientId() !== asking) return callError('notSignedIn', { reason: 'overtaken' })
    if (!saved.ok && own.isCancelled) return ok({ file: null, rowCount: 0 })
    return saved.ok
      ? ok({ file: saved.value, rowCount })
      : callError('fileNotWritten', { reason: saved.error })
  }

  return {
    sales: async ({ format, filter, range, search }) => {
      // The days of the moment it was asked for: midnight may come in between.
      const span = search.trim() === '' ? spanOf(range ?? 'all', clock.wallNowMs()) : null
      const asked = head('Sales recorded on this computer', [
        ['Source', 'what this computer keeps'],
        ['Dates', 'when a sale was recorded'],
        ['Days', span === null ? 'all' : daysText(span)],
        ['Shown', filter],
        ['Search', search.trim()],
        ['Complete', 'yes'],
      ])
      const [sum, recorded, besides] = [tally(), tally(), tally()]
      const paid = new PaidSums()
      async function* slices(): AsyncGenerator<readonly (readonly Cell[])[]> {
        for await (const slice of slicesOfSales({ filter, search, span })) {
          // Read once: a sale that changes meanwhile is the same in the table and in the sum.
          for (const sale of slice) {
            const naira = nairaText(sale.amountKobo)
            sum.add(naira)
            ;(PART_OF[sale.standing] === 'none' ? besides : recorded).add(naira)
            const { amountSettled: settled, otherAmount } = sale
            if (sale.standing === 'paid') paid.add({ settled, accepted: otherAmount ?? naira })
          }
          yield slice.map((sale) => saleCells(sale, moment))
        }
      }
      const report: Report = {
        name: fileName(`sales-${span === null ? 'all-days' : partOfName(daysText(span))}`, asked),
        sheet: 'Sales',
        head: asked,
        columns: salesColumns,
        slices,
        totals: () => [
          ...sum.told('Sales', 'Total amount NGN', 'amount'),
          ...recorded.told('Recorded', 'Recorded NGN'),
          ...besides.told('Refused, removed or written off', 'Refused, removed or written off NGN'),
          { label: 'Paid sales', cell: count(paid.count) },
          { label: 'Settled of the paid NGN', cell: amount(paid.settled()), under: 'settled' },
          { label: 'Fees on paid sales NGN', cell: amount(paid.fees()), under: 'fee' },
        ],
      }
      return save(report, format, clientId())
    },

    records: async (request) => {
      const asking = clientId()
      const found = await records.found(request)
      if (!found.ok) return found
      const { incompleteReason, today, totals, query } = found.value
      if (incompleteReason !== null) return callError('incomplete', { reason: incompleteReason })
      const asked = head('Records of the bank', recordFacts(found.value, request.filter, momentText))
      const report: Report = {
        name: fileName(recordsKind(query), asked),
        sheet: 'Records',
        head: asked,
        columns: recordsColumns,
        async *slices() {
          for await (const slice of slicesOf(found.value.records))
            yield slice.map((record) => recordCells(record, today))
        },
        totals: () => recordTotals(totals),
      }
      return save(report, request.format, asking)
    },

    disputes: async ({ format, show }) => {
      const asked = head('Disputes with the bank', [
        ['Source', 'what people said of each case on this computer'],
        ['Shown', show],
        ['Complete', 'yes'],
      ])
      const [stake, recovered] = [tally(), tally()]
      async function* slices(): AsyncGenerator<readonly (readonly Cell[])[]> {
        for (let offset = 0; ; offset += DISPUTES_AT_ONCE) {
          const page = options.disputes({ show, offset })
          if (!page.ok) throw new Error(page.error.code)
          const { rows } = page.value
          for (const row of rows) {
            stake.add(row.atStake)
            recovered.add(row.recovered ?? '0')
          }
          if (rows.length > 0) yield rows.map((row) => disputeCells(row, moment))
          if (rows.length < DISPUTES_AT_ONCE) return
          await breathe()
        }
      }
      const report: Report = {
        name: fileName(`disputes-${show}`, asked),
        sheet: 'Disputes',
        head: asked,
        columns: disputeColumns,
        slices,
        totals: () => [
          ...stake.told('Disputes', 'At stake NGN', 'atStake'),
          ...recovered.told('Disputes', 'Recovered NGN', 'recovered').slice(1),
        ],
      }
      return save(report, format, clientId())
    },

    day: async ({ format, terminalId, day }) => {
      const asking = clientId()
      const answer = await options.day({ terminalId, day })
      if (!answer.ok) return answer
      const view = answer.value
      const asked = head('A day, here and at the bank', [
        ['Source', "this computer's sales, and the bank's records as last read"],
        ['Terminal', terminalId ?? `all of this counter: ${view.terminals.join(', ')}`],
        ['Day', day],
        ['Basis', 'the day the bank received a sale; without a record, the day it was recorded'],
        ['Bank read at', view.asOfMs === null ? 'not yet' : momentText(view.asOfMs)],
        ['Complete', view.asOfMs === null ? "no: the bank's list of the day was not read to its end" : 'yes'],
      ])
      const report: Report = {
        name: fileName(`day-${partOfName(terminalId ?? 'all')}-${day}`, asked),
        sheet: 'Day',
        head: asked,
        columns: dayColumns,
        async *slices() {
          for await (const slice of slicesOf(view.asOfMs === null ? [] : view.lines))
            yield slice.map((line) => dayCells(line, moment))
        },
        totals: () => dayTotals(view),
      }
      return save(report, format, asking)
    },

    cancel: () => {
      if (running !== null) running.isCancelled = true
    },
  }
}

/** What the head of the file says about a search. */
function recordFacts(
  found: FoundRecords,
  filter: RecordFilter,
  momentText: (atMs: number) => string,
): ReportHead['facts'] {
  const { query, readFrom, undatedCount, strayCount, readAtMs } = found
  const isByPaidDate = query.basis === 'paidDate'
  return [
    ['Source', "the bank's list"],
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
    ['Read from the bank', momentText(readAtMs)],
    ['Complete', 'yes'],
  ]
}

/** `records-2ABC1234-2026-11-20-to-2026-11-21-by-paid-date`: the file says what it holds before it is opened. */
function recordsKind({ terminalId, dateFrom, dateTo, basis }: RecordQuery): string {
  const days = dateFrom === dateTo ? dateFrom : `${dateFrom}-to-${dateTo}`
  const by = basis === 'paidDate' ? 'by-paid-date' : 'by-sale-date'
  return ['records', partOfName(terminalId), days, by].join('-')
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

/** A count and a sum, as lines of the foot of a file. */
function tally() {
  const sum = createDecimalSum()
  let added = 0
  return {
    add: (naira: string): void => {
      sum.add(naira)
      added += 1
    },
    told: (counted: string, summed: string, under?: string): readonly Total[] => [
      { label: counted, cell: count(added) },
      { label: summed, cell: amount(sum.total()), ...(under === undefined ? {} : { under }) },
    ],
  }
}
