import type { Emit } from '../shared/contract.ts'
import type { Opening } from '../shared/opening.ts'
import type { QueueView, SaleView } from '../shared/sale.ts'
import type { SalesNews } from '../shared/salesNews.ts'
import { todoOf, todoSectionOf, type TodoSection } from '../shared/todo.ts'
import type { Navigation } from './navigation.ts'
import type { Notice, Notify } from './ports.ts'

/** Makes notifications of the events that matter. @returns the function that takes the events */
export function createNotifications({
  notify,
  navigation,
}: {
  readonly notify: Notify
  readonly navigation: Pick<Navigation, 'ask'>
}): Emit {
  /** The last queue of the same client; null before the first, so that old facts at a start give no notification. */
  let before: QueueView | null = null
  let clientId: string | null = null
  let isOffline = false
  /** Since everything was last sent. */
  let wasOffline = false

  function show(notice: Notice, opening: Opening | null): void {
    notify(notice, () => {
      if (opening !== null) navigation.ask(opening)
    })
  }

  /** The sale, if it is the only one that moved so; else its section of what there is to do. */
  function openingFor(section: TodoSection, moved: readonly SaleView[], grewBy: number): Opening {
    const [sale, ...others] = moved
    return sale !== undefined && others.length === 0 && grewBy === 1
      ? { kind: 'sale', transactionId: sale.transactionId }
      : { kind: 'todo', section }
  }

  function takeNews({ queue, sales }: SalesNews): void {
    if (queue === null) return
    const rows = sales ?? []
    const was = before
    before = clientId === null ? null : queue
    if (was === null || before === null) return
    const refused = queue.refusedCount - was.refusedCount
    const needsPerson = todoOf(queue).needsYou - todoOf(was).needsYou
    if (refused > 0) show('refused', openingFor('refused', rows.filter(isRefused), refused))
    if (needsPerson > 0) show('needsPerson', openingFor('needsYou', rows.filter(isForPerson), needsPerson))
    if (queue.lateCount > was.lateCount) show('late', { kind: 'todo', section: 'late' })
    if (todoOf(queue).open.count > 0 || isOffline) return
    if (wasOffline && todoOf(was).open.count > 0) show('allSent', null)
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
const isForPerson = (sale: SaleView): boolean => todoSectionOf(sale) === 'needsYou'
