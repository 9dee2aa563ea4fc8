import * as z from 'zod/mini'
import { SaleFilter, SaleOrder } from './sale.ts'

/** How wide the detail beside a list may be made, CSS px: it stays readable, and so does the list. */
export const PANE_WIDTH_PX = { min: 320, preferred: 400, max: 560 } as const

/**
 * How the lists of this computer are shown. Anybody may change it, and it comes back after a restart. A search and its
 * days do not: an old day taken for today would mislead.
 */
export const Arrangement = z.strictObject({
  paneWidthPx: z.int().check(z.minimum(PANE_WIDTH_PX.min), z.maximum(PANE_WIDTH_PX.max)),
  /** Of the list of transactions. */
  saleFilter: SaleFilter,
  saleOrder: SaleOrder,
})
export type Arrangement = z.output<typeof Arrangement>

export const STANDARD_ARRANGEMENT: Arrangement = {
  paneWidthPx: PANE_WIDTH_PX.preferred,
  saleFilter: 'all',
  saleOrder: 'newest',
}
