import type { SaleRow } from '../../electron/outbox/rules/saleRow.ts'

/** Whether two rows agree on the facts of a sale, which may never change. */
export function hasFactsOf(first: SaleRow | undefined, after: SaleRow): boolean {
  return (
    first !== undefined &&
    first.sequence === after.sequence &&
    first.amountKobo === after.amountKobo &&
    first.amountWire === after.amountWire &&
    first.terminalId === after.terminalId &&
    first.recordedAtMs === after.recordedAtMs &&
    first.destination.clientId === after.destination.clientId
  )
}
