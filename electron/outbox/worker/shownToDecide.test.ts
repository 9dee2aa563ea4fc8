import { afterEach, expect, test } from 'vitest'
import type { CallResult, Request } from '../../../shared/contract.ts'
import { openCounter, type Counter, type CounterSetup } from '../../testing/counter.ts'
import { personsCheck } from '../../testing/personsCheck.ts'
import { saleInConflict } from '../../testing/troubles.ts'
import { answered, createGarbling } from '../../testing/unreadable.ts'

/* The basis of a manager's decision if the question about the sale alone says nothing or too little. */

const MINUTE_MS = 60_000

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

async function check(shop: Counter, transactionId: string): Promise<void> {
  await shop.becomeManager()
  await personsCheck(shop, transactionId)
}

async function decide(
  shop: Counter,
  transactionId: string,
  decision: Request<'sales.resolve'>['decision'],
): Promise<CallResult<'sales.resolve'>> {
  const seen = (await shop.sale(transactionId)).decision?.seen ?? ''
  return shop.backend().handlers['sales.resolve']({ transactionId, decision, reason: 'asked', seen })
}

test('an expired token gets "not found" for everything: that is no look-up, and allows no write-off', async () => {
  const shop = await open({ bankOptions: { expiredToken: 'declined', tokenLifeMs: 20 * MINUTE_MS } })
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  const { transactionId } = await shop.record('5000')
  shop.bank.changeOptions({ visibleAfterMs: 60 * MINUTE_MS })
  await shop.time.pass(5_000)
  shop.bank.changeOptions({ secretKey: 'rotated', visibleAfterMs: 1_000 })
  for (let each = 0; each < 45 && (await shop.sale(transactionId)).sale.state !== 'review'; each += 1)
    await shop.time.pass(MINUTE_MS)
  expect((await shop.sale(transactionId)).sale.state).toBe('review')
  await check(shop, transactionId)
  expect(await decide(shop, transactionId, 'writeOff')).toMatchObject({ ok: false })
  expect((await shop.sale(transactionId)).sale.state).toBe('review')
  expect(shop.bank.settlementCount(transactionId)).toBe(1)
})

test('a conflict whose record only the lists show is decided on the lists', async () => {
  const garbling = createGarbling()
  const shop = await open({ garble: garbling.garble })
  const transactionId = 'SALE-1'
  await saleInConflict(shop, transactionId)
  await shop.time.pass(60 * MINUTE_MS)
  await check(shop, transactionId)
  garbling.about(transactionId, () => answered(404, ''))
  await shop.time.pass(60 * MINUTE_MS)
  await check(shop, transactionId)
  expect(await decide(shop, transactionId, 'writeOff')).toMatchObject({ ok: true })
})

test('a difference that only the lists show is settled on the lists', async () => {
  const garbling = createGarbling()
  let isOther = false
  const shop = await open({
    garble: (request, outcome) => {
      const answer = garbling.garble(request, outcome)
      if (!isOther || !request.url.includes('searchtransaction') || answer.kind !== 'response') return answer
      return { ...answer, body: answer.body.replaceAll(/"amount":"?5000(?:\.0+)?"?/gu, '"amount":4000') }
    },
  })
  const { transactionId } = await shop.record('5000')
  await shop.time.pass(2 * MINUTE_MS)
  isOther = true
  garbling.about(transactionId, () =>
    answered(200, '{"status":false,"message":"Transaction not found","data":null}'),
  )
  for (const amount of ['70', '71']) {
    await shop.record(amount)
    await shop.time.pass(2 * MINUTE_MS)
  }
  expect((await shop.sale(transactionId)).sale.standing).toBe('needsYou')
  await check(shop, transactionId)
  expect(await decide(shop, transactionId, 'keepOurs')).toMatchObject({ ok: true })
})
