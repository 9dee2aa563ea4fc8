import { afterEach, expect, test } from 'vitest'
import { everyOther } from '../../../scripts/extent.ts'
import { referenceDeviations } from '../../../sandbox/deviations/ofReferences.ts'
import type { SaleDecision } from '../../../shared/decision.ts'
import { changeRecord } from '../../testing/bankBooks.ts'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { openOtherTill } from '../../testing/otherTill.ts'
import { personsCheck } from '../../testing/personsCheck.ts'

/*
 * A bank may keep another form of a reference than it was sent. A question about the whole one then finds nothing, and
 * its list shows a record under a reference that no sale here has.
 */

const MINUTE_MS = 60_000

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

type Policy = 'ask' | 'auto'

async function openAt(deviation: string, policy: Policy): Promise<Counter> {
  counter = await openCounter({
    bankOptions: { deviation, tokenLifeMs: 24 * 60 * MINUTE_MS },
    profile: (standard) => ({
      ...standard,
      outbox: { ...standard.outbox, resendAfterAbsence: policy },
    }),
  })
  return counter
}

/** When the answer to the send is lost. */
const MOMENTS = {
  beforeTheAnswer: { kind: 'drop', committed: true },
  inTheAnswer: { kind: 'truncated', committed: true },
  afterOurTimeOut: { kind: 'slow', delayMs: 2 * MINUTE_MS, commit: 'onArrival' },
  nothingTaken: { kind: 'drop', committed: false },
} as const
type Moment = keyof typeof MOMENTS

/** A made sale whose answer is lost between sales that the bank finds by their references. */
async function lostBetween(shop: Counter, moment: Moment): Promise<string> {
  await shop.record('1500', { transactionId: '11' })
  await shop.time.pass(2 * MINUTE_MS)
  shop.bank.faults.add({ on: 'logTransaction', fault: MOMENTS[moment] })
  const { transactionId } = await shop.record('5000')
  await shop.time.pass(3 * MINUTE_MS)
  await shop.record('2500', { transactionId: '12' })
  await shop.time.pass(45 * MINUTE_MS)
  return transactionId
}

const CASES = Object.keys(referenceDeviations).flatMap((bank) =>
  (['auto', 'ask'] as const).flatMap((policy) =>
    (Object.keys(MOMENTS) as Moment[]).map((moment) => [bank, policy, moment] as const),
  ),
)

test.each(everyOther(CASES, 7))(
  '%s, %s, %s: the lost sale is accepted, or a person has it with the bank’s record; none is settled twice',
  async (bank, policy, moment) => {
    const shop = await openAt(bank, policy)
    const transactionId = await lostBetween(shop, moment)
    const { sale, record } = await shop.sale(transactionId)
    const settled = shop.bank.settlementCount(transactionId)
    expect(settled).toBeLessThanOrEqual(1)
    if (sale.state === 'accepted') {
      expect(settled).toBe(1)
      return
    }
    expect(['review', 'conflict']).toContain(sale.state)
    if (settled === 1) {
      expect(sale.state).toBe('conflict')
      expect(record?.amount).toMatch(/^5000(?:\.0+)?$/u)
    }
  },
)

/** A manager looks the sale up, and decides. @returns the answer to the decision */
async function decide(shop: Counter, transactionId: string, decision: SaleDecision) {
  await shop.becomeManager()
  await personsCheck(shop, transactionId)
  const seen = (await shop.sale(transactionId)).decision?.seen ?? ''
  const reason = 'compared with the slip'
  return shop.backend().handlers['sales.resolve']({ transactionId, decision, reason, seen })
}

test('a manager says that it is this sale: it is accepted, its payment is seen, and no other sale takes the record', async () => {
  const shop = await openAt('keepsFirst20', 'ask')
  const transactionId = await lostBetween(shop, 'beforeTheAnswer')
  const { decision, sale, record } = await shop.sale(transactionId)
  expect(decision).toMatchObject({
    allowed: ['accept', 'otherRecord', 'writeOff'],
    differences: ['reference'],
  })
  expect(sale.underOther).toEqual({
    reference: transactionId.slice(0, 20),
    timeReceived: record?.timeReceived,
  })
  expect(await decide(shop, transactionId, 'accept')).toMatchObject({ ok: true })
  await shop.time.pass(10 * MINUTE_MS)
  expect((await shop.sale(transactionId)).sale).toMatchObject({ state: 'accepted', standing: 'paid' })

  shop.bank.faults.add({ on: 'logTransaction', fault: MOMENTS.nothingTaken })
  const second = await shop.record('5000', { confirmedSecondSale: true })
  await shop.time.pass(45 * MINUTE_MS)
  expect((await shop.sale(second.transactionId)).sale).toMatchObject({ state: 'review', underOther: null })
  expect(shop.bank.settlementCount(transactionId)).toBe(1)
})

test.each(['ask', 'auto'] as const)(
  '%s: another till is paid the same amount while an answer is lost: a manager says so, and only fresh evidence sends the sale again',
  async (policy) => {
    const shop = await openAt('keepsUpperCase', policy)
    const other = await openOtherTill(shop)
    await shop.record('1500')
    await shop.time.pass(2 * MINUTE_MS)
    shop.bank.faults.add({ on: 'logTransaction', fault: MOMENTS.nothingTaken })
    const { transactionId } = await shop.record('5000')
    await shop.time.pass(1_000)
    other.pay('5000.00', 'TILL-B-1')
    await shop.time.pass(3 * MINUTE_MS)
    await shop.record('2500')
    await shop.time.pass(20 * MINUTE_MS)
    expect((await shop.sale(transactionId)).sale).toMatchObject({
      state: 'conflict',
      sendCount: 1,
      underOther: { reference: 'TILL-B-1' },
    })
    expect(await decide(shop, transactionId, 'sendAgain')).toMatchObject({ error: { code: 'notAllowed' } })
    expect(await decide(shop, transactionId, 'otherRecord')).toMatchObject({ ok: true })
    expect((await shop.sale(transactionId)).sale).toMatchObject({ state: 'unknown', sendCount: 1 })
    await shop.time.pass(30 * MINUTE_MS)
    // The same record is not asked about again.
    expect((await shop.sale(transactionId)).sale.state).toBe(policy === 'auto' ? 'accepted' : 'review')
    if (policy === 'ask') {
      expect(await decide(shop, transactionId, 'sendAgain')).toMatchObject({ ok: true })
      await shop.time.pass(2 * MINUTE_MS)
    }
    expect((await shop.sale(transactionId)).sale).toMatchObject({ state: 'accepted', sendCount: 2 })
    expect([shop.bank.settlementCount(transactionId), shop.bank.settlementCount('TILL-B-1')]).toEqual([1, 1])
  },
)

test('a record of the same amount that comes before a manager decides stands in the way of sending again', async () => {
  const shop = await openAt('keepsFirst20', 'ask')
  const transactionId = await lostBetween(shop, 'nothingTaken')
  expect((await shop.sale(transactionId)).sale.state).toBe('review')
  const other = await openOtherTill(shop)
  other.pay('5000.00', 'TILL-B-1')
  changeRecord(shop, 'TILL-B-1', { receivedAtMs: shop.time.clock.wallNowMs() - 45 * MINUTE_MS })
  await shop.time.pass(MINUTE_MS)
  expect(await decide(shop, transactionId, 'sendAgain')).toMatchObject({ error: { code: 'notAllowed' } })
  expect((await shop.sale(transactionId)).sale).toMatchObject({ state: 'conflict' })
})

test('a slip that another till was paid for, kept in another form: it is not sent, and a person reads which it may be', async () => {
  const shop = await openAt('keepsDigits', 'ask')
  const other = await openOtherTill(shop)
  other.pay('7000.00', 'SLIP-2')
  await shop.time.pass(MINUTE_MS)
  await shop.record('7000', { transactionId: 'SLIP-2' })
  await shop.time.pass(15 * MINUTE_MS)
  expect((await shop.sale('SLIP-2')).sale).toMatchObject({
    state: 'held',
    heldReason: 'bankUnclear',
    askProblem: 'otherForm:2',
    sendCount: 0,
  })
})

test('two tills on one terminal, all sales alike, hours offline: the backlog goes out without a person', async () => {
  const shop = await openAt('keepsFirst20', 'auto')
  const other = await openOtherTill(shop)
  await shop.record('5000', { transactionId: '11' })
  await shop.time.pass(2 * MINUTE_MS)
  shop.setOnline(false)
  const waiting: string[] = []
  for (let each = 0; each < 12; each += 1) {
    waiting.push((await shop.record('5000', { confirmedSecondSale: true })).transactionId)
    other.pay('5000.00', `TILL-B-${each}`)
    await shop.time.pass(40 * MINUTE_MS)
  }
  shop.setOnline(true)
  await shop.time.pass(30 * MINUTE_MS)
  for (const transactionId of waiting) {
    expect((await shop.sale(transactionId)).sale.state).toBe('accepted')
    expect(shop.bank.settlementCount(transactionId)).toBe(1)
  }
})

test('two sales are lost, and the bank has one record: it is taken by one of them, once', async () => {
  const shop = await openAt('keepsFirst20', 'ask')
  await shop.record('1500', { transactionId: '11' })
  await shop.time.pass(2 * MINUTE_MS)
  const lost: string[] = []
  for (const moment of ['beforeTheAnswer', 'nothingTaken'] as const) {
    shop.bank.faults.add({ on: 'logTransaction', fault: MOMENTS[moment] })
    lost.push((await shop.record('5000', { confirmedSecondSale: true })).transactionId)
    await shop.time.pass(MINUTE_MS)
  }
  await shop.time.pass(45 * MINUTE_MS)
  const [first = '', second = ''] = lost
  for (const each of lost) expect((await shop.sale(each)).sale.state).toBe('conflict')
  expect(await decide(shop, first, 'accept')).toMatchObject({ ok: true })
  expect(await decide(shop, second, 'accept')).toMatchObject({ error: { code: 'notAllowed' } })
  expect((await shop.sale(second)).decision?.allowed).toEqual(['otherRecord', 'writeOff'])
  expect(lost.map((each) => shop.bank.settlementCount(each))).toEqual([1, 0])
})
