import * as z from 'zod/mini'
import { SaleView } from './sale.ts'

/** What of a sale a search text met, from the surest to the vaguest; a found sale is listed under the first. */
export const FoundBy = z.enum([
  /** The whole reference, or its beginning. */
  'reference',
  /** The bank's own reference: whole, its beginning or its end. */
  'bankReference',
  /** The last characters of the reference, which rows show as `…7A7V`. */
  'referenceEnd',
  'amount',
  'note',
  /** The account name of the sale's terminal, in the list of terminals that this computer keeps. */
  'accountName',
])
export type FoundBy = z.output<typeof FoundBy>

/** The most sales in one group of an answer. */
export const FOUND_IN_GROUP_MAX = 10

export const SalesFound = z.strictObject({
  /** In the order of {@link FoundBy}, each with its newest sales first; no empty group, and no sale twice. */
  groups: z.array(
    z.strictObject({
      by: FoundBy,
      sales: z.array(SaleView),
      /** There are more; a list of sales has them all. */
      hasMore: z.boolean(),
    }),
  ),
  /** What the text was compared with; it depends on the text. */
  searched: z.array(FoundBy),
  /**
   * References and amounts are found in all sales at once. For the rest sales are read one by one, from the newest back,
   * up to this one; `next` continues there.
   */
  readThrough: z.strictObject({
    count: z.int(),
    oldestAtMs: z.nullable(z.number()),
    /** Null once the oldest sale was read. */
    next: z.nullable(z.int()),
  }),
})
export type SalesFound = z.output<typeof SalesFound>
