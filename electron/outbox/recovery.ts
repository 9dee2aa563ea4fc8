import type { DeliveryContext } from './deliveryContext.ts'
import { unsendableBecause } from './sendable.ts'

/** Nobody knows how far a send came that a crash or a power cut ended: it is looked up, never sent again. */
export function recoverLeftSending({ store, reads, now, log }: DeliveryContext): void {
  for (const sale of reads.leftSending()) {
    const at = now()
    const moved = store.apply(
      sale,
      'foundSendingAtStart',
      {
        unknownSinceAwakeMs: at.awakeMs,
        dueAwakeMs: at.awakeMs,
        checkCount: 0,
        notFoundCount: 0,
        lastNotFoundAwakeMs: null,
      },
      at,
    )
    log('warn', 'courier.foundSending', { moved: moved.ok })
  }
}

/** What held a sale may be mended since, by another profile; id, amount and terminal are the same as ever. */
export function releaseMended({ store, reads, now, profile }: DeliveryContext): void {
  for (const sale of reads.held()) {
    if (unsendableBecause(sale, profile.transactionIdPattern) !== null) continue
    const at = now()
    store.apply(sale, 'released', { heldReason: null, dueAwakeMs: at.awakeMs }, at)
  }
}
