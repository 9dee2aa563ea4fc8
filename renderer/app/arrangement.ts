import type { StoreApi } from 'zustand/vanilla'
import type { Arrangement } from '../../shared/arrangement.ts'
import type { AppState, Deps } from '../core/types.ts'

/** Dragging a pane changes its width with every pixel; it is stored once it has stopped for this long. */
const REST_MS = 300

/** The stored arrangement, as screen state. The search and the dates are never stored. */
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

/**
 * Stores the arrangement of the lists when a person changes it. A failure is not shown: it does not matter at a
 * counter.
 */
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
