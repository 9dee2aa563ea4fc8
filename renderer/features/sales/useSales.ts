import { useShallow } from 'zustand/react/shallow'
import type { SaleView } from '../../../shared/sale.ts'
import { useApp } from '../../core/context.tsx'
import type { AppState, ListName } from '../../core/types.ts'

/** The rows of a list, from the one copy of each sale. */
export function useSales(name: ListName): readonly SaleView[] {
  return useApp(useShallow((state: AppState) => salesOf(state, name)))
}

/** Sales by their references, from the one copy of each sale. */
export function useKnown(ids: readonly string[]): readonly SaleView[] {
  return useApp(useShallow((state: AppState) => knownOf(state, ids)))
}

function salesOf(state: AppState, name: ListName): readonly SaleView[] {
  return knownOf(state, state.lists[name].ids)
}

function knownOf(state: AppState, ids: readonly string[]): readonly SaleView[] {
  return ids.flatMap((id) => {
    const known = state.sales[id]
    return known === undefined ? [] : [known.sale]
  })
}
