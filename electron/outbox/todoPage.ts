import type { Request } from '../../shared/contract.ts'
import type { QueueView, SalePage, SaleView } from '../../shared/sale.ts'
import { listedOf, todoOf } from '../../shared/todo.ts'
import type { Destination } from '../gateway/destination.ts'
import type { SaleRow } from './rules/saleRow.ts'
import { lateLimits, type ViewFacts } from './rules/saleView.ts'
import type { TodoStore } from './store/todoStore.ts'

export interface TodoPageOptions {
  readonly store: TodoStore
  readonly destination: () => Destination | null
  readonly queue: () => QueueView
  readonly now: () => Pick<ViewFacts, 'nowMs' | 'lateAfterMinutes' | 'clockAheadMs'>
  readonly view: (sale: SaleRow) => SaleView
}

export type TodoPage = ReturnType<typeof createTodoPage>

/** A page of what there is to do. Its count is that of the queue without what is folded, so list and numbers agree. */
export function createTodoPage({ store, destination, queue, now, view }: TodoPageOptions) {
  return ({ offset, limit, shown }: Request<'todo.page'>): SalePage => {
    const counted = queue()
    const { sections, all } = listedOf(todoOf(counted), shown)
    const own = destination()
    const { revision } = counted
    if (own === null) return { sales: [], totalCount: 0, totalKobo: 0, none: null, order: null, revision }
    const facts = now()
    const asked = { ...lateLimits(facts), offset, limit }
    const sales = store.page(own, sections, asked).map(view)
    return { sales, totalCount: all.count, totalKobo: all.kobo, none: null, order: null, revision }
  }
}
