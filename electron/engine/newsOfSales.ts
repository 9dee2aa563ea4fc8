import type { Emit } from '../../shared/contract.ts'
import type { QueueView, WaitingReason } from '../../shared/sale.ts'
import { NEWS_ROWS_MAX, type SalesNews } from '../../shared/salesNews.ts'
import type { Pace } from '../outbox/pace.ts'
import { queueView } from '../outbox/queueView.ts'
import type { QueueOwner } from '../outbox/rules/saleQuery.ts'
import type { Destination } from '../gateway/destination.ts'
import type { Sales } from '../outbox/sales.ts'
import type { ViewFacts } from '../outbox/rules/saleView.ts'
import type { TotalsStore } from '../outbox/store/totalsStore.ts'
import type { Cancel, Timers } from '../ports.ts'

/** Grows with each change of sales, before the event is sent: an answer shows with it which changes it includes. */
export interface Revision {
  now(): number
  grow(): void
}

export function createRevision(): Revision {
  let count = 0
  return {
    now: () => count,
    grow: () => {
      count += 1
    },
  }
}

/** Collects the changes of one turn of the loop into one event: the rows, the queue and the revision. */
export interface NewsOfSales {
  queue(): QueueView
  saleChanged(transactionId: string): void
  /** Any row may have changed: another client, another file, or everything open is due now. */
  allChanged(): void
  /** The connection to the bank changed, and with it why rows wait. */
  wayChanged(): void
  stop(): void
}

export interface NewsOfSalesOptions {
  readonly revision: Revision
  readonly totals: TotalsStore
  readonly timers: Timers
  readonly owner: () => QueueOwner
  readonly now: () => Pick<ViewFacts, 'nowMs' | 'lateAfterMinutes' | 'clockAheadMs'>
  readonly heldBecause: () => WaitingReason | null
  readonly drainOf: Pace['drainOf']
  readonly payoutCount: () => number
  readonly handedCount: () => number
  readonly disputeCount: () => number
  readonly sales: Pick<Sales, 'changed'>
  readonly emit: Emit
}

export function createNewsOfSales(options: NewsOfSalesOptions): NewsOfSales {
  const { revision, totals, timers, owner, now, heldBecause, sales, emit } = options
  const drainOf: Pace['drainOf'] = (count) => (heldBecause() === null ? options.drainOf(count) : null)
  let changed = new Set<string>()
  let isAllChanged = false
  let cancel: Cancel | null = null
  let cancelSoon: Cancel | null = null

  const queue = (): QueueView => queueView(totals, owner(), now(), revision.now(), { ...options, drainOf })

  function destination(): Destination | null {
    const { clientId, ...address } = owner()
    return clientId === null ? null : { ...address, clientId }
  }

  /** A sale that was just saved becomes one that waits by time alone. */
  function lookSoon(counted: QueueView | null): void {
    cancelSoon?.()
    cancelSoon = null
    const own = destination()
    if (own === null || counted === null || counted.justSavedCount === 0) return
    const { nowMs } = now()
    const { untilMs } = totals.justSaved(own, nowMs)
    if (untilMs !== null) cancelSoon = timers.after(untilMs - nowMs, change)
  }

  function tell(): void {
    cancel = null
    const ids = isAllChanged ? null : [...changed]
    changed = new Set()
    isAllChanged = false
    let news: SalesNews
    try {
      news = { revision: revision.now(), sales: ids === null ? null : sales.changed(ids), queue: queue() }
      lookSoon(news.queue)
    } catch {
      // An unreadable file has an event of its own.
      news = { revision: revision.now(), sales: null, queue: null }
    }
    emit('sales.changed', news)
  }

  function change(): void {
    revision.grow()
    cancel ??= timers.after(0, tell)
  }

  return {
    queue,
    saleChanged: (transactionId) => {
      if (changed.size < NEWS_ROWS_MAX || changed.has(transactionId)) changed.add(transactionId)
      else isAllChanged = true
      change()
    },
    allChanged: () => {
      isAllChanged = true
      change()
    },
    wayChanged: change,
    stop: () => {
      cancel?.()
      cancelSoon?.()
      cancel = null
      cancelSoon = null
    },
  }
}
