import type { Engine } from '../../electron/engine.ts'
import type { TransactionRecord } from '../../electron/gateway/answer.ts'
import { observeRecords } from '../../electron/outbox/evidence.ts'
import type { SaleRow } from '../../electron/outbox/saleRow.ts'
import { OWN_CLIENT } from '../destinations.ts'
import { effectOf, type Decision } from '../till.ts'

/** What the desk, which the simulation leaves out, does to the engine on a person's word. */

/** A search in Find has shown records. @returns whether there was somebody to take them for */
export function observedBy({ context }: Engine, records: readonly TransactionRecord[]): boolean {
  const own = context.destination()
  if (own?.clientId !== OWN_CLIENT) return false
  observeRecords(context, own, records)
  return true
}

/** A manager has decided, on a look-up that counts as fresh. @returns whether the program took it */
export function decidedBy(
  { store, context, courier }: Engine,
  row: SaleRow,
  decision: Exclude<Decision, 'cancelled'>,
  wallMs: number,
): boolean {
  const at = { wallMs, awakeMs: row.lookedUpAwakeMs ?? row.dueAwakeMs }
  const { patch, detail } = effectOf(context, row, decision, at)
  const decided =
    decision === 'managerRestores'
      ? store.restore(row, patch, at, detail)
      : store.apply(row, decision, patch, at, detail)
  courier.wake()
  return decided.ok
}
