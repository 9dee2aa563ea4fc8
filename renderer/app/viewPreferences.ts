import type { StoreApi } from 'zustand/vanilla'
import type { ViewPreferences } from '../../shared/viewPreferences.ts'
import type { AppState, Deps } from '../core/types.ts'

/** Dragging a pane changes its width with every pixel; it is stored once it has stopped for this long. */
const REST_MS = 300

/** The stored viewPreferences, as screen state. The search and the dates are never stored. */
export function arranged({
  paneWidthPx,
  saleFilter,
  saleOrder,
  saleRange,
  isWelcomed,
}: ViewPreferences): Pick<AppState, 'paneWidthPx' | 'query' | 'welcome' | 'isWelcomed'> {
  const welcome = isWelcomed ? null : 'sale'
  return {
    paneWidthPx,
    welcome,
    isWelcomed,
    query: { filter: saleFilter, order: saleOrder, range: saleRange, search: '' },
  }
}

function viewPreferencesOf({ paneWidthPx, query, isWelcomed }: AppState): ViewPreferences {
  const { filter, order, range } = query
  // One day, picked among the bars, is not kept: later it would mislead.
  const saleRange = typeof range === 'object' ? 'all' : range
  return { paneWidthPx, saleFilter: filter, saleOrder: order, saleRange, isWelcomed }
}

/**
 * Stores the viewPreferences of the lists when a person changes it. A failure is not shown: it does not matter at a
 * counter.
 */
export function followViewPreferences(
  store: Pick<StoreApi<AppState>, 'getState' | 'subscribe'>,
  { client, later }: Pick<Deps, 'client' | 'later'>,
): void {
  let callOff: () => void = () => {}
  store.subscribe((state, before) => {
    if (before.phase !== 'ready') return
    const now = viewPreferencesOf(state)
    const was = viewPreferencesOf(before)
    const isSame =
      now.paneWidthPx === was.paneWidthPx &&
      now.saleFilter === was.saleFilter &&
      now.saleOrder === was.saleOrder &&
      now.saleRange === was.saleRange &&
      now.isWelcomed === was.isWelcomed
    if (isSame) return
    callOff()
    callOff = later(
      REST_MS,
      () => void client.call('viewPreferences.keep', viewPreferencesOf(store.getState())),
    )
  })
}
