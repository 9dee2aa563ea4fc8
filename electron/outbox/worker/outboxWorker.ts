import type { Timers } from '../../ports.ts'
import { createDelivery } from './delivery.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { runEffect } from '../rules/effect.ts'
import { createLoop } from './loop.ts'
import type { HeldBecause } from './policy.ts'
import type { SaleRow } from '../rules/saleRow.ts'

export interface OutboxWorker {
  /** Makes every sale that an earlier run left in `sending` `unknown`. Runs before anything else. */
  recover(): void
  /** Starts the loop, once the sales file is known to be sound. */
  start(): void
  /** Starts nothing more until `resume`. The current step runs to its end. */
  pause(): void
  /** The sales file was reopened and checked: waits for the current exchange, recovers as after a crash, goes on. */
  resume(): Promise<void>
  stop(): Promise<void>
  wake(): void
  /** The connection may have changed: sign-in, sign-out, network, resume. Nothing learned before counts. */
  wayChanged(): void
  tryNow(): void
  /** Looks one sale up, out of order; resolves when the result is stored. */
  checkNow(sale: SaleRow): Promise<void>
  /** Why sending is held although the service answers; `stopped` if the sales file refused a write. */
  heldBecause(): HeldBecause | 'stopped' | null
}

/** The delivery loop: only one, with one sale in flight, in local order. The rules are in delivery.ts. */
export function createOutboxWorker(
  context: DeliveryContext,
  timers: Timers,
  onBroken: (error: unknown) => void,
): OutboxWorker {
  const delivery = createDelivery(context)
  let isStopped = false
  let isEnded = false
  /** A second failure may come while the first one's resume still waits for the current step. */
  let isPaused = false
  let resuming: Promise<void> | null = null
  const loop = createLoop(
    () => runEffect(delivery.step()),
    timers,
    (error) => {
      isStopped = true
      context.log('error', 'worker.stopped', { name: error instanceof Error ? error.name : 'unknown' })
      onBroken(error)
    },
  )
  async function resume(): Promise<void> {
    await loop.stop()
    // Right away: a resume after this check would be taken for part of this one and be lost.
    resuming = null
    if (isEnded || isPaused) return
    try {
      delivery.reopened()
    } catch (error) {
      // The file failed again; the next reopening retries this.
      isStopped = true
      context.log('error', 'worker.notResumed', { name: error instanceof Error ? error.name : 'unknown' })
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
      await runEffect(delivery.lookUpNow(sale))
      loop.wake()
    },
    heldBecause: () => (isStopped ? 'stopped' : delivery.heldBecause()),
  }
}
