import type { Database } from '../storage/database.ts'
import type { QueueOwner } from './saleQuery.ts'

/**
 * Open sales of every other address in this file. This address neither sends nor shows them (design §4), so that the
 * screen has to say that they are there: "nothing waits" would not be true. The condition is that of the partial index.
 */
export function countElsewhere(
  database: Pick<Database, 'get'>,
  { environment, partnerUrl }: Pick<QueueOwner, 'environment' | 'partnerUrl'>,
): number {
  const row = database.get(
    `SELECT COUNT(*) AS count FROM sale
     WHERE state IN ('queued', 'sending', 'unknown', 'review', 'conflict', 'held')
       AND NOT (environment = ? AND partner_url = ?)`,
    environment,
    partnerUrl,
  ) as { count: number }
  return row.count
}
