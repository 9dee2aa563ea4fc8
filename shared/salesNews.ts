import * as z from 'zod/mini'
import { QueueView, SaleFilter, SaleView } from './sale.ts'

/** More changed rows than these in one turn are not told one by one: reading a page anew costs less. */
export const NEWS_ROWS_MAX = 100

/** Count and sum of all that each list holds where nothing is searched for. */
export const ListTotals = z.record(SaleFilter, z.strictObject({ count: z.int(), kobo: z.int() }))
export type ListTotals = z.output<typeof ListTotals>

/** What one turn of main's loop changed. The screen puts it into the lists that it shows, or reads them anew. */
export const SalesNews = z.strictObject({
  /** As in the answers: a page of this revision, or a later one, has these changes already. */
  revision: z.int(),
  /** The revision that was told before. A reader that has a lower one has missed something, and reads anew. */
  since: z.int(),
  /**
   * The rows that changed, as they are now, of the client signed in alone. Null where they are too many, or
   * where any row may be another: everything shown is to be read anew.
   */
  sales: z.nullable(z.array(SaleView).check(z.maxLength(NEWS_ROWS_MAX))),
  /** Other rows may say something else as well, such as why they wait: lists are to be read anew. */
  areOthersChanged: z.boolean(),
  /** Null where the sales file cannot be read. */
  queue: z.nullable(QueueView),
  /** Null where the sales file cannot be read, and while no client is signed in. */
  totals: z.nullable(ListTotals),
})
export type SalesNews = z.output<typeof SalesNews>
