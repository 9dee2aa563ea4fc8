import type { Emit } from '../shared/contract.ts'
import type { QueueView, WaitingReason } from '../shared/sale.ts'
import { type ListTotals, NEWS_ROWS_MAX, type SalesNews } from '../shared/salesNews.ts'
import type { Pace } from './outbox/pace.ts'
import { queueView } from './outbox/queueView.ts'
import type { QueueOwner } from './outbox/saleQuery.ts'
import type { SaleReadStore } from './outbox/saleReadStore.ts'
import type { Destination } from './outbox/saleRow.ts'
import type { Sales } from './outbox/sales.ts'
import type { ViewFacts } from './outbox/saleView.ts'
import type { TotalsStore } from './outbox/totalsStore.ts'
import type { Cancel, Timers } from './ports.ts'

/** Grows with each change of sales, before it is told: an answer says by it which changes it has. */
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

/** Gathers what changes in one turn of the loop, and tells it once: the rows, the new totals and the revision. */
export interface NewsOfSales {
  queue(): QueueView
  /** A sale was recorded, or is another now. */
  saleChanged(transactionId: string): void
  /** Any row may be another: another client, another file, another due time of everything open. */
  allChanged(): void
  /** The way to the bank is another. Rows are where that changes why they wait, or whether they are late. */
  wayChanged(): void
  /** Nothing is told any more. */
  stop(): void
}

export interface NewsOfSalesOptions {
  readonly revision: Revision
  readonly totals: TotalsStore
  readonly timers: Timers
  readonly owner: () => QueueOwner
  readonly now: () => Pick<ViewFacts, 'nowMs' | 'lateAfterMinutes' | 'clockAheadMs'>
  readonly heldBecause: () => WaitingReason | null
  /** At the pace of the last sends (pace.ts). */
  readonly drainOf: Pace['drainOf']
  readonly awakeNowMs: () => number
  readonly reads: Pick<SaleReadStore, 'nextOpenDueMs'>
  readonly sales: Pick<Sales, 'changed'>
  readonly emit: Emit
}

/** What rows say that no change of their own brings. */
interface Shared {
  readonly heldBecause: WaitingReason | null
  /** Sales become late, and unchecked, with time alone. */
  readonly due: string
  /** When the next try of an open sale falls due, awake ms: its row says so. */
  readonly nextTryAwakeMs: number | null
}

export function createNewsOfSales(options: NewsOfSalesOptions): NewsOfSales {
  const { revision, totals, timers, owner, now, heldBecause, awakeNowMs, reads, sales, emit } = options
  const drainOf: Pace['drainOf'] = (count) => (heldBecause() === null ? options.drainOf(count) : null)
  let changed = new Set<string>()
  let isAllChanged = false
  let cancel: Cancel | null = null
  let toldRevision = 0
  /** As it was told last; null where nothing was, or what was told held nothing. */
  let told: Shared | null = null

  const queue = (): QueueView => queueView(totals, owner(), now(), revision.now(), drainOf)

  function destination(): Destination | null {
    const { clientId, ...address } = owner()
    return clientId === null ? null : { ...address, clientId }
  }

  /** What the queue has counted is not counted again. */
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
    // A page that was read before this says it as it was: only a later revision makes it read again.
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

  function tell(): void {
    cancel = null
    const ids = isAllChanged ? null : [...changed]
    changed = new Set()
    isAllChanged = false
    let news: SalesNews
    try {
      news = look(ids)
    } catch {
      // A file that cannot be read has told of it by its own event; once it can, all of it is told.
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
      cancel = null
    },
  }
}

const nothingKnown = { sales: null, areOthersChanged: true, queue: null, totals: null } as const

/** Whether rows that did not change themselves say something else now. */
function isOtherFor(queue: QueueView, rows: SalesNews['sales'], before: Shared, now: Shared): boolean {
  if (before.due !== now.due) return true
  const isQueued = (row: { readonly state: string }): boolean => row.state === 'queued'
  const othersQueued = queue.waitingCount - queue.sendingCount - (rows ?? []).filter(isQueued).length
  return before.heldBecause !== now.heldBecause && othersQueued > 0
}
