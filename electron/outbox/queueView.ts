import type { QueueView } from '../../shared/sale.ts'
import type { SaleReadStore } from './saleReadStore.ts'
import type { Destination } from './saleRow.ts'

const NOTHING = { count: 0, kobo: 0 } as const

/** What waits, what is being checked, what needs a person, and today's sales, of one destination. */
export function queueView(
  reads: SaleReadStore,
  destination: Destination | null,
  nowMs: number,
  revision: number,
): QueueView {
  const totals = destination === null ? null : reads.queueTotals(destination)
  const today = destination === null ? NOTHING : reads.recordedSince(destination, startOfDayMs(nowMs))
  const waiting = totals?.waiting ?? NOTHING
  const checking = totals?.checking ?? NOTHING
  const needsPerson = totals?.needsPerson ?? NOTHING
  return {
    waitingCount: waiting.count,
    waitingKobo: waiting.kobo,
    oldestWaitingAtMs: totals?.oldestWaitingAtMs ?? null,
    checkingCount: checking.count,
    checkingKobo: checking.kobo,
    needsPersonCount: needsPerson.count,
    needsPersonKobo: needsPerson.kobo,
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
