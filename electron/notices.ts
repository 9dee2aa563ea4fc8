import type { Emit } from '../shared/contract.ts'
import type { Opening } from '../shared/opening.ts'
import { openTotals, type QueueView, type SaleView } from '../shared/sale.ts'
import type { SalesNews } from '../shared/salesNews.ts'
import type { Openings } from './openings.ts'
import type { Notice, Notify } from './ports.ts'

/** Listens to what the screen is told, and tells the system of the turns that matter. @returns what to tell it by */
export function createNotices({
  notify,
  openings,
}: {
  readonly notify: Notify
  readonly openings: Pick<Openings, 'ask'>
}): Emit {
  /** The last queue of the same client; null until one was told, so that old news at a start is no news. */
  let before: QueueView | null = null
  let clientId: string | null = null
  let isOffline = false
  /** Since the last time that everything had been sent. */
  let wasOffline = false

  function show(notice: Notice, opening: Opening | null): void {
    notify(notice, () => {
      if (opening !== null) openings.ask(opening)
    })
  }

  /** The very sale, where it is the only one that moved so; else the list in which all that need somebody stand. */
  function openingFor(moved: readonly SaleView[], grewBy: number): Opening {
    const [sale, ...others] = moved
    return sale !== undefined && others.length === 0 && grewBy === 1
      ? { kind: 'sale', transactionId: sale.transactionId }
      : { kind: 'needsYou' }
  }

  function takeNews({ queue, sales }: SalesNews): void {
    if (queue === null) return
    const rows = sales ?? []
    const was = before
    before = clientId === null ? null : queue
    if (was === null || before === null) return
    const refused = queue.refusedCount - was.refusedCount
    const needsPerson =
      queue.needsPersonCount + queue.differsCount - (was.needsPersonCount + was.differsCount)
    if (refused > 0) show('refused', openingFor(rows.filter(isRefused), refused))
    if (needsPerson > 0) show('needsPerson', openingFor(rows.filter(isForPerson), needsPerson))
    if (queue.lateCount > was.lateCount) show('late', { kind: 'late' })
    if (openTotals(queue).count > 0 || isOffline) return
    if (wasOffline && openTotals(was).count > 0) show('allSent', null)
    wasOffline = false
  }

  return (name, payload) => {
    switch (name) {
      case 'session.changed': {
        const session = payload as { readonly clientId: string | null }
        if (session.clientId !== clientId) before = null
        clientId = session.clientId
        return
      }
      case 'connection.changed': {
        const { status } = payload as { readonly status: string }
        isOffline = status === 'offline'
        wasOffline ||= isOffline
        return
      }
      case 'sales.changed':
        takeNews(payload as SalesNews)
        return
      default:
    }
  }
}

const isRefused = ({ state }: SaleView): boolean => state === 'refused'
const isForPerson = ({ state, settlement }: SaleView): boolean =>
  state === 'review' || state === 'conflict' || state === 'held' || settlement === 'differs'
