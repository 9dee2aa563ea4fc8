import type { SaleView } from '../../../shared/sale.ts'

/** How long a new sale is only called saved: most are accepted within this time. */
export const CALM_MS = 3_000

/**
 * Whether a sale was recorded just now and goes its normal way, so that nothing about it needs attention yet. A sale
 * that waits for a reason, such as no internet, is never calm.
 */
export function isCalm({ state, waitingReason, recordedAtMs }: SaleView, nowMs: number): boolean {
  const isNormal = state === 'sending' || (state === 'queued' && (waitingReason ?? 'next') === 'next')
  const ageMs = nowMs - recordedAtMs
  return isNormal && ageMs >= 0 && ageMs < CALM_MS
}
