import type { DeliveryContext } from './deliveryContext.ts'
import { wait, type Effect } from '../rules/effect.ts'
import { asRecorded } from '../store/factsStore.ts'
import type { SaleRow } from '../rules/saleRow.ts'

/** This many queries of the file take a few milliseconds. */
export const LOOKED_AT_ONCE = 250

type LaterContext = Pick<DeliveryContext, 'store' | 'turn'>

/**
 * The first row of a list that is of a later sale. The search lets other work run in between, so a caller that relies
 * on the row checks it again with {@link isLaterSale}: the sale and the row may have changed.
 */
export function* laterSaleIn(
  context: LaterContext,
  sale: SaleRow,
  rows: readonly { readonly transactionId: string }[],
): Effect<string | undefined> {
  for (let from = 0; from < rows.length; from += LOOKED_AT_ONCE) {
    if (from > 0) yield* wait(context.turn())
    const found = rows
      .slice(from, from + LOOKED_AT_ONCE)
      .find(({ transactionId }) => isLaterSale(context, sale, transactionId))
    if (found !== undefined) return found.transactionId
  }
  return undefined
}

/** Whether a record is of a sale of ours on the same terminal that was sent after the last byte of this one. */
export function isLaterSale(
  { store }: Pick<DeliveryContext, 'store'>,
  sale: SaleRow,
  transactionId: string,
): boolean {
  const other = store.byTransactionId(transactionId)
  return (
    other !== undefined &&
    other.state === 'accepted' &&
    other.terminalId === asRecorded(store, sale).terminalId &&
    other.sentAwakeMs !== null &&
    sale.unknownSinceAwakeMs !== null &&
    other.sentAwakeMs > sale.unknownSinceAwakeMs
  )
}
