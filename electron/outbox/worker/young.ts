import type { DeliveryContext } from './deliveryContext.ts'
import type { SaleRow } from '../rules/saleRow.ts'

/** How long a sale is young after its recording: what was known of it then still holds. Awake ms. */
export const YOUNG_MS = 60_000

/** Which sales were recorded just now: in this run, in the file as it is open now, since the computer last woke, less
 * than a minute of awake time ago. */
export interface Young {
  has(sale: SaleRow): boolean
  /** Of this run's sales, those recorded from then on are young; awake ms. */
  sinceMs(): number
  /** A row from before may be outdated. */
  fileReopened(): void
}

export function createYoung({ awake, boot }: Pick<DeliveryContext, 'awake' | 'boot'>): Young {
  let sinceAwakeMs = 0
  const sinceMs = (): number => Math.max(awake.nowMs() - YOUNG_MS + 1, sinceAwakeMs, awake.wokeAtMs())
  return {
    has: ({ recordedBoot, recordedAwakeMs }) => recordedBoot === boot && recordedAwakeMs >= sinceMs(),
    sinceMs,
    fileReopened: () => {
      // A sale of the same moment may be from before too.
      sinceAwakeMs = awake.nowMs() + 1
    },
  }
}
