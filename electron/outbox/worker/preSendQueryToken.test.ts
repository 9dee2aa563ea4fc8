import { afterEach, expect, test } from 'vitest'
import { err } from '../../../shared/result.ts'
import type { Answer, AnswerShape, GatewayError, TransactionRecord } from '../../gateway/answer.ts'
import type { WireOutcome, WireRequest } from '../../gateway/wire.ts'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { logAtBank } from '../../testing/troubles.ts'
import { answered } from '../../testing/unreadable.ts'
import { createWay } from './learned.ts'
import { createPreSendQuery } from './preSendQuery.ts'
import type { DeliveryContext } from './context.ts'
import { runEffect } from '../../work/effect.ts'
import type { NotFoundShape } from './absence.ts'
import type { SaleRow } from '../rules/saleRow.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const SLIP = 'SLIP-2'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

/** A bank that gives an expired token its answer for an unknown reference, or other words. */
function deadTokens(words: string) {
  let dead: string | null = null
  let current: string | null = null
  const tokenOf = ({ headers }: WireRequest): string | null =>
    new Headers(headers).get('authorization')?.replace('Bearer ', '') ?? null
  return {
    garble: (request: WireRequest, outcome: WireOutcome): WireOutcome => {
      const token = tokenOf(request)
      if (token !== null) current = token
      return token !== null && token === dead
        ? answered(200, JSON.stringify({ status: false, message: words, data: null }))
        : outcome
    },
    endToken: (): void => {
      dead = current
    },
  }
}

async function withSlips(words: string) {
  const tokens = deadTokens(words)
  const shop = await openCounter({ garble: tokens.garble })
  counter = shop
  await shop.record('100')
  await shop.time.pass(MINUTE_MS)
  // The bank does not have this slip: its "not found" renews the token once, and is believed for five minutes.
  await shop.record('200', { transactionId: 'SLIP-1' })
  await shop.time.pass(20 * SECOND_MS)
  expect((await shop.sale('SLIP-1')).sale.state).toBe('accepted')
  return { shop, tokens }
}

const logins = (shop: Counter): number => shop.wire.filter(({ url }) => url.endsWith('/authenticate')).length

test('a token expires, with its own message, while every no is believed: no record is found, so no slip is sent', async () => {
  const { shop, tokens } = await withSlips('The session has ended')
  const before = logins(shop)
  await logAtBank(shop, '5000.00', SLIP)
  tokens.endToken()
  await shop.record('5000', { transactionId: SLIP })
  await shop.time.pass(10 * MINUTE_MS)
  expect(shop.bank.settlementCount(SLIP)).toBe(1)
  expect((await shop.sale(SLIP)).sale).toMatchObject({ state: 'accepted', sendCount: 0 })
  // Believed meanwhile, then at most once in five minutes.
  expect(logins(shop) - before).toBeLessThanOrEqual(3)
})

test('an expired token in the exact words of "not found": a slip asked about with it is not sent with another token', async () => {
  const { shop, tokens } = await withSlips('Transaction not found')
  await logAtBank(shop, '5000.00', SLIP)
  tokens.endToken()
  await shop.record('5000', { transactionId: SLIP })
  await shop.time.pass(10 * MINUTE_MS)
  expect(shop.bank.commits().filter(({ transactionId }) => transactionId === SLIP)).toHaveLength(1)
  expect((await shop.sale(SLIP)).sale.state).toBe('accepted')
})

const sale = {
  transactionId: SLIP,
  destination: { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'C1' },
  version: 1,
  askSinceAwakeMs: null,
  askWaived: false,
  lookedUpAwakeMs: null,
} as SaleRow
const believing: NotFoundShape = {
  // oxlint-disable-next-line require-yield -- it has nothing to ask
  *isBelieved() {
    return true
  },
  // oxlint-disable-next-line require-yield -- it has nothing to ask
  *isBelievedBeforeSend() {
    return true
  },
}

/** Asks about a slip that the bank does not have. @param generationAfter that of the token once it has answered */
async function askedAbout(generationAfter: number) {
  let generation = 1
  const error: GatewayError = { kind: 'declined', message: 'Transaction not found' }
  const shape: AnswerShape = { httpStatus: 200, places: [] }
  const answer = { result: err(error), evidence: { httpStatus: 200 }, shape } as Answer<TransactionRecord>
  const clock = { wallNowMs: () => 1_000_000, monotonicNowMs: () => 0 }
  const context = {
    service: {
      clientId: () => 'C1',
      generation: () => generation,
      status: async () => {
        generation = generationAfter
        return answer
      },
    },
    store: { byTransactionId: () => sale },
    reads: { isTyped: () => true },
    clock,
    now: () => ({ wallMs: clock.wallNowMs(), awakeMs: 0, wokeAtMs: 0 }),
    way: createWay(clock),
    awake: { nowMs: () => 0 },
    clockAheadMs: () => 0,
  } as unknown as DeliveryContext
  const preSendQuery = createPreSendQuery(context, believing, () => true, {
    isGivenUp: () => false,
    otherFormOf: () => undefined,
  })
  await runEffect(preSendQuery.ask(sale))
  return { preSendQuery, renew: () => (generation = 3) }
}

test('what the bank answers counts for a send with the same token, and for none with the next', async () => {
  const { preSendQuery, renew } = await askedAbout(1)
  expect(preSendQuery.isDue(sale)).toBe(false)
  renew()
  expect(preSendQuery.isDue(sale)).toBe(true)
})

test('where asking itself renewed the token, it is asked once more', async () => {
  const { preSendQuery } = await askedAbout(2)
  expect(preSendQuery.isDue(sale)).toBe(true)
})

/** A bank whose tokens serve so many requests. */
function shortTokens(uses: number) {
  const used = new Map<string, number>()
  return ({ headers }: WireRequest, outcome: WireOutcome): WireOutcome => {
    const token = new Headers(headers).get('authorization')
    if (token === null) return outcome
    const count = (used.get(token) ?? 0) + 1
    used.set(token, count)
    return count > uses ? answered(401, JSON.stringify({ status: false, message: 'Token expired' })) : outcome
  }
}

test.each([2, 3, 4])(
  'tokens end after %i uses: six slips are asked about and sent all the same, each once',
  async (uses) => {
    const shop = await openCounter({ garble: shortTokens(uses) })
    counter = shop
    await shop.record('100')
    await shop.time.pass(MINUTE_MS)
    const slips = ['S-1', 'S-2', 'S-3', 'S-4', 'S-5', 'S-6']
    for (const transactionId of slips) await shop.record('200', { transactionId })
    await shop.time.pass(5 * MINUTE_MS)
    expect(slips.map((slip) => shop.bank.settlementCount(slip))).toEqual([1, 1, 1, 1, 1, 1])
    const sales = await Promise.all(slips.map(async (slip) => (await shop.sale(slip)).sale.state))
    expect(new Set(sales)).toEqual(new Set(['accepted']))
    expect(logins(shop)).toBeLessThanOrEqual(5 * slips.length)
  },
)
