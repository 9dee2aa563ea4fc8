import { expect, test } from 'vitest'
import { err } from '../../../shared/result.ts'
import type { Answer, GatewayError, TransactionRecord } from '../../gateway/answer.ts'
import { createWay } from './learned.ts'
import { createPreSendQuery } from './preSendQuery.ts'
import type { SalePatch } from '../rules/change.ts'
import type { DeliveryContext } from './context.ts'
import { runEffect } from '../../work/effect.ts'
import type { NotFoundShape } from './absence.ts'
import type { SaleRow } from '../rules/saleRow.ts'

const sale = {
  transactionId: 'SLIP-1',
  destination: { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'C1' },
  version: 1,
  failureCount: 0,
  askSinceAwakeMs: null,
  askWaived: false,
  lookedUpAwakeMs: null,
} as SaleRow
const NOW = { wallMs: 1_000_000, awakeMs: 500_000 }
const never: NotFoundShape = {
  // oxlint-disable-next-line require-yield -- it has nothing to ask
  *isBelieved() {
    return false
  },
  // oxlint-disable-next-line require-yield -- it has nothing to ask
  *isBelievedBeforeSend() {
    return false
  },
}

/** Asks once, and returns the effect on the host and on the sale's row. */
async function askedWith(error: GatewayError, httpStatus: number | null) {
  const failures: GatewayError[] = []
  const notes: SalePatch[] = []
  const answer = { result: err(error), evidence: { httpStatus } } as Answer<TransactionRecord>
  const clock = { wallNowMs: () => NOW.wallMs, monotonicNowMs: () => 0 }
  const context = {
    service: { clientId: () => 'C1', generation: () => 1, status: () => Promise.resolve(answer) },
    store: { byTransactionId: () => sale, note: (_sale: SaleRow, patch: SalePatch) => notes.push(patch) },
    breaker: { failed: (failure: GatewayError) => failures.push(failure) },
    clock,
    way: createWay(clock),
    awake: { nowMs: () => NOW.awakeMs },
    now: () => NOW,
    random: { next: () => 0.5 },
    onSaleChanged: () => undefined,
  } as unknown as DeliveryContext
  await runEffect(
    createPreSendQuery(context, never, () => true, {
      isGivenUp: () => false,
      otherFormOf: () => undefined,
    }).ask(sale),
  )
  return { failures: failures.length, note: notes[0] }
}

test.each<[string, GatewayError, number | null]>([
  ['http:500', { kind: 'http', status: 500, retryAfterMs: null, message: null }, 500],
  ['http:404', { kind: 'http', status: 404, retryAfterMs: null, message: null }, 404],
  ['malformed:data.amount', { kind: 'malformed', path: 'data.amount', problem: 'must be a number' }, 200],
  ['noAnswer:reset', { kind: 'noAnswer', reason: 'reset', phase: 'response' }, 200],
  ['declined', { kind: 'declined', message: 'Service busy' }, 200],
])('%s about one slip delays that slip, and nothing else', async (problem, error, httpStatus) => {
  expect(await askedWith(error, httpStatus)).toEqual({
    failures: 0,
    note: {
      askSinceAwakeMs: NOW.awakeMs,
      askProblem: problem,
      askWaived: false,
      failureCount: 1,
      dueAwakeMs: NOW.awakeMs + 1_000,
    },
  })
})

test('a service that asks for patience gets it, and a person still gets the slip in time', async () => {
  const busy = (retryAfterMs: number): GatewayError => ({
    kind: 'http',
    status: 429,
    retryAfterMs,
    message: null,
  })
  expect((await askedWith(busy(40_000), 429)).note?.dueAwakeMs).toBe(NOW.awakeMs + 40_000)
  expect((await askedWith(busy(3_600_000), 429)).note?.dueAwakeMs).toBe(NOW.awakeMs + 600_000)
})

test('a host that was not reached delays everything, and says nothing about the slip', async () => {
  const unsent = await askedWith({ kind: 'unsent', reason: 'nameNotFound', phase: 'lookup' }, null)
  expect(unsent).toEqual({ failures: 1, note: undefined })
})

test('a host that is silent about a slip delays everything for a moment, and the slip for longer', async () => {
  const silent = await askedWith({ kind: 'noAnswer', reason: 'timeout', phase: 'request' }, null)
  expect(silent.failures).toBe(1)
  expect(silent.note).toMatchObject({ askProblem: 'noAnswer:timeout', failureCount: 1 })
})
