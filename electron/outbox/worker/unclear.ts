import { lookUpAgeMs, type SalePatch } from '../rules/change.ts'
import type { DeliveryContext } from './deliveryContext.ts'
import { backOffMs } from '../rules/delays.ts'
import type { SaleRow } from '../rules/saleRow.ts'

/** A sale whose pre-send query got no clear answer. It may be paid, so it waits alone; then a person has it. */

/** Longest wait in the queue, awake ms; then it needs a person. */
const UNCLEAR_MS_MAX = 10 * 60_000
/** A manager's permission covers the next send, not one hours later or after a sleep; awake ms. */
const WAIVED_FOR_MS = 10 * 60_000

/** Written once the bank has given a believable answer. */
export const clearedPatch: SalePatch = {
  askSinceAwakeMs: null,
  askProblem: null,
  askWaived: false,
  failureCount: 0,
}

/** Whether a manager allows sending without a readable answer, on recently read lists. */
export function isWaived({ now }: Pick<DeliveryContext, 'now'>, sale: SaleRow): boolean {
  const ageMs = lookUpAgeMs(sale, now())
  return sale.askWaived && ageMs !== null && ageMs < WAIVED_FOR_MS
}

/** Gives a queued sale to a person, because no answer of the bank lets it go. It is asked about from then on. */
export function setAside(
  { store, now, onSaleChanged }: Pick<DeliveryContext, 'store' | 'now' | 'onSaleChanged'>,
  sale: SaleRow,
  problem: string,
): void {
  const at = now()
  const held: SalePatch = {
    askSinceAwakeMs: sale.askSinceAwakeMs ?? at.awakeMs,
    askProblem: problem,
    askWaived: false,
    heldReason: 'bankUnclear',
    failureCount: 0,
    checkCount: 0,
    lookedUpAwakeMs: null,
    dueAwakeMs: at.awakeMs,
  }
  store.apply(sale, 'leftUnclear', held, at, problem)
  onSaleChanged(sale.transactionId)
}

/** Delays a queued sale alone, with full jitter; others go on meanwhile. */
export function leaveUnclear(
  context: Pick<DeliveryContext, 'store' | 'now' | 'random' | 'onSaleChanged'>,
  sale: SaleRow,
  why: { readonly problem: string; readonly notBeforeMs: number },
): void {
  const { store, random } = context
  const now = context.now()
  const askSinceAwakeMs = sale.askSinceAwakeMs ?? now.awakeMs
  const failureCount = sale.failureCount + 1
  const givenUpAtMs = askSinceAwakeMs + UNCLEAR_MS_MAX
  const patch: SalePatch = { askSinceAwakeMs, askProblem: why.problem, askWaived: false, failureCount }
  if (now.awakeMs >= givenUpAtMs) {
    setAside(context, sale, why.problem)
    return
  }
  const delayMs = Math.max(why.notBeforeMs, backOffMs(failureCount, random.next()))
  // It is asked once more at the end of its time; otherwise a long delay would keep it from a person.
  const dueAwakeMs = Math.min(now.awakeMs + delayMs, givenUpAtMs)
  store.note(sale, { ...patch, dueAwakeMs }, now)
  context.onSaleChanged(sale.transactionId)
}
