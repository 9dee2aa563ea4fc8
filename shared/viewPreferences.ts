import * as z from 'zod/mini'
import { QuickRange } from './days.ts'
import { SaleFilter, SaleOrder } from './sale.ts'

/** Width of the detail beside a list, CSS px: both stay readable. */
export const PANE_WIDTH_PX = { min: 320, preferred: 400, max: 560 } as const

/** How this computer shows its lists; open to all users. Searches are not kept: an old day would mislead. */
export const ViewPreferences = z.strictObject({
  paneWidthPx: z.int().check(z.minimum(PANE_WIDTH_PX.min), z.maximum(PANE_WIDTH_PX.max)),
  /** Of the list of sales. */
  saleFilter: SaleFilter,
  saleOrder: SaleOrder,
  saleRange: z._default(QuickRange, 'all'),
})
export type ViewPreferences = z.output<typeof ViewPreferences>

export const STANDARD_VIEW_PREFERENCES: ViewPreferences = {
  paneWidthPx: PANE_WIDTH_PX.preferred,
  saleFilter: 'all',
  saleOrder: 'newest',
  saleRange: 'all',
}
