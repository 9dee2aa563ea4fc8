import type { StoreApi } from 'zustand/vanilla'
import type { Arrangement } from '../../shared/arrangement.ts'
import type { AppState, Deps } from './types.ts'

/** A pane that is being dragged changes with every pixel; it is kept once it has come to rest. */
const REST_MS = 300

/** What was kept, as the screen has it. The search and the days are never kept. */
export function arranged({
  paneWidthPx,
  saleFilter,
  saleOrder,
}: Arrangement): Pick<AppState, 'paneWidthPx' | 'query'> {
  return { paneWidthPx, query: { filter: saleFilter, order: saleOrder, search: '' } }
}

function arrangementOf({ paneWidthPx, query }: AppState): Arrangement {
  return { paneWidthPx, saleFilter: query.filter, saleOrder: query.order }
}

/** Keeps how the lists stand whenever a person has changed it. That it cannot be kept is no news at a counter. */
export function followArrangement(
  store: Pick<StoreApi<AppState>, 'getState' | 'subscribe'>,
  { client, later }: Pick<Deps, 'client' | 'later'>,
): void {
  let callOff: () => void = () => {}
  store.subscribe((state, before) => {
    if (before.phase !== 'ready') return
    const now = arrangementOf(state)
    const was = arrangementOf(before)
    const isSame =
      now.paneWidthPx === was.paneWidthPx &&
      now.saleFilter === was.saleFilter &&
      now.saleOrder === was.saleOrder
    if (isSame) return
    callOff()
    callOff = later(REST_MS, () => void client.call('arrangement.keep', arrangementOf(store.getState())))
  })
}
