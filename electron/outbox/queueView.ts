import type { QueueView } from '../../shared/sale.ts'
import type { Database } from '../storage/database.ts'
import { countElsewhere } from './elsewhereStore.ts'
import type { QueueOwner } from './saleQuery.ts'
import type { SaleReadStore } from './saleReadStore.ts'

const NOTHING = { count: 0, kobo: 0 } as const

/**
 * What waits, what is being checked, what needs a person, and today's sales. With nobody signed in it is what all
 * clients of this address have left on this computer: whoever stands before the sign-in screen has to know that it is
 * safe. Counts and sums only; the sales themselves are shown to their own client.
 */
export function queueView(
  { reads, database }: { readonly reads: SaleReadStore; readonly database: Pick<Database, 'get'> },
  owner: QueueOwner,
  nowMs: number,
  revision: number,
): QueueView {
  const { waiting, oldestWaitingAtMs, checking, needsPerson, refused } = reads.queueTotals(owner)
  const { clientId } = owner
  const todaySinceMs = startOfDayMs(nowMs)
  const today = clientId === null ? NOTHING : reads.recordedSince({ ...owner, clientId }, todaySinceMs)
  return {
    waitingCount: waiting.count,
    waitingKobo: waiting.kobo,
    oldestWaitingAtMs,
    checkingCount: checking.count,
    checkingKobo: checking.kobo,
    needsPersonCount: needsPerson.count,
    needsPersonKobo: needsPerson.kobo,
    refusedCount: refused.count,
    refusedKobo: refused.kobo,
    elsewhereCount: countElsewhere(database, owner),
    todaySinceMs,
    todayCount: today.count,
    todayKobo: today.kobo,
    revision,
  }
}

/** Midnight on this computer: what a person at this counter calls today. */
function startOfDayMs(nowMs: number): number {
  const day = new Date(nowMs)
  day.setHours(0, 0, 0, 0)
  return day.getTime()
}
