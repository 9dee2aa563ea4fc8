import * as z from 'zod/mini'
import { QuickRange } from './days.ts'
import { SaleFilter, SaleOrder } from './sale.ts'

/** Width of the detail beside a list, CSS px: both stay readable. */
export const PANE_WIDTH_PX = { min: 320, preferred: 400, max: 560 } as const

/** How this computer shows its lists, and whether it has welcomed; open to all users. Searches are not kept: an old day would mislead. */
export const ViewPreferences = z.strictObject({
  paneWidthPx: z.int().check(z.minimum(PANE_WIDTH_PX.min), z.maximum(PANE_WIDTH_PX.max)),
  /** Of the list of sales. */
  saleFilter: SaleFilter,
  saleOrder: SaleOrder,
  saleRange: z._default(QuickRange, 'all'),
  /** The welcome of Practice was seen or skipped; so it was where preferences are older than the welcome. */
  isWelcomed: z._default(z.boolean(), true),
})
export type ViewPreferences = z.output<typeof ViewPreferences>

export const STANDARD_VIEW_PREFERENCES: ViewPreferences = {
  paneWidthPx: PANE_WIDTH_PX.preferred,
  saleFilter: 'all',
  saleOrder: 'newest',
  saleRange: 'all',
  isWelcomed: false,
}
