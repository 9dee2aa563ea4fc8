import type { PreSendQuery } from './preSendQuery.ts'
import { lookUpDelayMs } from '../rules/delays.ts'
import type { Effect } from '../rules/effect.ts'
import type { SaleRow } from '../rules/saleRow.ts'
import { clearedPatch } from './unclear.ts'
import { askLists, type ListParts } from './wholeLists.ts'

export interface HeldSlipParts extends ListParts {
  readonly preSendQuery: Pick<PreSendQuery, 'askOnce'>
}

/**
 * Asks about a sale that waits for a person because the bank's answers say nothing about it. A record settles it, a
 * believed "not found" queues it again.
 * @param isForPerson the lists are read too: a manager may send without the bank's answer only what they lack
 */
export function* lookUpHeld(parts: HeldSlipParts, sale: SaleRow, isForPerson: boolean): Effect<void> {
  const { context } = parts
  const { store, now, onSaleChanged } = context
  const answer = yield* parts.preSendQuery.askOnce(sale)
  if (answer.kind === 'moved' || answer.kind === 'notAsked') return
  if (answer.kind === 'absent') {
    const at = now()
    store.apply(sale, 'released', { ...clearedPatch, heldReason: null, dueAwakeMs: at.awakeMs }, at)
    onSaleChanged(sale.transactionId)
    return
  }
  const isLacking = isForPerson && (yield* askLists(parts, sale)) === 'lacking'
  const current = store.byTransactionId(sale.transactionId)
  if (current === undefined || current.version !== sale.version) return
  const at = now()
  store.note(
    current,
    {
      askProblem: answer.problem,
      checkCount: current.checkCount + 1,
      lastCheckAtMs: at.wallMs,
      dueAwakeMs: at.awakeMs + Math.max(answer.notBeforeMs, lookUpDelayMs('held', current.checkCount + 1)),
      ...(isLacking ? { lookedUpAwakeMs: at.awakeMs } : {}),
    },
    at,
  )
  onSaleChanged(sale.transactionId)
}
