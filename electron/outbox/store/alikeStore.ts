import { alikeReference } from '../../../shared/transactionId.ts'
import type { Database } from '../../storage/database.ts'
import type { Destination } from '../../gateway/destination.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { keyOf, OF_DESTINATION } from './saleConditions.ts'
import { by } from './saleIndexStore.ts'
import { foundDamaged, saleFrom } from './storedSale.ts'

/** `apartFrom` is the sequence of a sale to skip: its correction may have its slip in other letters. */
export type AlikeAsked = readonly [destination: Destination, transactionId: string, apartFrom: number | null]

/** The newest sale of that destination, in any state, whose reference a person may take for this one. */
export function saleAlike(
  database: Pick<Database, 'get' | 'distrust'>,
  ...[destination, transactionId, apartFrom]: AlikeAsked
): SaleRow | undefined {
  const alike = alikeReference(transactionId)
  const stored = database.get(
    `${by('sale_alike')} AND ${OF_DESTINATION} AND alike = ? AND sequence != ? ORDER BY sequence DESC LIMIT 1`,
    ...keyOf(destination),
    alike,
    apartFrom ?? 0,
  )
  if (stored === undefined) return undefined
  if ((stored as { alike: string }).alike !== alike) {
    return foundDamaged(database, 'an index leads to another sale')
  }
  const sale = saleFrom(database, stored)
  // The reference of a row may have been changed in the file: that sale is held, and says so itself.
  return alikeReference(sale.transactionId) === alike ? sale : undefined
}
