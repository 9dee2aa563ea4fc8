import { namesOtherThan } from '../../../shared/terminal.ts'
import type { Terminals } from '../terminals.ts'
import { boundedName } from './changeEntries.ts'
import type { Plan } from './changePlan.ts'

/**
 * The names that the merchant's terminals pay to, where none of them is the account's.
 * @returns empty where one is, or where the change leaves account and merchant as they are
 */
export async function otherNamesOf(
  { asked: { from, to, nameCheckedAtMs } }: Plan,
  terminals: Pick<Terminals, 'merchants'>,
): Promise<readonly string[]> {
  const isMoved = from !== null && from.merchantRecordId !== to.merchantRecordId
  if (to.accountName === null || (nameCheckedAtMs === null && !isMoved)) return []
  const page = await terminals.merchants({
    search: to.merchantId ?? '',
    offset: 0,
    limit: Number.MAX_SAFE_INTEGER,
  })
  const rows = page.ok ? page.value.rows : []
  const merchant = rows.find(({ merchantRecordId, merchantId, recordCount }) =>
    to.merchantRecordId === null
      ? merchantId === to.merchantId && recordCount === 1
      : merchantRecordId === to.merchantRecordId,
  )
  return namesOtherThan(to.accountName, merchant ?? null).map(boundedName)
}
