import { createContext, type ReactNode, useContext } from 'react'
import { useStore } from 'zustand'
import type { AppState, AppStore } from './types.ts'

const StoreContext = createContext<AppStore | null>(null)

export function StoreProvider({ store, children }: { store: AppStore; children: ReactNode }) {
  return <StoreContext value={store}>{children}</StoreContext>
}

/** Reads from the state; the component renders again only when what it picked has changed. */
export function useApp<Picked>(pick: (state: AppState) => Picked): Picked {
  const store = useContext(StoreContext)
  if (store === null) throw new Error('no store above this component')
  return useStore(store, pick)
}
