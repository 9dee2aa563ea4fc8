import { unprovenSince, type Moment } from '../rules/change.ts'
import type { DeliveryContext } from './context.ts'
import { type SaleRow, saleRowFromStored } from '../rules/saleRow.ts'
import { unsendableBecause } from '../rules/sendable.ts'
import { clearedPatch } from './preSendQuery.ts'
import { SaleReadStore } from '../store/saleReadStore.ts'
import { SaleStore } from '../store/saleStore.ts'
import { saidState } from '../../storage/closedUnsaid.ts'
import type { SalesOfFile } from '../../storage/replaceFile.ts'

/**
 * In a salvaged file, or one older than the one last used here, an unanswered sale may have been sent since its row was
 * written. It is looked up under the absence proof, like a send without an answer; a running or complete proof starts
 * again. A sale held for changed facts stays held, and no longer counts as never sent.
 * @param isSaid whether its newest entry names its state: a damaged file may have lost entries
 * @returns whether its state changed
 */
export function doubtSale(
  store: Pick<DeliveryContext['store'], 'apply' | 'note'>,
  sale: SaleRow,
  at: Moment,
  isSaid = true,
): boolean {
  if (sale.heldReason === 'factsChanged' || (sale.state === 'unknown' && isSaid)) {
    store.note(sale, unprovenSince(at), at)
    return false
  }
  const patch = { ...unprovenSince(at), ...clearedPatch, heldReason: null }
  return store.apply(sale, 'salvaged', patch, at).ok
}

/** It is unknown how far a send came before a crash or a power cut: it is looked up, never sent again. */
export function recoverLeftSending({ store, reads, now, log }: DeliveryContext): void {
  for (const sale of reads.leftSending()) {
    const at = now()
    const moved = store.apply(sale, 'foundSendingAtStart', unprovenSince(at), at)
    log('warn', 'worker.foundSending', { moved: moved.ok })
  }
}

/** Another profile may have fixed the reason of a hold; id, amount and terminal are unchanged. */
export function releaseFixed({ store, reads, now, profile }: DeliveryContext): void {
  for (const sale of reads.held()) {
    // The bank is still asked about these; no profile says whether it has them.
    if (sale.heldReason === 'bankUnclear') continue
    // A sale changed in the file needs a person: no profile restores its facts.
    if (sale.heldReason === 'factsChanged') continue
    if (unsendableBecause(sale, reads.isTyped(sale), profile) !== null) continue
    const at = now()
    store.apply(sale, 'released', { heldReason: null, dueAwakeMs: at.awakeMs }, at)
  }
}

export const salesOfFile: SalesOfFile = {
  isReadable: (stored) => {
    try {
      saleRowFromStored(stored)
      return true
    } catch {
      return false
    }
  },
  doubtOpen: (database, now) => {
    const store = new SaleStore(database)
    let count = 0
    for (const sale of new SaleReadStore(database).notYetAnswered()) {
      const isSaid = saidState(database, sale.sequence) === sale.state
      if (doubtSale(store, sale, now, isSaid)) count += 1
    }
    return count
  },
}
