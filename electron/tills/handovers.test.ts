import { afterEach, expect, test } from 'vitest'
import type { Request } from '../../shared/contract.ts'
import { verifyAudit } from '../storage/audit.ts'
import { openDatabase, salesFile } from '../storage/database.ts'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'
import {
  clientOf,
  connectTill,
  FILL,
  keyOf,
  RECORD,
  TERMINAL,
  type TillClient,
} from './testing/tillClient.ts'

let shop: Counter
afterEach(() => shop.close())

const ask: Counter['ask'] = (name, request) => shop.ask(name, request)
const get: Counter['get'] = (name, request) => shop.get(name, request)

async function open(choice = FILL, setup: CounterSetup = {}): Promise<TillClient> {
  shop = await openCounter(setup)
  return connectTill(shop, choice)
}

const typed = {
  amountText: '',
  transactionId: '',
  note: '',
  confirmedAmount: false,
  confirmedSecondSale: false,
}
const waiting = async () => get('handed.get', {})
const all = async () => (await get('sales.page', { filter: 'all', search: '', offset: 0, limit: 100 })).sales

async function recordFirst(more: Partial<Request<'sales.record'>> = {}) {
  const [first] = (await waiting()).sales
  return ask('sales.record', { ...typed, handoverId: first?.handoverId ?? -1, ...more })
}

test('a sale that a till hands over waits on the screen, and is a sale once a person presses Enter', async () => {
  const till = await open()
  const answer = await till.handOver('order-00031', { slip: '417393', note: 'Order 00031', cashier: 'Ada' })
  expect(answer).toMatchObject({ status: 202, isSigned: true, body: { status: 'asksPerson', asks: 'fill' } })
  expect(await all()).toEqual([])
  expect(await waiting()).toMatchObject({
    count: 1,
    sales: [{ from: 'Odoo, front desk, Ada', amountKobo: 980_000, slip: '417393', note: 'Order 00031' }],
  })
  const recorded = await recordFirst()
  expect(recorded).toMatchObject({
    ok: true,
    value: {
      transactionId: '417393',
      amountKobo: 980_000,
      terminalId: TERMINAL,
      from: 'Odoo, front desk, Ada',
    },
  })
  expect(await waiting()).toEqual({ sales: [], count: 0 })
  await shop.time.pass(20_000)
  const again = await till.handOver('order-00031', {
    slip: '417393',
    soldAt: String(answer.body['soldAt']),
  })
  expect(again).toMatchObject({ status: 200, body: { id: answer.body['id'], reference: '417393' } })
  expect(['accepted', 'paid']).toContain(again.body['status'])
})

test('a till of level record needs no person, and its sale is sent once however often it asks', async () => {
  const till = await open(RECORD)
  const first = await till.handOver('k-1', { slip: 'R-1' })
  expect(first).toMatchObject({ status: 202, body: { status: 'saved', reference: 'R-1' } })
  const soldAt = String(first.body['soldAt'])
  for (let tries = 0; tries < 5; tries += 1) {
    const again = await till.handOver('k-1', { slip: 'R-1', soldAt })
    expect(again).toMatchObject({ status: 200, body: { id: first.body['id'] } })
  }
  await shop.time.pass(20_000)
  expect(await all()).toHaveLength(1)
  expect((await till.send('GET', `/v1/sales/${String(first.body['id'])}`)).body).toMatchObject({
    reference: 'R-1',
    acceptedAt: expect.any(String),
  })
})

test.for([
  ['amount', { amount: '9800.01' }],
  ['slip', { slip: 'K-2' }],
  ['time', { soldAt: '2026-11-20T09:00:00+01:00' }],
] as const)(
  'the same key with another %s is refused, years later too, and swallows no sale',
  async ([, other]) => {
    const till = await open(RECORD)
    const soldAt = new Date(shop.time.clock.wallNowMs()).toISOString()
    await till.handOver('day-1', { slip: 'K-1', soldAt })
    shop.sleep(3 * 365 * 24 * 60 * 60_000)
    await shop.restart()
    await shop.time.pass(1_000)
    const later = clientOf(shop, till)
    const refused = await later.handOver('day-1', { slip: 'K-1', soldAt, ...other })
    expect(refused).toMatchObject({ status: 409, isSigned: true, body: { code: 'keyOfOtherSale' } })
    expect(await later.handOver('day-1', { slip: 'K-1', soldAt })).toMatchObject({ status: 200 })
  },
)

test('a key stands for its sale after the till got another secret, and the secret before is refused at once', async () => {
  const till = await open(RECORD)
  const soldAt = new Date(shop.time.clock.wallNowMs()).toISOString()
  await till.handOver('one', { soldAt })
  await get('tills.renewKey', { tillId: till.tillId })
  expect(await till.handOver('one', { soldAt })).toMatchObject({ status: 401, isSigned: false })
  expect(await clientOf(shop, keyOf(shop)).handOver('one', { soldAt })).toMatchObject({ status: 200 })
  expect(await all()).toHaveLength(1)
})

test('a slip that was recorded by hand is that sale, and the answer says so', async () => {
  const till = await open(RECORD)
  await shop.record('9800', { transactionId: 'HAND-1' })
  const answer = await till.handOver('k', { slip: 'hand-1' })
  expect(answer).toMatchObject({ status: 200, body: { wasKnown: true, reference: 'HAND-1' } })
  expect(await till.handOver('k2', { slip: 'HAND-1', amount: '1.00' })).toMatchObject({
    status: 409,
    body: { code: 'slipOfOtherSale', field: 'slip' },
  })
  expect(await all()).toHaveLength(1)
})

test('the same slip under two keys waits once', async () => {
  const till = await open()
  await till.handOver('k1', { slip: 'S-1' })
  expect(await till.handOver('k2', { slip: 'S-1' })).toMatchObject({ status: 200, body: { wasKnown: true } })
  expect((await waiting()).count).toBe(1)
  expect((await recordFirst()).ok).toBe(true)
  const page = await till.send('GET', '/v1/sales')
  const references = (page.body['sales'] as { reference: string }[]).map(({ reference }) => reference)
  expect(references).toEqual(['S-1', 'S-1'])
})

test('a sale that was typed while its hand-over waited is that sale', async () => {
  const till = await open()
  const { body } = await till.handOver('k1', { slip: 'S-1' })
  await shop.record('9800', { transactionId: 'S-1' })
  expect(await recordFirst()).toMatchObject({ ok: false, error: { code: 'invalid' } })
  expect((await waiting()).count).toBe(0)
  expect((await till.send('GET', `/v1/sales/${String(body['id'])}`)).body).toMatchObject({ reference: 'S-1' })
  expect(await all()).toHaveLength(1)
})

test.for([
  ['a larger amount', 'overAmount', { amount: '50000.01' }],
  ['a sale of an hour ago', 'late', { soldAt: '2026-01-01T00:00:00Z' }],
  ['a sale of next week', 'late', { soldAt: '2099-01-01T00:00:00Z' }],
] as const)('%s waits for a person, and stands in To do at once', async ([, asks, sale]) => {
  const till = await open(RECORD)
  expect(await till.handOver('k', sale)).toMatchObject({ status: 202, body: { status: 'asksPerson', asks } })
  expect((await get('queue.get', {})).handedCount).toBe(1)
  expect((await recordFirst()).ok).toBe(true)
  expect((await get('queue.get', {})).handedCount).toBe(0)
})

test('more sales an hour than allowed wait, and the next hour goes on', async () => {
  const till = await open({ ...RECORD, perHour: 2 })
  for (const key of ['a', 'b', 'c'])
    await till.handOver(key, { slip: `S-${key}`, amount: `${key.charCodeAt(0)}.00` })
  expect(await waiting()).toMatchObject({ count: 1, sales: [{ key: 'c', reason: 'overCount' }] })
  await shop.time.pass(60 * 60_000)
  expect(await till.handOver('d', { slip: 'S-d', amount: '7' })).toMatchObject({ body: { status: 'saved' } })
})

test('what a typed sale would be asked waits for a person, who is asked it', async () => {
  const till = await open(RECORD)
  await till.handOver('k1', { slip: '1234-5678' })
  expect(await till.handOver('k2', { slip: '12345678', amount: '12' })).toMatchObject({
    body: { asks: 'asks' },
  })
  await shop.backend().handlers['access.lock']({})
  expect(await recordFirst()).toMatchObject({ ok: false, error: { code: 'needsAlikeSlipConfirmation' } })
  expect(await recordFirst({ confirmedAlikeSlip: true })).toMatchObject({
    ok: false,
    error: { code: 'needsManager' },
  })
  await shop.becomeManager()
  expect((await recordFirst({ confirmedAlikeSlip: true })).ok).toBe(true)
})

test('a sale of level fill becomes something to do once nobody took it for three minutes', async () => {
  const till = await open()
  await till.handOver('k1')
  expect((await get('queue.get', {})).handedCount).toBe(0)
  await shop.time.pass(3 * 60_000 + 20_000)
  expect((await get('queue.get', {})).handedCount).toBe(1)
  expect(shop.desk.shown()?.todoCount).toBe(1)
})

test('a person sends a sale back; the till learns it, and a later Enter records nothing', async () => {
  const till = await open()
  const { body } = await till.handOver('k1')
  const [first] = (await waiting()).sales
  await get('handed.sendBack', { handoverId: first?.handoverId ?? -1 })
  expect((await till.send('GET', `/v1/sales/${String(body['id'])}`)).body).toMatchObject({
    status: 'sentBack',
  })
  expect(await ask('sales.record', { ...typed, handoverId: first?.handoverId ?? -1 })).toMatchObject({
    error: { code: 'notFound' },
  })
  expect(await all()).toEqual([])
})

test('a till takes back what never left, and nothing else', async () => {
  const till = await open(RECORD)
  shop.setOnline(false)
  const kept = await till.handOver('k1', { slip: 'S-1' })
  const large = await till.handOver('k2', { amount: '60000' })
  const cancel = async (answer: typeof kept) =>
    till.send('POST', `/v1/sales/${String(answer.body['id'])}/cancel`)
  for (let tries = 0; tries < 2; tries += 1) {
    expect(await cancel(kept)).toMatchObject({ status: 200, body: { status: 'removed' } })
    expect(await cancel(large)).toMatchObject({ status: 200, body: { status: 'cancelled' } })
  }
  shop.setOnline(true)
  const sent = await till.handOver('k3', { slip: 'S-3', amount: '5' })
  await shop.time.pass(20_000)
  expect(await cancel(sent)).toMatchObject({ status: 409, body: { code: 'alreadyLeft' } })
  expect((await all()).map(({ transactionId, state }) => [transactionId, state])).toEqual([
    ['S-3', 'accepted'],
    ['S-1', 'cancelled'],
  ])
})

test('signed out, read-only and a refusing disk have clear answers, and the same key works afterwards', async () => {
  const till = await open(RECORD)
  const soldAt = new Date(shop.time.clock.wallNowMs()).toISOString()
  await shop.signOut()
  expect(await till.handOver('k', { soldAt })).toMatchObject({ status: 503, body: { code: 'notSignedIn' } })
  await shop.signIn()
  shop.breakDisk()
  expect(await till.handOver('k', { soldAt })).toMatchObject({ status: 503, body: { code: 'notSaved' } })
  shop.mendDisk()
  await shop.time.pass(60_000)
  expect(await till.handOver('k', { soldAt })).toMatchObject({ status: 202, body: { status: 'saved' } })
  await shop.becomeManager()
  await get('backup.giveAway', {})
  expect(await till.handOver('k2', { soldAt })).toMatchObject({ status: 503, body: { code: 'readOnly' } })
})

test('a till of another client learns nothing and hands nothing over', async () => {
  const till = await open(RECORD)
  const { body } = await till.handOver('k')
  shop.bank.changeOptions({ clientId: 'other' })
  await shop.signIn('other')
  expect(await till.handOver('k2')).toMatchObject({ status: 503, body: { code: 'notSignedIn' } })
  expect(await till.send('GET', `/v1/sales/${String(body['id'])}`)).toMatchObject({ status: 503 })
})

test('two tills have keys of their own, and neither sees the sales of the other', async () => {
  const one = await open(RECORD)
  const other = await connectTill(shop, { ...RECORD, name: 'Till B' })
  const { body } = await one.handOver('same', { slip: 'A-1' })
  expect(await other.handOver('same', { slip: 'B-1', amount: '3' })).toMatchObject({ status: 202 })
  expect(await other.send('GET', `/v1/sales/${String(body['id'])}`)).toMatchObject({ status: 404 })
  expect((await other.send('GET', '/v1/sales')).body['sales']).toHaveLength(1)
})

test('the till is named in the audit and in the life of its sale, which keep their chain', async () => {
  const till = await open(RECORD)
  await till.handOver('k', { slip: 'S-1', cashier: 'Ada' })
  await get('tills.disconnect', { tillId: till.tillId })
  const detail = await shop.sale('S-1')
  expect(detail.timeline.find(({ kind }) => kind === 'handedOver')).toMatchObject({ detail: 'Kiosk 2, Ada' })
  shop.powerOff()
  const file = openDatabase(salesFile(shop.dataDir))
  expect(verifyAudit(file).brokenEntries).toBe(0)
  const kinds = file.all("SELECT kind FROM audit WHERE content LIKE '%Kiosk 2%' ORDER BY id") as {
    kind: string
  }[]
  expect(kinds.map(({ kind }) => kind)).toEqual(['tillChanged', 'handoverEnded', 'tillChanged'])
  file.close()
})

test('what a till does is not put down to the cashier at the counter, and what a person takes is', async () => {
  const till = await open(RECORD)
  const { cashiers } = await get('people.add', { name: 'Ngozi', pin: '2580' })
  await get('people.enter', { cashierId: cashiers[0]?.id ?? '', pin: '2580' })
  shop.setOnline(false)
  const { body } = await till.handOver('k1', { slip: 'S-1' })
  await till.send('POST', `/v1/sales/${String(body['id'])}/cancel`)
  const { sale, timeline } = await shop.sale('S-1')
  expect(sale.cashier).toBeNull()
  const taken = timeline.find(({ kind }) => kind === 'cancelled')
  expect(taken).toMatchObject({ detail: 'Taken back by Kiosk 2' })
  expect(taken).not.toHaveProperty('by')
  await till.handOver('k2', { slip: 'S-2', amount: '60000' })
  expect(await recordFirst()).toMatchObject({ ok: true, value: { cashier: 'Ngozi', from: 'Kiosk 2' } })
})

test('a locked counter takes a sale and keeps it for the next person', async () => {
  const till = await open()
  await get('people.add', { name: 'Ngozi', pin: '2580' })
  await get('people.lock', {})
  expect(await till.handOver('k1')).toMatchObject({ status: 202, body: { status: 'asksPerson' } })
  expect(await recordFirst()).toMatchObject({ error: { code: 'needsCashier' } })
  expect((await waiting()).count).toBe(1)
})
