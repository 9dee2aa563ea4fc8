import type { Timers } from '../ports.ts'
import { createDelivery, type HeldBecause } from './delivery.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { runCourse } from './eventual.ts'
import { createLoop } from './loop.ts'
import type { SaleRow } from './saleRow.ts'

export interface Courier {
  /** Puts every sale that an earlier run left in `sending` to `unknown`. Before anything else is done. */
  recover(): void
  /** Starts the loop, once the sales file is known to be whole. */
  start(): void
  /** The sales file was opened anew: waits for the exchange under way, recovers as after a crash, and goes on. */
  resume(): Promise<void>
  stop(): Promise<void>
  /** A sale was recorded. */
  wake(): void
  /** The way to the bank may have changed: sign-in, sign-out, network, resume. Nothing learned before counts. */
  wayChanged(): void
  /** A person asks for a try now. */
  tryNow(): void
  /** Looks one sale up, outside the order; resolves when that is stored. */
  checkNow(sale: SaleRow): Promise<void>
  /** Why sending is held although the service answers; `stopped` where the sales file refused a write. */
  heldBecause(): HeldBecause | 'stopped' | null
}

/** The delivery loop: one, with one sale in flight, in local order (design §5.1). The rules are in delivery.ts. */
export function createCourier(context: DeliveryContext, timers: Timers): Courier {
  const delivery = createDelivery(context)
  let isStopped = false
  let isEnded = false
  let resuming: Promise<void> | null = null
  const loop = createLoop(
    () => runCourse(delivery.step()),
    timers,
    (error) => {
      isStopped = true
      context.log('error', 'courier.stopped', { name: error instanceof Error ? error.name : 'unknown' })
    },
  )
  async function resume(): Promise<void> {
    await loop.stop()
    if (isEnded) return
    try {
      delivery.reopened()
    } catch (error) {
      // The file failed again; the next reopening comes back here.
      isStopped = true
      context.log('error', 'courier.notResumed', { name: error instanceof Error ? error.name : 'unknown' })
      return
    }
    isStopped = false
    loop.start()
  }

  return {
    recover: () => delivery.recover(),
    start: () => loop.start(),
    resume: () => {
      resuming ??= resume().finally(() => {
        resuming = null
      })
      return resuming
    },
    stop: () => {
      isEnded = true
      return loop.stop()
    },
    wake: () => loop.wake(),
    wayChanged: () => {
      delivery.wayChanged()
      loop.wake()
    },
    tryNow: () => {
      delivery.tryNow()
      loop.wake()
    },
    checkNow: async (sale) => {
      await runCourse(delivery.lookUpNow(sale))
      loop.wake()
    },
    heldBecause: () => (isStopped ? 'stopped' : delivery.heldBecause()),
  }
}
