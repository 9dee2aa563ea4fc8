import type { DeliveryContext } from './worker/context.ts'
import type { SaleReadStore } from './store/saleReadStore.ts'
import type { Destination } from '../gateway/destination.ts'
import type { SaleRow } from './rules/saleRow.ts'

/** A recorded sale that the new entry may repeat. */
export interface EarlierSale {
  readonly sale: SaleRow
  /** How many more of that amount are open on the terminal. */
  readonly otherCount: number
}

/** What a person entered, as far as it identifies a sale. */
export interface EnteredSale {
  readonly terminalId: string
  readonly amountKobo: number
  /** The sale that this one corrects: it does not count as an earlier one. */
  readonly corrected: SaleRow | undefined
}

/** Within this time a person is asked about the same amount on the same terminal, in any state of the earlier sale. */
const SAME_SALE_MS = 2 * 60_000

/** Finds the sale of the same amount on the same terminal that a person must confirm before recording another. */
export function createEarlierSale(
  { awake, clock, boot }: Pick<DeliveryContext, 'awake' | 'clock' | 'boot'>,
  reads: Pick<SaleReadStore, 'sameAmount'>,
): (destination: Destination, entered: EnteredSale) => EarlierSale | undefined {
  function isRecent({ recordedBoot, recordedAwakeMs, recordedAtMs }: SaleRow): boolean {
    // A clock that was set must not switch the question off, nor a night's sleep switch it on.
    if (recordedBoot === boot) return awake.nowMs() - recordedAwakeMs < SAME_SALE_MS
    return Math.abs(clock.wallNowMs() - recordedAtMs) < SAME_SALE_MS
  }

  return (destination, { corrected, ...entered }) => {
    const { open, openCount, newest } = reads.sameAmount(destination, entered, corrected?.sequence ?? null)
    // At any age: while its outcome is unknown, the entry may be the same sale again.
    if (open !== undefined) return { sale: open, otherCount: openCount - 1 }
    return newest !== undefined && isRecent(newest) ? { sale: newest, otherCount: 0 } : undefined
  }
}
