import { createAppStore } from '../app/store.ts'
import { createClient } from '../core/client.ts'
import type { AppStore } from '../core/types.ts'
import { disputeSlice } from '../features/disputes/disputeSlice.ts'
import { exportSlice } from '../app/exportSlice.ts'
import { paperSlice } from '../features/paper/paperSlice.ts'
import { closingSlice } from '../features/sales/closingSlice.ts'
import { createBridgeDouble, type BridgeDouble, type DoubleFacts } from './bridgeDouble.ts'
import { FIXED_NOW_MS } from './fixtures.ts'

export interface Opened {
  readonly double: BridgeDouble
  readonly store: AppStore
  /** Moves the screen's clock. */
  readonly pass: (ms: number) => void
  /** What the screen wants to do later; the test runs it. */
  readonly timers: readonly { readonly delayMs: number; readonly run: () => void }[]
}

/** The screen's state after its start, on a double of main. */
export async function openApp(facts: Partial<DoubleFacts> = {}): Promise<Opened> {
  const double = createBridgeDouble(facts)
  let nowMs = FIXED_NOW_MS
  const timers: { readonly delayMs: number; readonly run: () => void }[] = []
  const later = (delayMs: number, run: () => void): (() => void) => {
    const timer = { delayMs, run }
    timers.push(timer)
    return () => void timers.splice(timers.indexOf(timer), 1)
  }
  const store = createAppStore(createClient(double), () => nowMs, later)
  for (const slice of [closingSlice, disputeSlice, exportSlice, paperSlice]) store.getState().joinLater(slice)
  await store.getState().start()
  await settled()
  return { double, store, pass: (ms) => (nowMs += ms), timers }
}

/** Waits for every answer that is already on its way. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 60; turn += 1) await Promise.resolve()
}
