import type { Moment, SalePatch } from './change.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import type { SaleRow } from './saleRow.ts'
import { unsendableBecause } from './sendable.ts'
import { clearedPatch } from './unclear.ts'

/** Its bytes may be on their way up to now, so that whatever was not found before proves nothing. */
export function unprovenSince(at: Moment): SalePatch {
  const since = { unknownSinceAwakeMs: at.awakeMs, dueAwakeMs: at.awakeMs }
  return { ...since, checkCount: 0, notFoundCount: 0, lastNotFoundAwakeMs: null }
}

/**
 * In a file that was salvaged, or is older than the one last used here, a sale that was not answered may have been sent
 * since its row was written. It is looked up under the absence proof, like a send without an answer; a proof that was
 * under way, or whole, begins anew. What is held for its facts stays so, and is not called never sent any more.
 * @returns whether its state changed
 */
export function doubtSale(
  store: Pick<DeliveryContext['store'], 'apply' | 'note'>,
  sale: SaleRow,
  at: Moment,
): boolean {
  if (sale.state === 'unknown' || sale.heldReason === 'factsChanged') {
    store.note(sale, unprovenSince(at), at)
    return false
  }
  return store.apply(sale, 'salvaged', { ...unprovenSince(at), ...clearedPatch, heldReason: null }, at).ok
}

/** It is not known how far a send came that a crash or a power cut ended: it is looked up, never sent again. */
export function recoverLeftSending({ store, reads, now, log }: DeliveryContext): void {
  for (const sale of reads.leftSending()) {
    const at = now()
    const moved = store.apply(sale, 'foundSendingAtStart', unprovenSince(at), at)
    log('warn', 'courier.foundSending', { moved: moved.ok })
  }
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
