import { expect } from 'vitest'
import type { CallResult } from '../../shared/contract.ts'
import type { SaleDetail } from '../../shared/sale.ts'
import type { Counter } from './counter.ts'
import { cutNetwork, restoreNetwork } from './troubles.ts'

/* A sale whose row is changed from outside while the program is off, and the checks of the result. */

/** Longer than the search for waiting sales and their sending take. */
export const LONG_MS = 10 * 60_000

/** Records a sale offline, changes the file while the program is off, and restores the network. */
export async function changeWhileWaiting(shop: Counter, change: () => void): Promise<void> {
  cutNetwork(shop)
  await shop.record('1500', { transactionId: 'SALE-1' })
  await shop.restart(change)
  restoreNetwork(shop)
  await shop.backend().handlers['sales.tryNow']({})
  await shop.time.pass(LONG_MS)
}

/** Expects that nothing is sent, and that a person is told. */
export async function expectHeld(shop: Counter, transactionId = 'SALE-1'): Promise<SaleDetail> {
  expect(shop.bank.requestCount('logTransaction')).toBe(0)
  expect([shop.bank.settlementCount('SALE-1'), shop.bank.settlementCount(transactionId)]).toEqual([0, 0])
  const detail = await shop.sale(transactionId)
  expect(detail.sale).toMatchObject({ state: 'held', heldReason: 'factsChanged', sendCount: 0 })
  expect(detail.timeline.at(-1)?.kind).toBe('factsChanged')
  return detail
}

export async function restore(shop: Counter, transactionId: string): Promise<CallResult<'sales.resolve'>> {
  const { decision } = await shop.sale(transactionId)
  return shop.backend().handlers['sales.resolve']({
    transactionId,
    decision: 'restoreFacts',
    reason: 'compared with the slip',
    seen: decision?.seen ?? '',
  })
}

export const sentBodies = (shop: Counter): readonly unknown[] =>
  shop.wire.filter(({ url }) => url.endsWith('/logtransaction')).map(({ body }) => JSON.parse(body ?? ''))
