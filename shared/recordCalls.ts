import * as z from 'zod/mini'
import { empty, saleKey, text } from './doorBounds.ts'
import {
  DateBasis,
  RECORD_PAGE_MAX,
  RecordByReferenceView,
  RecordFilter,
  RecordPage,
  RecordSearchView,
} from './record.ts'
import { DayView } from './day.ts'
import { ExportView, ReportFormat } from './report.ts'
import { SaleRange } from './days.ts'
import { SaleFilter } from './sale.ts'

/** Made by the screen for each search, so that it recognises a late answer. */
const searchId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/u))
const day = z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/u))

/** The calls about the bank's records, and about exported files. */
export const recordCalls = {
  /** Reads every page and reports each by `records.progress`. A new search ends the previous one. */
  'records.search': {
    request: z.strictObject({
      searchId,
      terminalId: text(200),
      dateFrom: day,
      dateTo: day,
      basis: DateBasis,
    }),
    response: RecordSearchView,
  },
  /** Of the records that a search has read, newest first. */
  'records.page': {
    request: z.strictObject({
      searchId,
      filter: RecordFilter,
      offset: z.int().check(z.minimum(0)),
      limit: z.int().check(z.minimum(1), z.maximum(RECORD_PAGE_MAX)),
    }),
    response: RecordPage,
  },
  /** The search then returns what it has, as Incomplete. A finished search stays as it is. */
  'records.cancel': { request: z.strictObject({ searchId }), response: empty },
  /** A day of a terminal, or of all (null), against what the bank has said of it; `isRead` reads its list first. */
  'day.view': {
    request: z.strictObject({ terminalId: z.nullable(text(200)), day, isRead: z.boolean() }),
    response: DayView,
  },
  'records.byReference': { request: saleKey, response: RecordByReferenceView },
  /** Exports this computer's matching sales; a dialog asks where. */
  'reports.sales': {
    request: z.strictObject({
      filter: SaleFilter,
      /** As in `sales.page`. */
      range: z.optional(SaleRange),
      search: text(200),
      format: ReportFormat,
    }),
    response: ExportView,
  },
  /** Exports the records that a search has read. Refused while it is Incomplete. */
  'reports.records': {
    request: z.strictObject({ searchId, filter: RecordFilter, format: ReportFormat }),
    response: ExportView,
  },
  /** Exports every difference of a day, as last read, with its sums. */
  'reports.day': {
    request: z.strictObject({ terminalId: z.nullable(text(200)), day, format: ReportFormat }),
    response: ExportView,
  },
  /** Ends the file that is being written; it leaves none. `reports.progress` tells of the rows. */
  'reports.cancel': { request: empty, response: empty },
  /** Shows the file that was written last in its folder. Nothing happens if there is none. */
  'files.showLast': { request: empty, response: empty },
  /** Exports `settings.diagnostics` with the newest log lines. */
  'reports.diagnostics': { request: empty, response: ExportView },
} as const
