import type { Emit } from '../shared/contract.ts'
import type { QueueView, WaitingReason } from '../shared/sale.ts'
import { type ListTotals, NEWS_ROWS_MAX, type SalesNews } from '../shared/salesNews.ts'
import type { Pace } from './outbox/pace.ts'
import { queueView } from './outbox/queueView.ts'
import type { QueueOwner } from './outbox/rules/saleQuery.ts'
import type { SaleReadStore } from './outbox/store/saleReadStore.ts'
import type { Destination } from './outbox/rules/saleRow.ts'
import type { Sales } from './outbox/sales.ts'
import type { ViewFacts } from './outbox/rules/saleView.ts'
import type { TotalsStore } from './outbox/store/totalsStore.ts'
import type { Cancel, Timers } from './ports.ts'

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

/** Collects the changes of one turn of the loop into one event: the rows, the new totals and the revision. */
export interface NewsOfSales {
  queue(): QueueView
  saleChanged(transactionId: string): void
  /** Any row may have changed: another client, another file, or everything open is due now. */
  allChanged(): void
  /** The connection to the bank changed. Rows change only if they wait for another reason, or if late ones do. */
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
  readonly awakeNowMs: () => number
  readonly reads: Pick<SaleReadStore, 'nextOpenDueMs'>
  readonly sales: Pick<Sales, 'changed'>
  readonly emit: Emit
}

/** What rows show that does not come from a change of their own. */
interface Shared {
  readonly heldBecause: WaitingReason | null
  /** Sales become late, or unchecked, by time alone. */
  readonly due: string
  /** When the next try of an open sale is due, awake ms: its row shows it. */
  readonly nextTryAwakeMs: number | null
}

export function createNewsOfSales(options: NewsOfSalesOptions): NewsOfSales {
  const { revision, totals, timers, owner, now, heldBecause, payoutCount, awakeNowMs, reads, sales, emit } =
    options
  const drainOf: Pace['drainOf'] = (count) => (heldBecause() === null ? options.drainOf(count) : null)
  let changed = new Set<string>()
  let isAllChanged = false
  let cancel: Cancel | null = null
  let cancelSoon: Cancel | null = null
  let toldRevision = 0
  /** From the last event; null if there was none, or it was empty. */
  let told: Shared | null = null

  const queue = (): QueueView => {
    const at = { ...now(), heldBecause: heldBecause() }
    return queueView(totals, owner(), at, revision.now(), { drainOf, payoutCount })
  }

  function destination(): Destination | null {
    const { clientId, ...address } = owner()
    return clientId === null ? null : { ...address, clientId }
  }

  /** Reuses the counts of the queue. */
  function listTotals(own: Destination | null, counted: QueueView): ListTotals | null {
    if (own === null) return null
    const { needsPersonCount, differsCount, refusedCount, needsPersonKobo, differsKobo, refusedKobo } =
      counted
    return {
      ...totals.ofKeptLists(own),
      needsPerson: {
        count: needsPersonCount + differsCount + refusedCount,
        kobo: needsPersonKobo + differsKobo + refusedKobo,
      },
      late: { count: counted.lateCount, kobo: counted.lateKobo },
      notChecked: { count: counted.notCheckedCount, kobo: counted.notCheckedKobo },
    }
  }

  function look(ids: readonly string[] | null): SalesNews {
    const rows = ids === null ? null : sales.changed(ids)
    const own = destination()
    const nowMs = awakeNowMs()
    const counted = queue()
    const seen = { queue: counted, totals: listTotals(own, counted) }
    const before = told
    told = {
      heldBecause: heldBecause(),
      due: JSON.stringify([seen.totals?.late, seen.totals?.notChecked]),
      nextTryAwakeMs: own === null ? null : reads.nextOpenDueMs(own, nowMs),
    }
    const isSame =
      before !== null &&
      rows?.areAll === true &&
      (before.nextTryAwakeMs ?? Infinity) > nowMs &&
      !isOtherFor(seen.queue, rows.sales, before, told)
    // A page read before this is outdated: only a later revision makes the screen read it again.
    if (!isSame) revision.grow()
    return {
      ...seen,
      revision: revision.now(),
      since: toldRevision,
      sales: rows?.sales ?? null,
      areOthersChanged: !isSame,
      queue: { ...seen.queue, revision: revision.now() },
    }
  }

  /** A sale that was just saved becomes something to do by time alone, and then one that calls for a person. */
  function lookSoon(counted: QueueView | null): void {
    cancelSoon?.()
    cancelSoon = null
    const own = destination()
    if (own === null || counted === null || counted.onTheWayCount === 0) return
    const { nowMs } = now()
    const untils = [totals.justSaved(own, nowMs), totals.onTheWay(own, nowMs)].flatMap(
      ({ untilMs }) => untilMs ?? [],
    )
    if (untils.length > 0) cancelSoon = timers.after(Math.min(...untils) - nowMs, change)
  }

  function tell(): void {
    cancel = null
    const ids = isAllChanged ? null : [...changed]
    changed = new Set()
    isAllChanged = false
    let news: SalesNews
    try {
      news = look(ids)
      lookSoon(news.queue)
    } catch {
      // An unreadable file has an event of its own; once it can be read again, everything is sent.
      told = null
      revision.grow()
      news = { revision: revision.now(), since: toldRevision, ...nothingKnown }
    }
    toldRevision = revision.now()
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

const nothingKnown = { sales: null, areOthersChanged: true, queue: null, totals: null } as const

/** Whether unchanged rows show something else now. */
function isOtherFor(queue: QueueView, rows: SalesNews['sales'], before: Shared, now: Shared): boolean {
  if (before.due !== now.due) return true
  const isQueued = (row: { readonly state: string }): boolean => row.state === 'queued'
  const othersQueued = queue.waitingCount - queue.sendingCount - (rows ?? []).filter(isQueued).length
  return before.heldBecause !== now.heldBecause && othersQueued > 0
}
