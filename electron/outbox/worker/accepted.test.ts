import { afterEach, expect, test } from 'vitest'
import type { CallResult, Request } from '../../../shared/contract.ts'
import type { QueueView, SaleDetail, SaleView } from '../../../shared/sale.ts'
import { addRecord, changeRecord, find } from '../../testing/bankBooks.ts'
import type { RecordChange } from '../../../sandbox/recordChange.ts'
import { openCounter, type Counter, type CounterSetup } from '../../testing/counter.ts'
import { personsCheck } from '../../testing/personsCheck.ts'
import { logAtBank, saleInConflict } from '../../testing/troubles.ts'
import { answered, createGarbling } from '../../testing/unreadable.ts'

const MINUTE_MS = 60_000
const NEVER_MS = 10_000 * MINUTE_MS

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

/** A sale that the bank has accepted and shown a record of. */
async function accepted(shop: Counter, transactionId = 'SOLD-1'): Promise<SaleView> {
  await shop.record('1500', { transactionId })
  await shop.time.pass(10_000)
  const { sale } = await shop.sale(transactionId)
  if (sale.state !== 'accepted') throw new Error(`in ${sale.state} and not accepted`)
  return sale
}

async function queue(shop: Counter): Promise<QueueView> {
  const answer = await shop.backend().handlers['queue.get']({})
  if (!answer.ok) throw new Error('no queue')
  return answer.value
}

async function needsYou(shop: Counter): Promise<readonly string[]> {
  const asked = { filter: 'needsPerson', search: '', offset: 0, limit: 50 } as const
  const page = await shop.backend().handlers['sales.page'](asked)
  return page.ok ? page.value.sales.map(({ transactionId }) => transactionId) : []
}

async function checkNow(shop: Counter, transactionId: string): Promise<SaleDetail> {
  const checked = await personsCheck(shop, transactionId)
  if (!checked.ok) throw new Error(JSON.stringify(checked.error))
  return checked.value
}

async function settle(
  shop: Counter,
  decision: Request<'sales.resolve'>['decision'],
  transactionId = 'SOLD-1',
): Promise<CallResult<'sales.resolve'>> {
  await shop.becomeManager()
  const detail = await checkNow(shop, transactionId)
  const seen = detail.decision?.seen ?? ''
  return shop.backend().handlers['sales.resolve']({ transactionId, decision, reason: 'asked the bank', seen })
}

test('a search in Find shows the sale paid: the sale above it is paid at once, without waiting for a follow-up', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: 20 * MINUTE_MS } })
  await accepted(shop)
  await shop.time.pass(15 * MINUTE_MS)
  changeRecord(shop, 'SOLD-1', { paidAtMs: shop.time.clock.wallNowMs() })
  shop.bank.faults.add({
    on: 'settlementStatus',
    times: 'always',
    fault: { kind: 'httpStatus', status: 503, committed: false, retryAfter: null, body: 'empty' },
  })
  expect((await shop.sale('SOLD-1')).sale.standing).toBe('onItsWay')
  await find(shop)
  expect((await shop.sale('SOLD-1')).sale).toMatchObject({ standing: 'paid', datePaid: expect.any(String) })
})

test.each([
  ['another amount', { amountKobo: 70_000, settledKobo: 69_000 }, ['amount']],
  ['another terminal', { terminalId: '2TLS0002' }, ['terminal']],
  ['another account', { accountNumber: '9999999999' }, ['account']],
] as const)(
  'accepted, then the bank shows it with %s: kept for a person with both sides, still accepted and never sent again',
  async (_what, change, differences) => {
    const shop = await open({ bankOptions: { settleAfterMs: NEVER_MS } })
    await accepted(shop)
    const before = (await shop.sale('SOLD-1')).record
    expect(before).not.toBeNull()
    const sent = shop.bank.requestCount('logTransaction')
    changeRecord(shop, 'SOLD-1', change)
    await shop.time.pass(20 * MINUTE_MS)
    const detail = await shop.sale('SOLD-1')
    expect(detail.sale).toMatchObject({ state: 'accepted', standing: 'needsYou', datePaid: null })
    expect(detail.record).toMatchObject({ amount: before?.amount, accountEnding: before?.accountEnding })
    expect(detail.differing).not.toBeNull()
    expect(detail.decision).toMatchObject({ allowed: ['keepOurs', 'takeBanks'], differences })
    expect(await needsYou(shop)).toEqual(['SOLD-1'])
    expect(await queue(shop)).toMatchObject({ differsCount: 1, differsKobo: 150_000, needsPersonCount: 0 })
    expect(detail.timeline.filter(({ kind }) => kind === 'differs')).toHaveLength(1)
    await shop.restart()
    await shop.time.pass(5 * MINUTE_MS)
    expect(shop.bank.requestCount('logTransaction')).toBe(sent)
  },
)

test('accepted by the answer, and the first record that the bank shows has another amount: it differs from what was recorded', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: NEVER_MS, visibleAfterMs: 5 * MINUTE_MS } })
  await accepted(shop)
  changeRecord(shop, 'SOLD-1', { amountKobo: 150_001 })
  await shop.time.pass(10 * MINUTE_MS)
  const detail = await shop.sale('SOLD-1')
  expect(detail.sale).toMatchObject({ state: 'accepted', standing: 'needsYou' })
  expect([detail.record, detail.decision?.differences]).toEqual([null, ['amount']])
})

test.each([
  ['unpaid', { paidAtMs: null }],
  ['paid on another day', { paidAtMs: 0 }],
  ['paid less', { settledKobo: 100 }],
] as const)(
  'paid, and later a search shows it %s: the payment stays and a person is asked',
  async (what, change) => {
    const shop = await open()
    await accepted(shop)
    await shop.time.pass(5 * MINUTE_MS)
    const paid = await shop.sale('SOLD-1')
    expect(paid.sale.standing).toBe('paid')
    changeRecord(shop, 'SOLD-1', change)
    await shop.time.pass(10_000)
    await find(shop)
    const detail = await shop.sale('SOLD-1')
    const standing = what === 'unpaid' ? 'paidBack' : 'needsYou'
    expect(detail.sale).toMatchObject({ standing, datePaid: paid.sale.datePaid })
    expect(detail.decision).toMatchObject({ differences: ['payment'] })
    expect(detail.record).toEqual(paid.record)
  },
)

test('two records under one reference are told apart by their ids, and neither replaces the other', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: NEVER_MS } })
  await accepted(shop)
  addRecord(shop, 'SOLD-1', {})
  await shop.time.pass(10_000)
  await find(shop)
  const detail = await shop.sale('SOLD-1')
  expect(detail.decision).toMatchObject({ differences: ['secondRecord'] })
  expect(detail.differing?.recordId).toBe(String(Number(detail.record?.recordId) + 5_000))
})

test('a manager keeps ours: the same record is not reported again, another one is', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: NEVER_MS } })
  await accepted(shop)
  changeRecord(shop, 'SOLD-1', { amountKobo: 70_000 })
  await shop.time.pass(20 * MINUTE_MS)
  const kept = await settle(shop, 'keepOurs')
  expect(kept).toMatchObject({ ok: true, value: { sale: { state: 'accepted', standing: 'onItsWay' } } })
  await shop.time.pass(60 * MINUTE_MS)
  await find(shop)
  const after = await shop.sale('SOLD-1')
  expect([after.sale.standing === 'needsYou', after.decision]).toEqual([false, null])
  expect(await queue(shop)).toMatchObject({ differsCount: 0, differsKobo: 0 })
  const entry = after.timeline.find(({ kind }) => kind === 'keptOurs')
  expect(entry?.detail).toMatch(/^asked the bank \(seen: .*1500.*700/u)
  changeRecord(shop, 'SOLD-1', { amountKobo: 80_000 })
  await shop.time.pass(20 * MINUTE_MS)
  expect((await shop.sale('SOLD-1')).sale.standing).toBe('needsYou')
})

test('while a difference waits, the newest record that the bank shows is the evidence, and the first stays in the history', async () => {
  const shop = await open()
  await accepted(shop)
  await shop.time.pass(10 * MINUTE_MS)
  shop.bank.changeRecord('SOLD-1', { unpaidAfterMs: 0 })
  await checkNow(shop, 'SOLD-1')
  expect((await shop.sale('SOLD-1')).differing).toMatchObject({ isPaid: false })
  await shop.time.pass(10 * MINUTE_MS)
  const paidAgain = { unpaidAfterMs: undefined, settledAdds: '-5' } as unknown as RecordChange
  shop.bank.changeRecord('SOLD-1', paidAgain)
  const { differing, timeline } = await checkNow(shop, 'SOLD-1')
  expect(differing).toMatchObject({ isPaid: true })
  const told = timeline.filter(({ kind }) => kind === 'differs')
  expect(told.map(({ detail }) => /not paid/u.test(detail ?? ''))).toEqual([true, false])
  expect(told[0]?.atMs).toBeLessThan(told[1]?.atMs ?? 0)
})

test('three records under one reference: a person is asked about each once, in order', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: NEVER_MS } })
  await accepted(shop)
  addRecord(shop, 'SOLD-1', {})
  addRecord(shop, 'SOLD-1', { recordId: 77_777 })
  for (const round of [1, 2]) {
    await shop.time.pass(10_000)
    await find(shop)
    expect((await shop.sale('SOLD-1')).sale.standing, `round ${round}`).toBe('needsYou')
    expect(await settle(shop, 'keepOurs')).toMatchObject({ ok: true })
  }
  await shop.time.pass(10_000)
  await find(shop)
  expect((await shop.sale('SOLD-1')).sale.standing).toBe('onItsWay')
})

test('a manager takes the bank’s record: it becomes the sale’s, with its payment', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: NEVER_MS } })
  await accepted(shop)
  const changed = { amountKobo: 70_000, settledKobo: 69_650 }
  changeRecord(shop, 'SOLD-1', changed)
  await shop.time.pass(20 * MINUTE_MS)
  const taken = await settle(shop, 'takeBanks')
  expect(taken).toMatchObject({
    ok: true,
    value: { sale: { state: 'accepted', standing: 'onItsWay', otherAmount: '700' }, decision: null },
  })
  changeRecord(shop, 'SOLD-1', { paidAtMs: shop.time.clock.wallNowMs() })
  await shop.time.pass(20 * MINUTE_MS)
  expect((await shop.sale('SOLD-1')).sale).toMatchObject({ standing: 'paid', amountSettled: '696.5' })
  expect(shop.bank.settlementCount('SOLD-1')).toBe(1)
})

test('a manager accepts that it is not paid after all: it is followed again until it is', async () => {
  const shop = await open()
  await accepted(shop)
  await shop.time.pass(5 * MINUTE_MS)
  changeRecord(shop, 'SOLD-1', { paidAtMs: null })
  await shop.time.pass(10_000)
  await find(shop)
  expect(await settle(shop, 'takeBanks')).toMatchObject({
    ok: true,
    value: { sale: { standing: 'onItsWay', datePaid: null } },
  })
  changeRecord(shop, 'SOLD-1', { paidAtMs: shop.time.clock.wallNowMs() })
  await shop.time.pass(20 * MINUTE_MS)
  expect((await shop.sale('SOLD-1')).sale.standing).toBe('paid')
})

test('only a manager settles it, and not on a look-up a minute old', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: NEVER_MS } })
  await accepted(shop)
  changeRecord(shop, 'SOLD-1', { amountKobo: 70_000 })
  await shop.time.pass(20 * MINUTE_MS)
  const ask = async (): Promise<CallResult<'sales.resolve'>> => {
    const seen = (await shop.sale('SOLD-1')).decision?.seen ?? ''
    return shop
      .backend()
      .handlers['sales.resolve']({ transactionId: 'SOLD-1', decision: 'keepOurs', reason: 'r', seen })
  }
  expect(await ask()).toMatchObject({ error: { code: 'needsManager' } })
  await shop.becomeManager()
  shop.bank.faults.add({
    on: 'settlementStatus',
    times: 'always',
    fault: { kind: 'silence', committed: false },
  })
  await shop.time.pass(2 * MINUTE_MS)
  await shop.becomeManager()
  expect(await ask()).toMatchObject({ error: { code: 'needsLookUp' } })
})

test.each([
  ['not found', 'Transaction not found'],
  ['busy', 'Service busy'],
])('a mere no (%s) shows no record: it settles nothing', async (_what, message) => {
  const garbling = createGarbling()
  const shop = await open({ bankOptions: { settleAfterMs: NEVER_MS }, garble: garbling.garble })
  await accepted(shop)
  changeRecord(shop, 'SOLD-1', { amountKobo: 70_000 })
  await shop.time.pass(20 * MINUTE_MS)
  const no = JSON.stringify({ status: false, message, data: null })
  garbling.about('SOLD-1', () => answered(200, no))
  // The lists show nothing either.
  shop.bank.faults.add({
    on: 'searchTransactions',
    times: 'always',
    fault: { kind: 'drop', committed: false },
  })
  await shop.time.pass(2 * MINUTE_MS)
  expect(await settle(shop, 'keepOurs')).toMatchObject({ error: { code: 'needsLookUp' } })
  expect(await settle(shop, 'takeBanks')).toMatchObject({ error: { code: 'needsLookUp' } })
  garbling.end()
  shop.bank.faults.clear()
  await shop.time.pass(10 * MINUTE_MS)
  expect(await settle(shop, 'takeBanks')).toMatchObject({ ok: true })
})

test('a conflict accepted before the bank paid it becomes paid by the accepted record', async () => {
  const shop = await open()
  await saleInConflict(shop, 'TAKEN-1')
  changeRecord(shop, 'TAKEN-1', { paidAtMs: shop.time.clock.wallNowMs() + 60 * MINUTE_MS })
  await shop.time.pass(10_000)
  expect(await settle(shop, 'accept', 'TAKEN-1')).toMatchObject({
    ok: true,
    value: { sale: { state: 'accepted', standing: 'onItsWay', otherAmount: '7000' } },
  })
  await shop.time.pass(90 * MINUTE_MS)
  expect((await shop.sale('TAKEN-1')).sale).toMatchObject({ standing: 'paid', otherAmount: '7000' })
})

test('a conflict was accepted, then our own sale appears too: a second record, and a person is asked', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: NEVER_MS } })
  await saleInConflict(shop, 'TAKEN-1')
  expect(await settle(shop, 'accept', 'TAKEN-1')).toMatchObject({ ok: true })
  await logAtBank(shop, '5000.00', 'TAKEN-1')
  await shop.time.pass(10_000)
  await find(shop)
  const { decision, sale } = await shop.sale('TAKEN-1')
  expect([sale.standing, decision?.differences]).toEqual(['needsYou', ['amount', 'secondRecord']])
})
