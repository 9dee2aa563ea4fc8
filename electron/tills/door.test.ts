import { afterEach, expect, test } from 'vitest'
import { requestSignature } from './signing.ts'
import { openCounter, type Counter } from '../testing/counter.ts'
import { clientOf, connectTill, RECORD, TERMINAL, type Asked, type TillClient } from './testing/tillClient.ts'

let shop: Counter
afterEach(() => shop.close())

async function open(): Promise<TillClient> {
  shop = await openCounter()
  return connectTill(shop, RECORD)
}

const salesCount = async (): Promise<number> => {
  const page = await shop.backend().handlers['sales.page']({ filter: 'all', search: '', offset: 0, limit: 1 })
  return page.ok ? page.value.totalCount : -1
}
const soldAt = (): string => new Date(shop.time.clock.wallNowMs()).toISOString()
const sale = () => ({ terminalId: TERMINAL, amount: '9800.00', soldAt: soldAt() })
/** The till's own request, but for what is changed. */
const handOver = (till: TillClient, asked: Asked = {}) =>
  till.send('POST', '/v1/sales', { idempotencyKey: 'k', body: sale(), ...asked })

test.for<[string, Asked, number, string]>([
  ['an origin', { headers: { origin: 'https://shop.example' } }, 403, 'fromElsewhere'],
  ['the null origin of a file', { headers: { origin: 'null' } }, 403, 'fromElsewhere'],
  ['a browser: Sec-Fetch-Site', { headers: { 'sec-fetch-site': 'none' } }, 403, 'fromElsewhere'],
  ['a browser: Sec-Fetch-Dest', { headers: { 'sec-fetch-dest': 'empty' } }, 403, 'fromElsewhere'],
  ['a name that points here', { headers: { host: 'evil.example:4717' } }, 403, 'fromElsewhere'],
  ['another port', { headers: { host: '127.0.0.1:80' } }, 403, 'fromElsewhere'],
  ['no signature', { headers: { 'tillside-signature': '' } }, 401, 'notSigned'],
  ['a wrong signature', { headers: { 'tillside-signature': '0'.repeat(64) } }, 401, 'wrongSignature'],
  ['another till', { headers: { 'tillside-till': '0123456789abcdef' } }, 401, 'wrongSignature'],
  ['another path signed', { signed: { path: '/v1/sales?x' } }, 401, 'wrongSignature'],
  ['another body signed', { signed: { text: '{}' } }, 401, 'wrongSignature'],
  ['another key signed', { signed: { key: 'other' } }, 401, 'wrongSignature'],
  ['an old time', { timeMs: 1_700_000_000_000 }, 401, 'wrongTime'],
  ['a short nonce', { nonce: 'abc' }, 401, 'notSigned'],
  ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 415, 'notJson'],
  ['plain text', { headers: { 'content-type': 'text/plain' } }, 415, 'notJson'],
  ['no JSON', { text: '{"terminalId":' }, 415, 'notJson'],
  ['a long body', { text: JSON.stringify({ note: 'x'.repeat(17_000) }) }, 413, 'tooLong'],
  ['no key', { idempotencyKey: '' }, 400, 'invalid'],
  ['a long key', { idempotencyKey: 'x'.repeat(201) }, 400, 'invalid'],
])('%s is refused, and no sale comes of it', async ([, asked, status, code]) => {
  const till = await open()
  expect(await handOver(till, asked)).toMatchObject({ status, body: { code } })
  expect(await salesCount()).toBe(0)
  expect(await handOver(till)).toMatchObject({ status: 202, isSigned: true })
})

test.for<[field: string, value: unknown]>([
  ['terminalId', 5],
  ['terminalId', '2TLS0002'],
  ['amount', 9800],
  ['amount', '9,800'],
  ['amount', '0'],
  ['amount', '-5'],
  ['amount', '1.005'],
  ['soldAt', undefined],
  ['soldAt', '2026-11-20T10:00:00'],
  ['soldAt', 'yesterday'],
  ['slip', 'two words'],
  ['note', 'x'.repeat(201)],
  ['cashier', 'x'.repeat(41)],
  ['price', '1'],
])('a wrong field is named: %s %s', async ([field, value]) => {
  const till = await open()
  const answer = await handOver(till, { body: { ...sale(), [field]: value } })
  expect([400, 403]).toContain(answer.status)
  expect(answer).toMatchObject({ isSigned: true, body: { field } })
  expect(await salesCount()).toBe(0)
})

test('a recorded request that is sent again gets no second answer', async () => {
  const till = await open()
  const asked = { nonce: 'n'.repeat(32) }
  expect(await handOver(till, asked)).toMatchObject({ status: 202 })
  expect(await handOver(till, asked)).toMatchObject({ status: 401, body: { code: 'usedNonce' } })
})

test('Practice takes the key itself, so that curl is enough; live never does', async () => {
  const till = await open()
  const door = shop.desk.door()
  const request = (key: string) =>
    new Request('http://127.0.0.1:4717/v1/sales', {
      method: 'POST',
      headers: {
        host: '127.0.0.1:4717',
        authorization: `Bearer ${key}`,
        'idempotency-key': 'curl-1',
        'content-type': 'application/json',
      },
      body: JSON.stringify(sale()),
    })
  expect((await door?.(request(till.key)))?.status).toBe(202)
  expect((await door?.(request(`${till.key.slice(0, -1)}0`)))?.status).toBe(401)
  await shop.close()
  shop = await openCounter({ profile: (standard) => ({ ...standard, environment: 'live' }) })
  const live = await connectTill(shop, RECORD)
  expect((await shop.desk.door()?.(request(live.key)))?.status).toBe(401)
  expect(await handOver(live)).toMatchObject({ status: 202, isSigned: true })
})

test('the others of its addresses say what they are for, and change nothing', async () => {
  const till = await open()
  expect(await till.send('GET', '/v1/health')).toMatchObject({
    status: 200,
    isSigned: true,
    body: { environment: 'practice', till: 'Kiosk 2', level: 'record', takes: null },
  })
  const terminals = await till.send('GET', '/v1/terminals')
  expect(terminals).toMatchObject({ status: 200, body: { terminals: [{ terminalId: TERMINAL }] } })
  expect(JSON.stringify(terminals.body)).not.toMatch(/[0-9]{10}/u)
  expect(await till.send('DELETE', '/v1/sales')).toMatchObject({ status: 405, isSigned: true })
  expect(await till.send('GET', '/v1/nothing')).toMatchObject({ status: 404, isSigned: true })
  expect(await till.send('GET', '/v1/sales?since=now')).toMatchObject({
    status: 400,
    body: { field: 'since' },
  })
  expect(await salesCount()).toBe(0)
})

test('sales are listed in pages, since a moment', async () => {
  const till = await open()
  shop.setOnline(false)
  await shop
    .backend()
    .handlers['tills.change']({ tillId: till.tillId, choice: { ...RECORD, perHour: 1_000 } })
  for (let each = 1; each <= 201; each += 1)
    await handOver(till, { idempotencyKey: `k-${each}`, body: { ...sale(), amount: `${each}` } })
  const first = await till.send('GET', '/v1/sales')
  expect(first.body['sales']).toHaveLength(200)
  const rest = await till.send('GET', `/v1/sales?after=${String(first.body['next'])}`)
  expect(rest.body).toMatchObject({ sales: [{ idempotencyKey: 'k-201' }], next: null })
  const since = new Date(shop.time.clock.wallNowMs() + 1_000).toISOString()
  expect((await till.send('GET', `/v1/sales?since=${since}`)).body).toEqual({ sales: [], next: null })
})

test('the door is shut until a manager opens it, follows its port, and knows its keys after a restart', async () => {
  const till = await open()
  const { handlers } = shop.backend()
  await handlers['settings.change']({ tillDoor: false })
  await shop.time.pass(100)
  expect(shop.desk.door()).toBeUndefined()
  await handlers['settings.change']({ tillDoor: true, tillPort: 5_000 })
  await shop.time.pass(100)
  expect(await handOver(till)).toMatchObject({ status: 403 })
  await handlers['settings.change']({ tillPort: 4_717 })
  await shop.restart()
  await shop.time.pass(100)
  expect(await handOver(clientOf(shop, till))).toMatchObject({ status: 202 })
})

test('a till that was disconnected is refused at once, and a lost key store names the till without a key', async () => {
  const till = await open()
  await shop.backend().handlers['tills.disconnect']({ tillId: till.tillId })
  expect(await handOver(till)).toMatchObject({ status: 401 })
  const other = await connectTill(shop, RECORD)
  await shop.restart(() => {
    for (const key of shop.settings.keys()) if (key.startsWith('till:')) shop.settings.set(key, 'x')
  })
  const view = await shop.backend().handlers['tills.get']({})
  expect(view).toMatchObject({ ok: true, value: { tills: [{ tillId: other.tillId, hasKey: false }] } })
  expect(await handOver(clientOf(shop, other))).toMatchObject({ status: 401 })
})

test('no two requests sign as one', () => {
  const body = new Uint8Array()
  const of = (path: string, time: string) =>
    requestSignature('k', { method: 'GET', path, time, nonce: 'n', idempotencyKey: '', body })
  expect(of('/v1/sales', '1')).not.toBe(of('/v1/sale', 's1'))
})

test('a key goes into the chosen file alone: no answer, event, log line or unsealed setting has it', async () => {
  const till = await open()
  const secret = till.key.split('_')[2] ?? ''
  const seen = [JSON.stringify(shop.events), shop.logLines.join('\n'), JSON.stringify([...shop.settings])]
  expect(secret).toHaveLength(43)
  expect(seen.filter((text) => text.includes(secret))).toEqual([])
  shop.desk.answerSaving('closed')
  const { handlers } = shop.backend()
  expect(await handlers['tills.renewKey']({ tillId: till.tillId })).toMatchObject({
    value: { savedAs: null },
  })
  expect(await handOver(till)).toMatchObject({ status: 202 })
  shop.desk.answerSaving('full')
  expect(await handlers['tills.connect']({ ...RECORD, name: 'Two' })).toMatchObject({
    error: { code: 'fileNotWritten', reason: 'full' },
  })
})

test('with real money a till needs a key store that protects its key; Practice keeps it until it ends', async () => {
  shop = await openCounter({ isVaultProtected: false })
  const till = await connectTill(shop, RECORD)
  expect(await handOver(till)).toMatchObject({ status: 202 })
  expect([...shop.settings.keys()].filter((key) => key.startsWith('till:'))).toEqual([])
  await shop.restart()
  expect(await handOver(clientOf(shop, till))).toMatchObject({ status: 401 })
  await shop.close()
  shop = await openCounter({
    isVaultProtected: false,
    profile: (standard) => ({ ...standard, environment: 'live' }),
  })
  await shop.becomeManager()
  expect(await shop.backend().handlers['tills.connect'](RECORD)).toMatchObject({
    error: { code: 'notAllowed', reason: 'noKeyStore' },
  })
})

test.for([
  ['name', 'empty', { name: ' ' }],
  ['name', 'tooLong', { name: 'x'.repeat(41) }],
  ['terminalIds', 'empty', { terminalIds: [] }],
  ['terminalIds', 'unknown 2TLS9999', { terminalIds: [TERMINAL, '2TLS9999'] }],
] as const)('a wrong choice for a till is named: %s %s', async ([field, problem, choice]) => {
  shop = await openCounter()
  await shop.becomeManager()
  const asked = {
    ...RECORD,
    ...choice,
    terminalIds: [...((choice as typeof RECORD).terminalIds ?? RECORD.terminalIds)],
  }
  expect(await shop.backend().handlers['tills.connect'](asked)).toMatchObject({
    error: { code: 'invalid', fields: [{ field, problem }] },
  })
})
