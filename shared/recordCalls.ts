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
import { ExportView } from './report.ts'
import { SaleFilter } from './sale.ts'

/** Made by the screen, one for each search, so that an answer that comes late is known for what it is. */
const searchId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/u))
const day = z.string().check(z.regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/u))

/** The calls about the bank's records, and about the files that a person asks for. */
export const recordCalls = {
  /** Reads every page and tells of each by `records.progress`. Another search ends the one before it. */
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
  /** The search then answers with what it has, as Incomplete. A search that is over is left as it is. */
  'records.cancel': { request: z.strictObject({ searchId }), response: empty },
  'records.byReference': { request: saleKey, response: RecordByReferenceView },
  /** A file of this computer's sales that match; a dialog asks where. */
  'reports.sales': {
    request: z.strictObject({ filter: SaleFilter, search: text(200), forSpreadsheet: z.boolean() }),
    response: ExportView,
  },
  /** A file of the records that a search has read. Not while it is Incomplete. */
  'reports.records': {
    request: z.strictObject({ searchId, filter: RecordFilter, forSpreadsheet: z.boolean() }),
    response: ExportView,
  },
  /** A text file of `settings.diagnostics` with the newest lines of the log. */
  'reports.diagnostics': { request: empty, response: ExportView },
} as const
