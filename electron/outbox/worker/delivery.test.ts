import { afterEach, expect, test } from 'vitest'
import type { Fault } from '../../../sandbox/faults.ts'
import type { Connection } from '../../storage/database.ts'
import { openCounter, type Counter, type CounterSetup } from '../../testing/counter.ts'
import { cutNetwork, logAtBank, restoreNetwork } from '../../testing/troubles.ts'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

const state = async (of: Counter, transactionId: string): Promise<string> =>
  (await of.sale(transactionId)).sale.state

test('a sale is queued first, then accepted, then paid, and the bank settled it once', async () => {
  const shop = await open()
  const sale = await shop.record('1500')
  expect(sale.state).toBe('queued')
  await shop.time.pass(3_000)
  expect(await state(shop, sale.transactionId)).toBe('accepted')
  expect((await shop.sale(sale.transactionId)).sale.standing).toBe('onItsWay')
  await shop.time.pass(60_000)
  const paid = await shop.sale(sale.transactionId)
  expect(paid.sale.standing).toBe('paid')
  expect(paid.sale.fee).not.toBeNull()
  expect(paid.timeline.map((entry) => entry.kind)).toEqual(['recorded', 'sending', 'accepted', 'paid'])
  expect(shop.bank.settlementCount(sale.transactionId)).toBe(1)
})

test('a sale that is paid late is followed until then', async () => {
  const shop = await open({ bankOptions: { settleAfterMs: 45 * 60_000 } })
  const sale = await shop.record('1500')
  await shop.time.pass(40 * 60_000)
  expect((await shop.sale(sale.transactionId)).sale).toMatchObject({ standing: 'onItsWay', isLate: true })
  await shop.time.pass(20 * 60_000)
  expect((await shop.sale(sale.transactionId)).sale.standing).toBe('paid')
})

test('no sale is sent before a GET of today was answered, and the gate stays open for 30 s', async () => {
  const shop = await open()
  await shop.record('100')
  await shop.time.pass(3_000)
  await shop.record('200')
  await shop.time.pass(3_000)
  await shop.time.pass(40_000)
  await shop.record('300')
  await shop.time.pass(3_000)
  const calls = shop.wire
    // Without what follows payments.
    .filter(({ method, isBeforeSend }) => method === 'POST' || isBeforeSend === true)
    .map((request) => new URL(request.url).pathname.split('/').at(-1))
    .filter((name) => name === 'searchtransaction' || name === 'logtransaction')
  expect(calls).toEqual([
    'searchtransaction',
    'logtransaction',
    'logtransaction',
    'searchtransaction',
    'logtransaction',
  ])
})

test('an answer lost after commit is looked up, never sent again', async () => {
  const shop = await open()
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  const sale = await shop.record('5000')
  await shop.time.pass(700)
  expect(await state(shop, sale.transactionId)).toBe('unknown')
  await shop.time.pass(30_000)
  expect(await state(shop, sale.transactionId)).toBe('accepted')
  expect(shop.bank.requestCount('logTransaction')).toBe(1)
  expect(shop.bank.settlementCount(sale.transactionId)).toBe(1)
})

test('a request lost before commit, with no sale before or after it, goes to a person unsettled, and is not sent again', async () => {
  const shop = await open()
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  const sale = await shop.record('5000')
  await shop.time.pass(25 * 60_000)
  expect(await state(shop, sale.transactionId)).toBe('unknown')
  await shop.time.pass(12 * 60_000)
  const left = await shop.sale(sale.transactionId)
  expect(left.sale.state).toBe('review')
  expect(left.sale.reviewReason).toBe('unsettled')
  expect(shop.bank.requestCount('logTransaction')).toBe(1)
})

/** Records a paid sale first, so that the call is known to find records; it serves as a positive control. */
async function recordKnown(shop: Counter): Promise<void> {
  await shop.record('100')
  await shop.time.pass(60_000)
}

/** A backlog of one sale at a bank that has a known one. */
async function waitingOverRestart() {
  const shop = await open()
  await recordKnown(shop)
  cutNetwork(shop)
  const sale = await shop.record('5000')
  await shop.restart()
  restoreNetwork(shop)
  return { shop, sale }
}

async function loseOne(shop: Counter, fault: Fault = { kind: 'drop', committed: false }): Promise<string> {
  shop.bank.faults.add({ on: 'logTransaction', fault })
  const { transactionId } = await shop.record('5000')
  await shop.time.pass(5_000)
  expect(await state(shop, transactionId)).toBe('unknown')
  return transactionId
}

test('ask: a proven absence goes to a person as such, and the sale is not sent again', async () => {
  const shop = await open()
  await recordKnown(shop)
  const lost = await loseOne(shop)
  await shop.record('200')
  await shop.time.pass(9 * 60_000)
  expect(await state(shop, lost)).toBe('unknown')
  await shop.time.pass(6 * 60_000)
  const proven = await shop.sale(lost)
  expect(proven.sale).toMatchObject({ state: 'review', reviewReason: 'absenceProven' })
  await shop.time.pass(60 * 60_000)
  expect(shop.bank.settlementCount(lost)).toBe(0)
  expect(shop.bank.requestCount('logTransaction')).toBe(3)
})

const auto: CounterSetup['profile'] = (standard) => ({
  ...standard,
  outbox: { ...standard.outbox, resendAfterAbsence: 'auto' },
})

test('auto: after a proven absence the sale is sent once more, and only once', async () => {
  const shop = await open({ profile: auto })
  await recordKnown(shop)
  const lost = await loseOne(shop)
  shop.bank.faults.add({ on: 'logTransaction', skip: 1, fault: { kind: 'drop', committed: false } })
  await shop.record('200')
  await shop.time.pass(15 * 60_000)
  expect(await state(shop, lost)).toBe('unknown')
  await shop.record('300')
  await shop.time.pass(20 * 60_000)
  expect((await shop.sale(lost)).sale).toMatchObject({
    state: 'review',
    reviewReason: 'absenceProven',
    sendCount: 2,
  })
  expect(shop.bank.settlementCount(lost)).toBe(0)
})

test('a disk takes a minute between "not found" and its control: the answer does not count', async () => {
  let afterAttempt = (): void => undefined
  const disk = (file: Connection): Connection => ({
    ...file,
    get: (sql, ...parameters) => {
      const row = file.get(sql, ...parameters)
      if (sql.startsWith('INSERT INTO attempt') && parameters.includes('statusLookUp')) afterAttempt()
      return row
    },
  })
  const shop = await open({ profile: auto, disk })
  await recordKnown(shop)
  const lost = await loseOne(shop)
  await shop.record('200')
  await shop.time.pass(30_000)
  afterAttempt = () => shop.time.skip(70_000)
  await shop.time.pass(60 * 60_000)
  expect((await shop.sale(lost)).sale).toMatchObject({ state: 'review', reviewReason: 'unsettled' })
  expect(shop.bank.settlementCount(lost)).toBe(0)
})

test('without a visible later sale, absence is not proven', async () => {
  const shop = await open({ profile: auto })
  await recordKnown(shop)
  const lost = await loseOne(shop)
  await shop.time.pass(28 * 60_000)
  expect(await state(shop, lost)).toBe('unknown')
  await shop.time.pass(5 * 60_000)
  expect((await shop.sale(lost)).sale.reviewReason).toBe('unsettled')
})

test.for(['status404', 'nullData'] as const)(
  '"not found" is learned, not assumed: %s proves an absence too',
  async (notFound) => {
    const shop = await open({ profile: auto, bankOptions: { notFound } })
    await recordKnown(shop)
    const lost = await loseOne(shop)
    await shop.record('200')
    await shop.time.pass(20 * 60_000)
    expect(await state(shop, lost)).toBe('accepted')
    expect(shop.bank.settlementCount(lost)).toBe(1)
  },
)

test('a service that finds nothing any more proves no absence: the control is missing', async () => {
  const shop = await open({ profile: auto })
  await recordKnown(shop)
  shop.bank.faults.add({
    on: 'settlementStatus',
    times: 'always',
    fault: { kind: 'declined', message: 'Not found', committed: false },
  })
  const lost = await loseOne(shop, { kind: 'drop', committed: true })
  // The newest record of the day is another one, so the gate's read does not show it.
  await logAtBank(shop, '1.00', 'LATER-1')
  await shop.record('200')
  await shop.time.pass(29 * 60_000)
  expect(await state(shop, lost)).toBe('unknown')
  expect(shop.bank.settlementCount(lost)).toBe(1)
  expect(shop.bank.requestCount('logTransaction')).toBe(3)
})

test("a bank's no with a proven absence is a refusal; a record that turns up later still wins", async () => {
  const shop = await open()
  await recordKnown(shop)
  const lost = await loseOne(shop, { kind: 'declined', message: 'Terminal limit', committed: false })
  await shop.time.pass(15 * 60_000)
  expect((await shop.sale(lost)).sale).toMatchObject({ state: 'refused', bankMessage: 'Terminal limit' })
  await logAtBank(shop, '5000.00', lost)
  await shop.time.pass(40 * 60_000)
  expect(await state(shop, lost)).toBe('accepted')
})

test('only awake time counts: a night switched off proves nothing', async () => {
  const shop = await open({ profile: auto })
  await recordKnown(shop)
  const lost = await loseOne(shop)
  await shop.record('200')
  await shop.time.pass(4 * 60_000)
  shop.sleep(10 * 60 * 60_000)
  await shop.time.pass(3 * 60_000)
  expect(await state(shop, lost)).toBe('unknown')
  expect(shop.bank.requestCount('logTransaction')).toBe(3)
})

test('a sale whose reference the profile no longer allows is held before any byte is sent, and released by another profile', async () => {
  let pattern = '^[A-Z]+-[0-9]+$'
  const shop = await open({ profile: (standard) => ({ ...standard, transactionIdPattern: pattern }) })
  cutNetwork(shop)
  await shop.record('5000', { transactionId: 'SALE-1' })
  pattern = '^[0-9]+$'
  await shop.restart()
  restoreNetwork(shop)
  await shop.time.pass(10 * 60_000)
  expect(await state(shop, 'SALE-1')).toBe('held')
  expect(shop.bank.requestCount('logTransaction')).toBe(0)
  pattern = '^[A-Z]+-[0-9]+$'
  await shop.restart()
  await shop.time.pass(10 * 60_000)
  expect(await state(shop, 'SALE-1')).toBe('accepted')
})

test('a time-out is unknown, and the look-up finds the late answer', async () => {
  const shop = await open()
  shop.bank.faults.add({
    on: 'logTransaction',
    fault: { kind: 'slow', delayMs: 120_000, commit: 'beforeAnswer' },
  })
  const sale = await shop.record('5000')
  await shop.time.pass(61_000)
  expect(await state(shop, sale.transactionId)).toBe('unknown')
  await shop.time.pass(5 * 60_000)
  expect(await state(shop, sale.transactionId)).toBe('accepted')
  expect(shop.bank.requestCount('logTransaction')).toBe(1)
  expect(shop.bank.settlementCount(sale.transactionId)).toBe(1)
})

test("a bank's no is unknown with its words, and a later record wins", async () => {
  const shop = await open()
  shop.bank.faults.add({
    on: 'logTransaction',
    fault: { kind: 'declined', message: 'Duplicate reference', committed: true },
  })
  const sale = await shop.record('5000')
  await shop.time.pass(700)
  const asked = await shop.sale(sale.transactionId)
  expect(asked.sale.state).toBe('unknown')
  expect(asked.sale.bankMessage).toBe('Duplicate reference')
  await shop.time.pass(30_000)
  expect(await state(shop, sale.transactionId)).toBe('accepted')
})

test.for(['refused', 'nameNotFound', 'tlsFailed', 'connectTimeout'] as const)(
  '%s is proven unsent: the sale waits again and is settled once in the end',
  async (kind) => {
    const shop = await open()
    shop.bank.faults.add({ on: 'logTransaction', fault: { kind } })
    const sale = await shop.record('5000')
    await shop.time.pass(10 * 60_000)
    expect(await state(shop, sale.transactionId)).toBe('accepted')
    expect(shop.bank.settlementCount(sale.transactionId)).toBe(1)
    const { timeline } = await shop.sale(sale.transactionId)
    expect(timeline.map((entry) => entry.kind)).toContain('provenUnsent')
  },
)

test.for([
  { kind: 'httpStatus', status: 500, committed: true, retryAfter: null, body: 'html' },
  { kind: 'httpStatus', status: 429, committed: true, retryAfter: '3', body: 'empty' },
  { kind: 'httpStatus', status: 401, committed: true, retryAfter: null, body: 'envelope' },
  { kind: 'htmlPage', committed: true },
  { kind: 'truncated', committed: true },
  { kind: 'halfJson', committed: true },
  { kind: 'wrongTypes', committed: true },
  { kind: 'redirect', status: 307, location: 'https://elsewhere.invalid/', committed: true },
] as const)('$kind on a send proves nothing: looked up, settled once', async (fault) => {
  const shop = await open()
  shop.bank.faults.add({ on: 'logTransaction', fault })
  const sale = await shop.record('5000')
  await shop.time.pass(5 * 60_000)
  expect(await state(shop, sale.transactionId)).toBe('accepted')
  expect(shop.bank.requestCount('logTransaction')).toBe(1)
  expect(shop.bank.settlementCount(sale.transactionId)).toBe(1)
})

test('killed between claim and answer: found in sending at the start, looked up, settled once', async () => {
  const shop = await open()
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'silence', committed: true } })
  const sale = await shop.record('5000')
  await shop.time.pass(1_000)
  expect(await state(shop, sale.transactionId)).toBe('sending')
  await shop.restart()
  await shop.time.pass(60_000)
  const found = await shop.sale(sale.transactionId)
  expect(found.sale.state).toBe('accepted')
  expect(found.timeline.map((entry) => entry.kind)).toContain('foundSendingAtStart')
  expect(shop.bank.settlementCount(sale.transactionId)).toBe(1)
})

test('killed before anything was sent: still waiting after the restart, then settled once', async () => {
  const shop = await open()
  cutNetwork(shop)
  const sale = await shop.record('5000')
  await shop.time.pass(5_000)
  await shop.restart()
  expect(await state(shop, sale.transactionId)).toBe('queued')
  restoreNetwork(shop)
  await shop.time.pass(10 * 60_000)
  expect(await state(shop, sale.transactionId)).toBe('accepted')
  expect(shop.bank.settlementCount(sale.transactionId)).toBe(1)
})

test('a backlog from before this start is searched for before its first send, and what the bank has is not sent', async () => {
  const shop = await open()
  cutNetwork(shop)
  const known = await shop.record('5000', { transactionId: 'KNOWN-1' })
  const other = await shop.record('6000', { transactionId: 'OTHER-1' })
  await shop.restart()
  // A copy of this file on another computer has sent it.
  await logAtBank(shop, '5000.00', 'KNOWN-1')
  restoreNetwork(shop)
  await shop.time.pass(10 * 60_000)
  expect(await state(shop, known.transactionId)).toBe('accepted')
  expect(await state(shop, other.transactionId)).toBe('accepted')
  expect(shop.bank.settlementCount('KNOWN-1')).toBe(1)
  expect(shop.bank.settlementCount('OTHER-1')).toBe(1)
})

test('a slip that another counter entered a moment ago is found by its reference, and not paid again', async () => {
  const shop = await open()
  await logAtBank(shop, '5000.00', 'SLIP-1')
  await shop.record('5000', { transactionId: 'SLIP-1' })
  await shop.time.pass(60_000)
  expect(await state(shop, 'SLIP-1')).toBe('accepted')
  expect(shop.bank.settlementCount('SLIP-1')).toBe(1)
})

test('a typed reference is asked about once before it is sent, a made one is not', async () => {
  const shop = await open()
  const asksBeforeSend = (transactionId: string): number => {
    const about = shop.wire.filter((request) => `${request.url}${request.body ?? ''}`.includes(transactionId))
    return about.findIndex((request) => request.url.endsWith('/logtransaction'))
  }
  await shop.record('5000', { transactionId: 'SLIP-1' })
  await shop.time.pass(5_000)
  const made = await shop.record('6000')
  await shop.time.pass(60_000)
  expect(asksBeforeSend('SLIP-1')).toBe(1)
  expect(asksBeforeSend(made.transactionId)).toBe(0)
})

test('a disk takes so long for the claim that the gate has closed: nothing is sent before another GET', async () => {
  let afterCommit = (): void => undefined
  const disk = (file: Connection): Connection => ({
    ...file,
    transaction: (work) => {
      const value = file.transaction(work)
      afterCommit()
      return value
    },
  })
  const shop = await open({ disk })
  const sale = await shop.record('5000')
  // The next commit is the claim.
  afterCommit = () => {
    afterCommit = () => undefined
    shop.time.skip(45_000)
  }
  await shop.time.pass(5_000)
  expect(shop.wire.filter(({ url }) => url.endsWith('/logtransaction'))).toHaveLength(0)
  await shop.time.pass(120_000)
  expect(await state(shop, sale.transactionId)).toBe('accepted')
  expect(shop.bank.settlementCount(sale.transactionId)).toBe(1)
  expect(shop.wire.filter(({ url }) => url.endsWith('/logtransaction'))).toHaveLength(1)
})

test('a record of the same reference with another amount is a conflict and never sent', async () => {
  const shop = await open()
  cutNetwork(shop)
  await shop.record('5000', { transactionId: 'TAKEN-1' })
  await shop.restart()
  await logAtBank(shop, '7000.00', 'TAKEN-1')
  restoreNetwork(shop)
  await shop.time.pass(10 * 60_000)
  expect(await state(shop, 'TAKEN-1')).toBe('conflict')
  expect(shop.bank.settlementCount('TAKEN-1')).toBe(1)
})

test.each([
  ['serviceRefuses', { kind: 'declined', message: 'Not allowed', committed: false }],
  ['serviceOdd', { kind: 'htmlPage', committed: false }],
] as const)('a backlog whose lists do not come says why: %s', async (why, fault) => {
  const shop = await open()
  cutNetwork(shop)
  const sale = await shop.record('5000')
  await shop.restart()
  restoreNetwork(shop)
  shop.bank.faults.add({ on: 'searchTransactions', times: 'always', fault })
  await shop.time.pass(3 * 60_000)
  expect((await shop.sale(sale.transactionId)).sale).toMatchObject({ state: 'queued', waitingReason: why })
})

test('pages that repeat prove no absence: the backlog waits until the search is complete', async () => {
  const shop = await open()
  cutNetwork(shop)
  const sale = await shop.record('5000')
  await shop.restart()
  restoreNetwork(shop)
  shop.bank.faults.add({
    on: 'searchTransactions',
    times: 'always',
    fault: { kind: 'totalCountLies', addRows: 3 },
  })
  await shop.time.pass(5 * 60_000)
  expect(await state(shop, sale.transactionId)).toBe('queued')
  expect((await shop.sale(sale.transactionId)).sale.waitingReason).toBe('checkingFirst')
  expect(shop.bank.requestCount('logTransaction')).toBe(0)
  shop.bank.faults.clear()
  await shop.time.pass(10 * 60_000)
  expect(await state(shop, sale.transactionId)).toBe('accepted')
})

test('a bank that says no to an empty search does not block a backlog for ever', async () => {
  const shop = await open({ bankOptions: { emptyList: 'declined' } })
  // A month later no sale of the seed data is visible.
  shop.time.jumpWall(30 * 24 * 60 * 60_000)
  cutNetwork(shop)
  const sale = await shop.record('5000')
  await shop.restart()
  restoreNetwork(shop)
  // A bank that refuses each search would say the same, so the first sale waits for a person …
  await shop.time.pass(16 * 60_000)
  expect(await state(shop, sale.transactionId)).toBe('held')
  // … or for a later one, which shows that the bank lists what it has.
  const later = await shop.record('700')
  await shop.time.pass(10 * 60_000)
  for (const { transactionId } of [later, sale]) {
    expect(await state(shop, transactionId)).toBe('accepted')
    expect(shop.bank.settlementCount(transactionId)).toBe(1)
  }
})

function refuseSearches(shop: Counter): void {
  const fault: Fault = { kind: 'declined', message: 'Busy', committed: false }
  shop.bank.faults.add({ on: 'searchTransactions', times: 'always', fault })
}

test('a no that other days get as well, or that hides a known sale, proves nothing', async () => {
  const { shop, sale } = await waitingOverRestart()
  refuseSearches(shop)
  await shop.time.pass(4 * 60_000)
  expect(await state(shop, sale.transactionId)).toBe('queued')
  expect(shop.bank.requestCount('logTransaction')).toBe(1)
  // After five minutes the sale is asked about by itself, like a typed one.
  await shop.time.pass(6 * 60_000)
  expect(await state(shop, sale.transactionId)).toBe('accepted')
  expect(shop.bank.settlementCount(sale.transactionId)).toBe(1)
})

test('where no list can be used, a single wrong "not found" does not pay a sale of a copied file again', async () => {
  const { shop, sale } = await waitingOverRestart()
  refuseSearches(shop)
  await shop.time.pass(4 * 60_000)
  const asOfMs = shop.time.clock.wallNowMs()
  // A copy of this file has sent it.
  await logAtBank(shop, '5000.00', sale.transactionId)
  shop.bank.faults.add({
    on: 'settlementStatus',
    times: 1,
    fault: { kind: 'staleReplica', asOfMs: asOfMs - 1 },
  })
  await shop.time.pass(20 * 60_000)
  expect(shop.bank.settlementCount(sale.transactionId)).toBe(1)
  expect(await state(shop, sale.transactionId)).toBe('accepted')
})

/** No read of this bank can be read from now on. */
function garbleReads(shop: Counter, fault: Fault): void {
  for (const on of ['searchTransactions', 'retrieveTerminals'] as const)
    shop.bank.faults.add({ on, times: 'always', fault })
}

test('lists that cannot be read keep the gate closed: what waits stands in To do, and goes once they can', async () => {
  const shop = await open()
  await recordKnown(shop)
  garbleReads(shop, { kind: 'totalCountLies', addRows: -1_000_000 })
  const sale = await shop.record('5000')
  await shop.time.pass(9 * 60_000)
  expect(await state(shop, sale.transactionId)).toBe('queued')
  await shop.time.pass(9 * 60_000)
  expect((await shop.sale(sale.transactionId)).sale).toMatchObject({
    state: 'held',
    heldReason: 'bankUnclear',
  })
  shop.bank.faults.clear()
  await shop.time.pass(30 * 60_000)
  expect(await state(shop, sale.transactionId)).toBe('accepted')
  expect(shop.bank.settlementCount(sale.transactionId)).toBe(1)
})

test.each<readonly [string, Fault]>([
  ['a page of a portal', { kind: 'htmlPage', committed: false }],
  ['half an answer', { kind: 'totalCountLies', addRows: -1_000_000 }],
])('after an hour without the service, %s sets nothing aside', async (_name, fault) => {
  const shop = await open()
  await recordKnown(shop)
  shop.bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'refused' } })
  const sale = await shop.record('5000')
  await shop.time.pass(60 * 60_000)
  shop.bank.faults.clear()
  garbleReads(shop, fault)
  await shop.time.pass(6 * 60_000)
  expect(await state(shop, sale.transactionId)).toBe('queued')
})

test('neither a search nor the question about the sale says anything: within 15 minutes it stands in To do', async () => {
  const { shop, sale } = await waitingOverRestart()
  const fault = { kind: 'declined', message: 'Busy', committed: false } as const
  for (const on of ['searchTransactions', 'settlementStatus'] as const)
    shop.bank.faults.add({ on, times: 'always', fault })
  await shop.time.pass(17 * 60_000)
  expect((await shop.sale(sale.transactionId)).sale).toMatchObject({
    state: 'held',
    heldReason: 'bankUnclear',
  })
  expect(shop.bank.requestCount('logTransaction')).toBe(1)
  shop.bank.faults.clear()
  await shop.time.pass(40 * 60_000)
  expect(await state(shop, sale.transactionId)).toBe('accepted')
})

test('the absence of a ten-digit reference, which looks like an account number, can be proven too', async () => {
  const shop = await open({ profile: auto })
  await recordKnown(shop)
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  await shop.record('5000', { transactionId: '1234567890' })
  await shop.record('200')
  await shop.time.pass(20 * 60_000)
  expect(await state(shop, '1234567890')).toBe('accepted')
  expect(shop.bank.settlementCount('1234567890')).toBe(1)
})

test('a token that expired between sales is renewed by one login and nothing is lost', async () => {
  const shop = await open()
  await shop.record('100')
  await shop.time.pass(60_000)
  const loginsBefore = shop.bank.requestCount('login')
  shop.bank.expireTokens()
  const sale = await shop.record('200')
  await shop.time.pass(5_000)
  expect(await state(shop, sale.transactionId)).toBe('accepted')
  expect(shop.bank.requestCount('login')).toBe(loginsBefore + 1)
  expect(shop.bank.settlementCount(sale.transactionId)).toBe(1)
})

test('three unknown outcomes in a row on a terminal stop sending, except for one trial', async () => {
  const shop = await open({ bankOptions: { visibleAfterMs: 60_000 } })
  for (let sale = 0; sale < 3; sale += 1) {
    shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  }
  for (const amount of ['100', '200', '300', '400']) await shop.record(amount)
  await shop.time.pass(12_000)
  const newest = await shop
    .backend()
    .handlers['sales.page']({ filter: 'waiting', search: '400', offset: 0, limit: 1 })
  expect(newest).toMatchObject({ value: { sales: [{ state: 'queued', waitingReason: 'oneAtATime' }] } })
  expect(shop.bank.requestCount('logTransaction')).toBe(3)
  await shop.time.pass(10 * 60_000)
  expect(shop.bank.requestCount('logTransaction')).toBe(4)
  for (const { transactionId } of shop.bank.commits())
    expect(shop.bank.settlementCount(transactionId)).toBe(1)
})

test('signed out, nothing is sent and nothing is lost; another client neither sends nor sees it', async () => {
  const shop = await open()
  cutNetwork(shop)
  const sale = await shop.record('5000')
  await shop.signOut()
  expect(await shop.backend().handlers['queue.get']({})).toMatchObject({
    value: { waitingCount: 1, waitingKobo: 500_000 },
  })
  restoreNetwork(shop)
  shop.bank.changeOptions({ clientId: 'another' })
  await shop.signIn('another')
  await shop.time.pass(5 * 60_000)
  expect(await shop.backend().handlers['queue.get']({})).toMatchObject({ value: { waitingCount: 0 } })
  expect(shop.bank.requestCount('logTransaction')).toBe(0)
  expect(await shop.backend().handlers['sales.get']({ transactionId: sale.transactionId })).toMatchObject({
    error: { code: 'notFound' },
  })
  await shop.signOut()
  shop.bank.changeOptions({ clientId: 'practice' })
  await shop.signIn()
  await shop.time.pass(5 * 60_000)
  expect(await state(shop, sale.transactionId)).toBe('accepted')
  expect(shop.bank.settlementCount(sale.transactionId)).toBe(1)
})

test('a clock set back a year moves no due time and sends nothing twice', async () => {
  const shop = await open()
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  const sale = await shop.record('5000')
  await shop.time.pass(500)
  shop.time.jumpWall(-365 * 24 * 60 * 60_000)
  await shop.time.pass(60_000)
  expect(shop.bank.requestCount('logTransaction')).toBe(1)
  expect(shop.bank.settlementCount(sale.transactionId)).toBe(1)
})

test('a sale that was never sent can be removed with a reason; one that was sent cannot', async () => {
  const shop = await open()
  const handlers = (): ReturnType<Counter['backend']>['handlers'] => shop.backend().handlers
  cutNetwork(shop)
  const unsent = await shop.record('100')
  await shop.becomeManager()
  const removed = await handlers()['sales.cancel']({
    transactionId: unsent.transactionId,
    reason: 'typed twice',
  })
  expect(removed).toMatchObject({ ok: true, value: { state: 'cancelled' } })
  restoreNetwork(shop)
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  const sent = await shop.record('200')
  await shop.time.pass(60_000)
  expect(await handlers()['sales.cancel']({ transactionId: sent.transactionId, reason: 'x' })).toMatchObject({
    error: { code: 'notAllowed' },
  })
  expect(shop.bank.settlementCount(unsent.transactionId)).toBe(0)
})
