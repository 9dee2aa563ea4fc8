import type { DeliveryContext } from './deliveryContext.ts'
import type { SaleRow } from '../rules/saleRow.ts'

/** How long a sale is young after its recording: what was known of it then still holds. Awake ms. */
export const YOUNG_MS = 60_000

/** Which sales were recorded just now: in this run, in the file as it is open now, since the computer last woke, less
 * than a minute of awake time ago. */
export interface Young {
  has(sale: SaleRow): boolean
  /** A row from before may be outdated. */
  fileReopened(): void
}

export function createYoung({ awake, boot }: Pick<DeliveryContext, 'awake' | 'boot'>): Young {
  let sinceAwakeMs = 0
  return {
    has: ({ recordedBoot, recordedAwakeMs }) =>
      recordedBoot === boot &&
      awake.nowMs() - recordedAwakeMs < YOUNG_MS &&
      recordedAwakeMs >= Math.max(sinceAwakeMs, awake.wokeAtMs()),
    fileReopened: () => {
      // A sale of the same moment may be from before too.
      sinceAwakeMs = awake.nowMs() + 1
    },
  }
}
