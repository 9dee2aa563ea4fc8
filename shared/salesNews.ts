import * as z from 'zod/mini'
import { QueueView, SaleFilter, SaleView } from './sale.ts'

/** Above this many changed rows in one turn, reading a page again costs less. */
export const NEWS_ROWS_MAX = 100

/** Count and sum of each whole list, without a search. */
export const ListTotals = z.record(SaleFilter, z.strictObject({ count: z.int(), kobo: z.int() }))
export type ListTotals = z.output<typeof ListTotals>

/** What one turn of main's loop changed. The screen merges it into its lists, or reads them again. */
export const SalesNews = z.strictObject({
  /** As in the answers: a page of this or a later revision includes these changes. */
  revision: z.int(),
  /** The previous revision sent. A reader with a lower one missed an event, and reads again. */
  since: z.int(),
  /** The signed-in client's changed rows. Null if too many, or if any row may have changed: read all again. */
  sales: z.nullable(z.array(SaleView).check(z.maxLength(NEWS_ROWS_MAX))),
  /** Other rows may show something else too, such as why they wait: lists must be read again. */
  areOthersChanged: z.boolean(),
  /** Null if the sales file cannot be read. */
  queue: z.nullable(QueueView),
  /** Null if the sales file cannot be read, or no client is signed in. */
  totals: z.nullable(ListTotals),
})
export type SalesNews = z.output<typeof SalesNews>
