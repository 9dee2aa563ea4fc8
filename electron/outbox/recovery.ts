import type { Moment, SalePatch } from './change.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import type { Destination } from './saleRow.ts'
import { unsendableBecause } from './sendable.ts'

/** Its bytes may be on their way up to now, so that whatever was not found before proves nothing. */
export function unprovenSince(at: Moment): SalePatch {
  const since = { unknownSinceAwakeMs: at.awakeMs, dueAwakeMs: at.awakeMs }
  return { ...since, checkCount: 0, notFoundCount: 0, lastNotFoundAwakeMs: null }
}

/**
 * Nobody knows how far a send came that a crash or a power cut ended: it is looked up, never sent again.
 * @returns the destinations of such sales
 */
export function recoverLeftSending({ store, reads, now, log }: DeliveryContext): readonly Destination[] {
  const left = reads.leftSending()
  for (const sale of left) {
    const at = now()
    const moved = store.apply(sale, 'foundSendingAtStart', unprovenSince(at), at)
    log('warn', 'courier.foundSending', { moved: moved.ok })
  }
  return left.map(({ destination }) => destination)
}

/** What held a sale may be mended since, by another profile; id, amount and terminal are the same as ever. */
export function releaseMended({ store, reads, now, profile }: DeliveryContext): void {
  for (const sale of reads.held()) {
    // Of these the bank is still asked; nothing in the profile says whether it has them.
    if (sale.heldReason === 'bankUnclear') continue
    // What was changed in the file is for a person: no profile makes it what was recorded.
    if (sale.heldReason === 'factsChanged') continue
    if (unsendableBecause(sale, profile.transactionIdPattern) !== null) continue
    const at = now()
    store.apply(sale, 'released', { heldReason: null, dueAwakeMs: at.awakeMs }, at)
  }
}
