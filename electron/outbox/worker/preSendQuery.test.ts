import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter, type CounterSetup } from '../../testing/counter.ts'
import { cutNetwork, logAtBank, restoreNetwork } from '../../testing/troubles.ts'
import { everyOther } from '../../../scripts/extent.ts'
import { answered, createGarbling, rewritten, unreadableAnswers } from '../../testing/unreadable.ts'

const MINUTE_MS = 60_000
const SLIP = 'SLIP-1'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

const saleOf = async (shop: Counter, transactionId: string) => (await shop.sale(transactionId)).sale

/** Counter A is paid for a slip; this counter, B, uses another terminal. */
async function paidElsewhere(setup: CounterSetup = {}) {
  const garbling = createGarbling()
  const shop = await open({ ...setup, garble: garbling.garble })
  await shop.record('100')
  await shop.time.pass(60_000)
  await logAtBank(shop, '5000.00', SLIP)
  const second = shop.bank.terminals()[1]?.terminalId ?? ''
  await shop.becomeManager()
  const choosing = shop.backend().handlers['terminals.choose']({ terminalId: second })
  await shop.time.pass(2_000)
  expect(await choosing).toMatchObject({ ok: true })
  return { shop, garbling }
}

test.each(everyOther(unreadableAnswers, 3))(
  'a slip that another counter was paid for is not sent while its answer is unreadable: %s',
  async (_name, change) => {
    const { shop, garbling } = await paidElsewhere()
    garbling.about(SLIP, change)
    await shop.record('5000', { transactionId: SLIP })
    const other = await shop.record('200')
    await shop.time.pass(5 * MINUTE_MS)
    expect(shop.bank.commits().filter(({ transactionId }) => transactionId === SLIP)).toHaveLength(1)
    expect(await saleOf(shop, SLIP)).toMatchObject({
      state: 'queued',
      sendCount: 0,
      waitingReason: 'bankUnclear',
    })
    // Other sales go on meanwhile, and none of them waits for the host.
    expect((await saleOf(shop, other.transactionId)).state).toBe('accepted')
    // It has its own back-off, and does not spin.
    const asked = shop.wire.filter(({ url }) => url.includes(`transactionId=${SLIP}`)).length
    expect(asked).toBeLessThan(60)
    garbling.end()
    await shop.time.pass(5 * MINUTE_MS)
    expect((await saleOf(shop, SLIP)).state).toBe('conflict')
    expect(shop.bank.settlementCount(SLIP)).toBe(1)
  },
)

const commitsOf = (shop: Counter, transactionId: string): number =>
  shop.bank.commits().filter((commit) => commit.transactionId === transactionId).length

test('a slip that the bank does not have is sent, even if each answer has a trace id, a time and the reference', async () => {
  const garbling = createGarbling()
  const shop = await open({ garble: garbling.garble })
  let answers = 0
  garbling.everyMiss((_outcome, transactionId) => {
    answers += 1
    const message = `No transaction ${transactionId} at 2026-11-20T09:00:0${answers % 10}`
    return answered(404, JSON.stringify({ status: false, message, traceId: `4f-${answers}`, data: null }))
  })
  await shop.record('5000', { transactionId: SLIP })
  await shop.time.pass(20_000)
  expect((await saleOf(shop, SLIP)).state).toBe('accepted')
  expect(shop.bank.settlementCount(SLIP)).toBe(1)
})

test('while the status call does not find a known record, a "not found" releases no slip', async () => {
  const { shop, garbling } = await paidElsewhere()
  const miss = '{"status":false,"message":"Transaction not found","data":null}'
  garbling.everything(() => answered(200, miss))
  await shop.record('5000', { transactionId: SLIP })
  await shop.time.pass(9 * MINUTE_MS)
  expect(await saleOf(shop, SLIP)).toMatchObject({ state: 'queued', waitingReason: 'bankUnclear' })
  expect(commitsOf(shop, SLIP)).toBe(1)
  garbling.end()
  await shop.time.pass(5 * MINUTE_MS)
  expect((await saleOf(shop, SLIP)).state).toBe('conflict')
  expect(shop.bank.settlementCount(SLIP)).toBe(1)
})

test('one control serves several slips, and no slip is asked about more than needed', async () => {
  const shop = await open()
  await shop.record('100')
  await shop.time.pass(60_000)
  const before = shop.bank.requestCount('settlementStatus')
  for (const place of [1, 2, 3, 4, 5]) await shop.record(`${place}00`, { transactionId: `SLIP-${place}` })
  // Before any of them is followed until paid.
  await shop.time.pass(5_500)
  const asked = shop.wire.filter(({ url }) => /transactionId=[A-Z]{4}-[0-9][A-Z]{2}$/u.test(url))
  expect(asked).toHaveLength(2)
  expect(shop.bank.requestCount('settlementStatus') - before).toBeGreaterThanOrEqual(5)
  await shop.time.pass(20_000)
  for (const place of [1, 2, 3, 4, 5]) expect((await saleOf(shop, `SLIP-${place}`)).state).toBe('accepted')
})

function emptyBank(totalCount = 0): NonNullable<CounterSetup['garble']> {
  return ({ url }, outcome) => {
    const isSearch = new URL(url).pathname.endsWith('/searchtransaction')
    if (!isSearch || outcome.kind !== 'response' || outcome.status !== 200) return outcome
    const list = { status: true, message: '', data: [], totalCount, hasNextPage: false, currentPage: 1 }
    return { ...outcome, body: JSON.stringify(list) }
  }
}

test('at a bank without a record of this client, the first slip is sent within a minute', async () => {
  const shop = await open({ garble: emptyBank() })
  await shop.record('5000', { transactionId: SLIP })
  await shop.time.pass(50_000)
  expect((await saleOf(shop, SLIP)).state).toBe('accepted')
  const searched = new Set(
    shop.wire
      .filter(({ url }) => url.includes('/searchtransaction') && !url.includes('pageSize=1&'))
      .map(({ url }) => new URL(url).searchParams.get('terminalId')),
  )
  expect(searched).toEqual(new Set(shop.bank.terminals().map(({ terminalId }) => terminalId)))
})

test('lists that are empty but not complete say nothing: the first slip waits', async () => {
  const shop = await open({ garble: emptyBank(3) })
  await shop.record('5000', { transactionId: SLIP })
  await shop.time.pass(3 * MINUTE_MS)
  expect(await saleOf(shop, SLIP)).toMatchObject({ state: 'queued', sendCount: 0 })
  expect(shop.bank.settlementCount(SLIP)).toBe(0)
})

test('after ten minutes awake without a readable answer it needs a person, and is still asked about', async () => {
  const { shop, garbling } = await paidElsewhere()
  garbling.about(SLIP, () => answered(404, '<h1>404</h1>', { 'content-type': 'text/html' }))
  await shop.record('5000', { transactionId: SLIP })
  await shop.time.pass(9 * MINUTE_MS)
  expect((await saleOf(shop, SLIP)).state).toBe('queued')
  await shop.time.pass(2 * MINUTE_MS)
  const held = await shop.sale(SLIP)
  expect(held.sale).toMatchObject({ state: 'held', heldReason: 'bankUnclear', sendCount: 0 })
  expect(held.timeline.at(-1)).toMatchObject({ kind: 'leftUnclear', detail: 'http:404' })
  expect(held.mayCorrect).toBe(false)
  const needsYou = await shop.backend().handlers['sales.page']({
    filter: 'needsPerson',
    search: '',
    offset: 0,
    limit: 10,
  })
  expect(needsYou.ok && needsYou.value.sales.map(({ transactionId }) => transactionId)).toEqual([SLIP])
  await shop.restart()
  await shop.time.pass(30_000)
  expect((await saleOf(shop, SLIP)).state).toBe('held')
  garbling.end()
  await shop.time.pass(6 * MINUTE_MS)
  expect((await saleOf(shop, SLIP)).state).toBe('conflict')
  expect(shop.bank.settlementCount(SLIP)).toBe(1)
})

test('a sale held for lack of an answer is sent automatically once the bank says that it does not have it', async () => {
  const garbling = createGarbling()
  const shop = await open({ garble: garbling.garble })
  garbling.about(SLIP, () => answered(200, '<html>', { 'content-type': 'text/html' }))
  await shop.record('5000', { transactionId: SLIP })
  await shop.time.pass(12 * MINUTE_MS)
  expect((await saleOf(shop, SLIP)).state).toBe('held')
  garbling.end()
  await shop.time.pass(6 * MINUTE_MS)
  expect((await saleOf(shop, SLIP)).state).toBe('accepted')
  expect(shop.bank.settlementCount(SLIP)).toBe(1)
  expect((await shop.sale(SLIP)).timeline.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['leftUnclear', 'released', 'accepted']),
  )
})

/** A slip that no other counter was paid for, about which the bank's answers are unreadable. */
async function heldSlip() {
  const garbling = createGarbling()
  const shop = await open({ garble: garbling.garble })
  garbling.about(SLIP, () => answered(200, '<html>', { 'content-type': 'text/html' }))
  await shop.record('5000', { transactionId: SLIP })
  await shop.time.pass(12 * MINUTE_MS)
  expect((await saleOf(shop, SLIP)).state).toBe('held')
  await shop.becomeManager()
  return { shop, garbling }
}

async function check(shop: Counter) {
  const checking = shop.backend().handlers['sales.checkNow']({ transactionId: SLIP })
  await shop.time.pass(30_000)
  return checking
}

async function decide(shop: Counter) {
  const { decision } = await shop.sale(SLIP)
  const request = { transactionId: SLIP, decision: 'sendUnclear' as const, reason: 'asked at counter 2' }
  return shop.backend().handlers['sales.resolve']({ ...request, seen: decision?.seen ?? '' })
}

test('a manager sends it without the answer, on complete lists of the last minute: once, and audited', async () => {
  const { shop } = await heldSlip()
  expect((await shop.sale(SLIP)).decision).toMatchObject({ allowed: ['sendUnclear'], freshForMs: 0 })
  expect(await decide(shop)).toMatchObject({ error: { code: 'needsLookUp' } })
  await check(shop)
  await shop.time.pass(61_000)
  expect(await decide(shop)).toMatchObject({ error: { code: 'needsLookUp' } })
  await check(shop)
  expect(await decide(shop)).toMatchObject({ ok: true })
  await shop.time.pass(30_000)
  const sent = await shop.sale(SLIP)
  expect(sent.sale).toMatchObject({ state: 'accepted', sendCount: 1 })
  expect(sent.timeline.map(({ kind, detail }) => [kind, detail])).toContainEqual([
    'sentUnclear',
    expect.stringMatching(/^asked at counter 2 \(seen: held malformed:\(content-type\), looked up/u),
  ])
  expect(shop.bank.settlementCount(SLIP)).toBe(1)
})

test('incomplete lists are no basis for a decision', async () => {
  const { shop } = await heldSlip()
  shop.bank.faults.add({
    on: 'searchTransactions',
    times: 'always',
    fault: { kind: 'totalCountLies', addRows: 3 },
  })
  await check(shop)
  expect(await decide(shop)).toMatchObject({ error: { code: 'needsLookUp' } })
  expect(shop.bank.settlementCount(SLIP)).toBe(0)
})

test('a list of another terminal that shows the slip settles it, and no decision remains', async () => {
  const { shop, garbling } = await paidElsewhere()
  garbling.about(SLIP, () => answered(200, '<html>', { 'content-type': 'text/html' }))
  await shop.record('5000', { transactionId: SLIP })
  // Its own terminal's list does not have it; those of the others are read for a person.
  await shop.time.pass(12 * MINUTE_MS)
  expect((await saleOf(shop, SLIP)).state).toBe('held')
  await check(shop)
  expect((await saleOf(shop, SLIP)).state).toBe('conflict')
  await shop.becomeManager()
  expect(await decide(shop)).toMatchObject({ error: { code: 'notAllowed' } })
  expect(shop.bank.settlementCount(SLIP)).toBe(1)
})

test("a manager's permission covers the next send, not one hours later", async () => {
  const { shop, garbling } = await heldSlip()
  await check(shop)
  cutNetwork(shop)
  expect(await decide(shop)).toMatchObject({ ok: true })
  await shop.time.pass(2 * 60 * MINUTE_MS)
  restoreNetwork(shop)
  // At another terminal, whose list is not read before a send.
  await logAtBank(shop, '5000.00', SLIP, shop.bank.terminals()[1]?.terminalId)
  await shop.time.pass(5 * MINUTE_MS)
  garbling.end()
  await shop.time.pass(10 * MINUTE_MS)
  expect(shop.bank.settlementCount(SLIP)).toBe(1)
})

const again = {
  amountText: '5000',
  transactionId: '',
  note: '',
  confirmedAmount: true,
  confirmedSecondSale: true,
}

test('removed while the bank’s answers were unreadable, and entered again without its slip: only with a manager', async () => {
  const { shop, garbling } = await paidElsewhere()
  garbling.about(SLIP, () => answered(404, ''))
  await shop.record('5000', { transactionId: SLIP })
  await shop.time.pass(MINUTE_MS)
  const { handlers } = shop.backend()
  expect(await handlers['sales.cancel']({ transactionId: SLIP, reason: 'x' })).toMatchObject({ ok: true })
  await handlers['access.lock']({})
  expect(await handlers['sales.record'](again)).toMatchObject({
    error: { code: 'needsRemovedSlipConfirmation', sale: { transactionId: SLIP } },
  })
  expect(await handlers['sales.record']({ ...again, confirmedRemovedSlip: true })).toMatchObject({
    error: { code: 'needsManager', needs: 'enterPin' },
  })
  // Replaced with another amount: still the same slip.
  const corrected = { ...again, amountText: '4999', corrects: SLIP }
  expect(await handlers['sales.record'](corrected)).toMatchObject({
    error: { code: 'needsRemovedSlipConfirmation' },
  })
  // Other sales are unaffected, and a typed reference is asked about itself.
  expect(await handlers['sales.record']({ ...again, amountText: '4999' })).toMatchObject({ ok: true })
  expect(await handlers['sales.record']({ ...again, transactionId: 'SLIP-2' })).toMatchObject({ ok: true })
  const before = shop.bank.commits().length
  await shop.becomeManager()
  expect(await handlers['sales.record']({ ...again, confirmedRemovedSlip: true })).toMatchObject({ ok: true })
  await shop.time.pass(MINUTE_MS)
  expect(shop.bank.commits().length).toBeGreaterThan(before)
})

test('the removed slip is forgotten after a day, by both clocks', async () => {
  const garbling = createGarbling()
  const shop = await open({ garble: garbling.garble })
  garbling.about(SLIP, () => answered(404, ''))
  await shop.record('5000', { transactionId: SLIP })
  await shop.time.pass(MINUTE_MS)
  await shop.becomeManager()
  const { handlers } = shop.backend()
  await handlers['sales.cancel']({ transactionId: SLIP, reason: 'x' })
  // In two days of sleep no late record could be seen.
  shop.sleep(2 * 24 * 60 * MINUTE_MS)
  await shop.time.pass(MINUTE_MS)
  expect(await handlers['sales.record'](again)).toMatchObject({
    error: { code: 'needsRemovedSlipConfirmation' },
  })
  await shop.time.pass(26 * 60 * MINUTE_MS)
  expect(await handlers['sales.record'](again)).toMatchObject({ ok: true })
})

/** The bank answers with a record of this slip that has one field of another sale. */
test.each([
  ['another terminal', /"terminalId":"[^"]*"/u, '"terminalId":"2TLS0009"'],
  ['another amount', /"amount":[0-9.]+/u, '"amount":4999.00'],
  ['a day before yesterday', /"timeReceived":"[^"]*"/u, '"timeReceived":"2001-02-03T10:00:00"'],
])('a slip whose record is of %s is for a person, and not sent', async (_what, from, to) => {
  const garbling = createGarbling()
  const shop = await open({ garble: garbling.garble })
  // The bank is known to find such references, so no list is read for this one.
  await shop.record('2', { transactionId: 'KNOW-1' })
  await shop.time.pass(MINUTE_MS)
  await logAtBank(shop, '5000.00', SLIP)
  // The newest record of the day is another one, so the gate's read does not show it.
  await logAtBank(shop, '1.00', 'LATER-1')
  garbling.about(SLIP, rewritten(from, to))
  await shop.record('5000', { transactionId: SLIP })
  await shop.time.pass(30_000)
  expect(await saleOf(shop, SLIP)).toMatchObject({ state: 'conflict', sendCount: 0 })
  expect(shop.bank.settlementCount(SLIP)).toBe(1)
})
