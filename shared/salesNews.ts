import * as z from 'zod/mini'
import { QueueView, SaleView } from './sale.ts'

/** Above this many changed rows in one turn, they come with the page alone. */
export const NEWS_ROWS_MAX = 100

/** What one turn of main's loop changed. The screen reads the lists in view again, unless they have it already. */
export const SalesNews = z.strictObject({
  /** As in the answers: a page of this or a later revision includes these changes. */
  revision: z.int(),
  /** The signed-in client's changed rows, so that what is in view changes at once. Null if too many, or all. */
  sales: z.nullable(z.array(SaleView).check(z.maxLength(NEWS_ROWS_MAX))),
  /** Null if the sales file cannot be read. */
  queue: z.nullable(QueueView),
})
export type SalesNews = z.output<typeof SalesNews>
