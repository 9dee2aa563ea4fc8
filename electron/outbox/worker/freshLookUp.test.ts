import { afterEach, expect, test } from 'vitest'
import type { CallResult } from '../../../shared/contract.ts'
import type { SaleDecision } from '../../../shared/decision.ts'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { personsCheck } from '../../testing/personsCheck.ts'
import { everyOther } from '../../../scripts/extent.ts'
import { answered, createGarbling, unreadableAnswers, type Garbling } from '../../testing/unreadable.ts'

/* What counts as a fresh look-up, which a manager needs to decide about a sale of unknown outcome. */

const MINUTE_MS = 60_000
const HTML = { 'content-type': 'text/html' }

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

type Garble = Garbling['garble']
type Change = (typeof unreadableAnswers)[number][1]

async function open(garble: Garble): Promise<Counter> {
  counter = await openCounter({ garble })
  return counter
}

async function decideAfterCheck(
  shop: Counter,
  transactionId: string,
  decision: SaleDecision,
): Promise<CallResult<'sales.resolve'>> {
  await shop.becomeManager()
  const { handlers } = shop.backend()
  await personsCheck(shop, transactionId)
  const seen = (await shop.sale(transactionId)).decision?.seen ?? ''
  return handlers['sales.resolve']({ transactionId, decision, reason: 'asked the bank', seen })
}

/**
 * A sale whose send was cut off, with a person after half an hour.
 * @param change of every answer about it
 */
async function inReview(garbling: Garbling, committed: boolean, change?: Change) {
  const shop = await open(garbling.garble)
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed } })
  // A made reference is sent without asking first.
  const { transactionId } = await shop.record('5000')
  if (change !== undefined) garbling.about(transactionId, change)
  // Once it is sent: the gate asks with a list.
  await shop.time.pass(10_000)
  cutLists(shop)
  await shop.time.pass(40 * MINUTE_MS)
  shop.bank.faults.clear()
  expect((await shop.sale(transactionId)).sale).toMatchObject({ state: 'review', sendCount: 1 })
  return { shop, transactionId }
}

function cutLists(shop: Counter): void {
  const failed = {
    kind: 'httpStatus',
    status: 503,
    committed: false,
    retryAfter: null,
    body: 'empty',
  } as const
  shop.bank.faults.add({ on: 'searchTransactions', times: 'always', fault: failed })
}

test.each(everyOther(unreadableAnswers, 3))(
  'an unreadable answer allows no decision about a sale in review: %s',
  async (_name, change) => {
    const { shop, transactionId } = await inReview(createGarbling(), true, change)
    cutLists(shop)
    for (const decision of ['sendAgain', 'writeOff'] as const) {
      expect(await decideAfterCheck(shop, transactionId, decision)).toMatchObject({
        error: { code: 'needsLookUp' },
      })
    }
    expect(shop.bank.settlementCount(transactionId)).toBe(1)
  },
)

test('if a check shows nothing about the sale, the lists are read, and what they show settles it', async () => {
  const { shop, transactionId } = await inReview(createGarbling(), true, () => answered(404, ''))
  const decided = await decideAfterCheck(shop, transactionId, 'sendAgain')
  expect(decided).toMatchObject({ error: { code: 'notAllowed' } })
  expect((await shop.sale(transactionId)).sale).toMatchObject({ state: 'accepted', sendCount: 1 })
})

test('a bank that says "not found" without its own envelope: complete lists that lack the sale count as a look-up', async () => {
  const garbling = createGarbling()
  garbling.everyMiss(() => answered(404, ''))
  const { shop, transactionId } = await inReview(garbling, false)
  cutLists(shop)
  expect(await decideAfterCheck(shop, transactionId, 'writeOff')).toMatchObject({
    error: { code: 'needsLookUp' },
  })
  shop.bank.faults.clear()
  expect(await decideAfterCheck(shop, transactionId, 'writeOff')).toMatchObject({ ok: true })
})

test.each([
  ['a page', () => answered(200, '<html>Sign in</html>', HTML)],
  ['not there', () => answered(404, '')],
] as const)('the answer to a login (%s) is no look-up of the sale', async (_name, loginAnswer) => {
  let isOver = false
  const garble: Garble = ({ url }, outcome) => {
    if (!isOver) return outcome
    return url.endsWith('/authenticate') ? loginAnswer() : answered(401, '')
  }
  const { shop, transactionId } = await inReview({ ...createGarbling(), garble }, false)
  isOver = true
  await shop.time.pass(2 * MINUTE_MS)
  expect(await decideAfterCheck(shop, transactionId, 'writeOff')).toMatchObject({
    error: { code: 'needsLookUp' },
  })
})
