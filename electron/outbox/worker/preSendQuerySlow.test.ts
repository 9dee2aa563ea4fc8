import { expect, test } from 'vitest'
import { err } from '../../../shared/result.ts'
import type { Answer, GatewayError, TransactionRecord } from '../../gateway/answer.ts'
import { createWay } from './learned.ts'
import { createPreSendQuery } from './preSendQuery.ts'
import type { DeliveryContext } from './context.ts'
import { runEffect } from '../../work/effect.ts'
import type { NotFoundShape } from './absence.ts'
import type { SaleRow } from '../rules/saleRow.ts'

const SECOND_MS = 1_000
const error: GatewayError = { kind: 'declined', message: 'Transaction not found' }
const shape = { httpStatus: 200, places: [] }
const evidence = {
  httpStatus: 200,
  phase: 'response',
  elapsedMs: 0,
  bodySha256: null,
  bodyExcerpt: null,
  serverDate: null,
} as const
const missed: Answer<TransactionRecord> = { result: err(error), evidence, shape }
const first = {
  transactionId: 'SLIP-1',
  destination: { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'C1' },
  version: 1,
  state: 'queued',
  failureCount: 0,
  askSinceAwakeMs: null,
  askWaived: false,
  lookedUpAwakeMs: null,
} as SaleRow

function slowBank(eachMs: number) {
  let nowMs = 0
  let sale = first
  const events: string[] = []
  const write = (patch: Partial<SaleRow>): void => {
    sale = { ...sale, ...patch, version: sale.version + 1 }
  }
  const clock = { wallNowMs: () => 1_000_000 + nowMs, monotonicNowMs: () => nowMs }
  const context = {
    service: {
      clientId: () => 'C1',
      generation: () => 1,
      status: async () => {
        nowMs += eachMs
        return missed
      },
    },
    store: {
      byTransactionId: () => sale,
      note: (_sale: SaleRow, patch: Partial<SaleRow>) => write(patch),
      apply: (_sale: SaleRow, event: string, patch: Partial<SaleRow>) => {
        events.push(event)
        write(patch)
      },
    },
    reads: { isTyped: () => true },
    clock,
    way: createWay(clock),
    awake: { nowMs: () => nowMs },
    now: () => ({ wallMs: 1_000_000 + nowMs, awakeMs: nowMs }),
    random: { next: () => 0.5 },
    clockAheadMs: () => 0,
    onSaleChanged: () => undefined,
  } as unknown as DeliveryContext
  // The control takes as long as the question.
  function* believes(): ReturnType<NotFoundShape['isBelieved']> {
    yield Promise.resolve()
    nowMs += eachMs
    return true
  }
  const notFound = { isBelievedBeforeSend: believes } as unknown as NotFoundShape
  const preSendQuery = createPreSendQuery(context, notFound, () => true, {
    isGivenUp: () => false,
    otherFormOf: () => undefined,
  })
  return {
    learned: context.way.learned,
    preSendQuery,
    events,
    sale: () => sale,
    ask: async (): Promise<void> => {
      nowMs = Math.max(nowMs, sale.dueAwakeMs ?? 0)
      await runEffect(preSendQuery.ask(sale))
    },
  }
}

test('a slow question and control, answered within the half minute that counts, release a slip', async () => {
  const { preSendQuery, ask, sale } = slowBank(29 * SECOND_MS)
  await ask()
  expect([preSendQuery.isDue(sale()), sale().askSinceAwakeMs]).toEqual([false, null])
})

test('if both take longer than an answer counts, the slip waits with a back-off, and after ten minutes a person has it', async () => {
  const { preSendQuery, learned, ask, sale, events } = slowBank(35 * SECOND_MS)
  await ask()
  const askSinceAwakeMs = 70 * SECOND_MS
  expect(sale()).toMatchObject({ askSinceAwakeMs, askProblem: 'notBelieved', failureCount: 1 })
  expect(preSendQuery.isDue(sale())).toBe(true)
  for (let asked = 0; asked < 30 && events.length === 0; asked += 1) await ask()
  expect(events).toEqual(['leftUnclear'])
  expect(sale().heldReason).toBe('bankUnclear')
  expect(await runEffect(preSendQuery.askOnce(sale(), learned()))).toMatchObject({ kind: 'unclear' })
})
