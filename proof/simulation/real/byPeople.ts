import type { Engine } from '../../../electron/engine/engine.ts'
import type { TransactionRecord } from '../../../electron/gateway/answer.ts'
import { runEffect } from '../../../electron/work/effect.ts'
import { askedNow } from '../../../electron/outbox/worker/learned.ts'
import { observeRecords } from '../../../electron/outbox/worker/shownRecords.ts'
import type { SaleRow } from '../../../electron/outbox/rules/saleRow.ts'
import { OWN_CLIENT } from '../destinations.ts'
import { RECORDS_AT_ONCE_MAX } from '../found.ts'
import type { ModelDesk } from '../modelDesk.ts'
import { effectOf, type Decision } from '../till.ts'

/** Actions of people on the engine, in place of the desk, which the simulation lacks. */

/** Errors that only a defect of ours causes. */
export const MISTAKES: readonly unknown[] = ['TypeError', 'RangeError', 'ReferenceError']

/**
 * A search in Find has shown records.
 * @param desk whose Date header comes with the answer that shows them
 * @returns whether a program was running to process them
 */
export function observedBy(
  { context }: Engine,
  records: readonly TransactionRecord[],
  desk: Pick<ModelDesk, 'serverDate'>,
  breathe: () => Promise<unknown>,
  onTaken: () => void,
  onBroken: (problem: string) => void,
): boolean {
  const own = context.destination()
  if (own?.clientId !== OWN_CLIENT) return false
  const serverDate = desk.serverDate()
  const aheadMs = serverDate === null ? null : context.clock.wallNowMs() - Date.parse(serverDate)
  const paced = { ...context, clockAheadMs: () => aheadMs, breathe, recordsAtOnceMax: RECORDS_AT_ONCE_MAX }
  runEffect(observeRecords(paced, own, records, askedNow(context))).then(onTaken, (error: unknown) => {
    // Any other error is shown to the person.
    if (error instanceof Error && MISTAKES.includes(error.name)) onBroken(String(error))
  })
  return true
}

/** A manager has decided, on a fresh look-up. @returns whether the program accepted it */
export function decidedBy(
  { store, context, worker }: Engine,
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
  worker.wake()
  return decided.ok
}
