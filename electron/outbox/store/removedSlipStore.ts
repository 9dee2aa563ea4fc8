import type { Database } from '../../storage/database.ts'
import { NEVER_MS } from '../rules/delays.ts'
import { keyOf, OF_DESTINATION } from './saleConditions.ts'
import { by } from './saleIndexStore.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { foundDamaged, saleFrom } from './storedSale.ts'
import { WAS_TYPED } from './typedStore.ts'

/** `sinceMs` is by this computer's clock: a slip removed before it is forgotten, unless it is still watched. */
export type RemovedSlipAsked = readonly [
  destination: Destination,
  sale: { readonly terminalId: string; readonly amountKobo: number },
  sinceMs: number,
]

/**
 * The newest removed sale of that terminal and amount that the bank may have from another counter: it was typed, or
 * asked about without a clear answer. It counts while recent or still watched, until a manager allows another in its
 * place.
 */
export function removedSlip(
  database: Pick<Database, 'get' | 'distrust'>,
  ...[destination, { terminalId, amountKobo }, sinceMs]: RemovedSlipAsked
): SaleRow | undefined {
  const stored = database.get(
    `${by('sale_removed')} AND ${OF_DESTINATION} AND amount_kobo = ? AND terminal_id = ?
       AND (ask_since_awake_ms IS NOT NULL OR (${WAS_TYPED}))
       AND (due_awake_ms < ? OR EXISTS (SELECT 1 FROM audit
         WHERE audit.sale_sequence = sale.sequence AND audit.kind = 'cancelled' AND audit.at_ms >= ?))
       AND NOT EXISTS (SELECT 1 FROM audit
         WHERE audit.sale_sequence = sale.sequence AND audit.kind = 'corrected')
     ORDER BY sequence DESC LIMIT 1`,
    ...keyOf(destination),
    amountKobo,
    terminalId,
    NEVER_MS,
    sinceMs,
  )
  if (stored === undefined) return undefined
  const sale = saleFrom(database, stored)
  return sale.state === 'cancelled' ? sale : foundDamaged(database, 'an index leads to another sale')
}
