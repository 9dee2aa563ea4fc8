import type { SaleView } from '../../../shared/sale.ts'

/** How long a new sale is only called saved: most are accepted within this time. */
export const CALM_MS = 3_000

/** Whether a sale was recorded just now and waits, so that nothing about it needs attention yet. */
export function isCalm({ state, recordedAtMs }: SaleView, nowMs: number): boolean {
  const ageMs = nowMs - recordedAtMs
  return (state === 'sending' || state === 'queued') && ageMs >= 0 && ageMs < CALM_MS
}
