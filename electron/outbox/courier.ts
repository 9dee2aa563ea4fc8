import type { Timers } from '../ports.ts'
import { createDelivery } from './delivery.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { runCourse } from './eventual.ts'
import { createLoop } from './loop.ts'
import type { HeldBecause } from './policy.ts'
import type { SaleRow } from './saleRow.ts'

export interface Courier {
  /** Puts every sale that an earlier run left in `sending` to `unknown`. Before anything else is done. */
  recover(): void
  /** Starts the loop, once the sales file is known to be whole. */
  start(): void
  /** Nothing is begun any more until `resume`. What is under way comes to its end. */
  pause(): void
  /** The sales file was opened anew and its sales are whole: waits for the exchange under way, recovers as after a crash, and goes on. */
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

/** The delivery loop: one, with one sale in flight, in local order. The rules are in delivery.ts. */
export function createCourier(
  context: DeliveryContext,
  timers: Timers,
  onBroken: (error: unknown) => void,
): Courier {
  const delivery = createDelivery(context)
  let isStopped = false
  let isEnded = false
  /** A second failure may come while a first one's resume still waits for the step under way. */
  let isPaused = false
  let resuming: Promise<void> | null = null
  const loop = createLoop(
    () => runCourse(delivery.step()),
    timers,
    (error) => {
      isStopped = true
      context.log('error', 'courier.stopped', { name: error instanceof Error ? error.name : 'unknown' })
      onBroken(error)
    },
  )
  async function resume(): Promise<void> {
    await loop.stop()
    // At once: a resume that comes after this look would be taken for part of this one, and be lost.
    resuming = null
    if (isEnded || isPaused) return
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
    pause: () => {
      isPaused = true
      void loop.stop()
    },
    resume: () => {
      isPaused = false
      resuming ??= resume()
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
