import type { DeliveryContext } from './deliveryContext.ts'
import type { SaleReadStore } from './saleReadStore.ts'
import type { Destination, SaleRow } from './saleRow.ts'

/** A sale that the one just entered may be. */
export interface EarlierSale {
  readonly sale: SaleRow
  /** How many more of that amount are open on the terminal. */
  readonly otherCount: number
}

/** What a person entered, as far as it tells one sale from another. */
export interface EnteredSale {
  readonly terminalId: string
  readonly amountKobo: number
  /** The sale that this one takes the place of: it is no earlier one. */
  readonly corrected: SaleRow | undefined
}

/** Within this time the same amount on the same terminal is asked about, in any state of the earlier sale. */
const SAME_SALE_MS = 2 * 60_000

/** Finds the sale of the same amount on the same terminal that a person is asked about before another is recorded. */
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
    // Whatever its age: while nobody knows its outcome, it may be the very sale that is being entered again.
    if (open !== undefined) return { sale: open, otherCount: openCount - 1 }
    return newest !== undefined && isRecent(newest) ? { sale: newest, otherCount: 0 } : undefined
  }
}
