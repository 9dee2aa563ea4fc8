import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import type { Transport } from '../electron/gateway/wire.ts'
import { startProblemText } from './commandLine.ts'
import { startSandbox, type Sandbox, type SandboxOptions } from './serve.ts'
import { bankClient, NOON_MS, testClock, YESTERDAY } from './testing/bankClient.ts'

/** A plain exchange over node:http, one connection each; only its kinds and reasons matter here. */
const overHttp: Transport = ({ method, url, headers, body, timeoutMs }) =>
  new Promise((resolve) => {
    const sent = request(url, {
      method,
      headers: { ...headers, ...length(body) },
      agent: false,
      timeout: timeoutMs,
    })
    sent.on('timeout', () => sent.destroy(Object.assign(new Error('time-out'), { code: 'TIMEOUT' })))
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'ECONNREFUSED' ? 'refused' : error.code === 'TIMEOUT' ? 'timeout' : 'reset'
      resolve({ kind: 'dropped', phase: 'request', reason, bytesWritten: 1, elapsedMs: 0 })
    })
    sent.on('response', (response) => {
      let text = ''
      const status = response.statusCode ?? 0
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('error', () => resolve({ kind: 'truncated', status, reason: 'reset', elapsedMs: 0 }))
      response.on('end', () => {
        const given = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
        const all = Object.fromEntries(given) as Record<string, string>
        resolve({ kind: 'response', status, headers: all, body: text, elapsedMs: 0 })
      })
    })
    sent.end(body ?? undefined)
  })

function length(body: string | null): Record<string, string> {
  return body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }
}

const open: Sandbox[] = []
afterEach(async () => {
  for (const sandbox of open.splice(0)) await sandbox.close()
})

async function serve(setup: SandboxOptions = {}) {
  const clock = testClock(NOON_MS)
  const sandbox = await startSandbox({ clock, ...setup })
  open.push(sandbox)
  const client = bankClient(overHttp, sandbox.url)
  await client.login()
  return { sandbox, bank: sandbox.bank, client, clock }
}

test('a whole client session over real HTTP: sign in, list, log, look up, search', async () => {
  const { client, bank, clock } = await serve()
  expect((await client.terminals()).json).toMatchObject({ totalCount: 12, currentPage: 1 })
  expect((await client.terminals()).headers['date']).toBe('Fri, 20 Nov 2026 10:00:00 GMT')
  expect((await client.log('S1')).json).toEqual({
    status: true,
    message: 'Transaction logged successfully',
    data: null,
  })
  clock.pass(15_000)
  expect((await client.status('S1')).json['data']).toMatchObject({ transactionId: 'S1', isPaid: true })
  expect((await client.search(YESTERDAY, 2)).json).toMatchObject({ totalCount: 128, hasNextPage: false })
  expect(bank.settlementCount('S1')).toBe(1)
})

test('a GET with a JSON body and another field prefix', async () => {
  const { client } = await serve({
    options: { getParameters: 'body', fieldPrefix: 'acme', basePath: '/partner' },
  })
  const answered = await client.call({
    method: 'GET',
    path: '/RetrieveMerchantTerminals',
    body: { pageSize: '1', pageNumber: '1' },
  })
  expect([answered.status, answered.text.includes('acmeAccountName')]).toEqual([200, true])
})

test.each([true, false])('a drop breaks the socket, committed: %s', async (committed) => {
  const { client, bank } = await serve()
  bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed } })
  expect(await client.logOutcome('S1')).toMatchObject({ kind: 'dropped', reason: 'reset' })
  expect(bank.settlementCount('S1')).toBe(committed ? 1 : 0)
})

test('a truncated answer promises more bytes than come', async () => {
  const { client, bank } = await serve()
  bank.faults.add({ on: 'logTransaction', fault: { kind: 'truncated', committed: true } })
  expect(await client.logOutcome('S1')).toMatchObject({ kind: 'truncated', status: 200 })
  expect(bank.settlementCount('S1')).toBe(1)
})

test('silence and a slow answer exceed the client’s time-out, after the commit', async () => {
  const { client, bank } = await serve()
  bank.faults.add(
    { on: 'logTransaction', fault: { kind: 'silence', committed: true } },
    { on: 'logTransaction', fault: { kind: 'slow', delayMs: 60_000, commit: 'onArrival' } },
    { on: 'logTransaction', fault: { kind: 'slow', delayMs: 20, commit: 'onArrival' } },
  )
  expect(await client.logOutcome('S1', 1_000)).toMatchObject({ kind: 'dropped', reason: 'timeout' })
  expect(await client.logOutcome('S2', 1_000)).toMatchObject({ kind: 'dropped', reason: 'timeout' })
  expect(await client.logOutcome('S3')).toMatchObject({ kind: 'response', status: 200 })
  expect(bank.commits().map(({ transactionId }) => transactionId)).toEqual(['S1', 'S2', 'S3'])
})

test('a held answer comes when it is released; the sale counts from its arrival, and another is answered meanwhile', async () => {
  const { sandbox, client, bank } = await serve()
  const release = sandbox.holdAnswer('logTransaction', 1)
  expect((await client.log('FIRST-1')).json).toMatchObject({ status: true })
  let isAnswered = false
  const held = client.log('HELD-1').then(({ json }) => {
    isAnswered = true
    return json
  })
  await expect.poll(() => bank.settlementCount('HELD-1')).toBe(1)
  expect((await client.log('NEXT-1')).json).toMatchObject({ status: true })
  expect(isAnswered).toBe(false)
  release()
  expect(await held).toMatchObject({ status: true })
})

test('statuses, headers, redirects and pages come as scripted', async () => {
  const { client, bank } = await serve()
  const http = { kind: 'httpStatus', committed: false } as const
  bank.faults.add(
    { on: 'any', fault: { ...http, status: 429, retryAfter: '3', body: 'envelope' } },
    { on: 'any', fault: { kind: 'redirect', status: 307, location: '/elsewhere', committed: false } },
    { on: 'any', fault: { kind: 'htmlPage', committed: false } },
    { on: 'any', fault: { ...http, status: 503, retryAfter: null, body: 'empty' } },
  )
  expect(await client.terminals()).toMatchObject({ status: 429, headers: { 'retry-after': '3' } })
  expect(await client.terminals()).toMatchObject({ status: 307, headers: { location: '/elsewhere' } })
  expect(await client.terminals()).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
  expect(await client.terminals()).toMatchObject({ status: 503, text: '' })
})

test('a cut network refuses connections and destroys open ones; restored, the same bank listens on the same port', async () => {
  const { client, sandbox, bank } = await serve()
  await client.log('S1')
  bank.faults.add({ on: 'logTransaction', fault: { kind: 'silence', committed: false } })
  const hanging = client.logOutcome('S2')
  while (bank.requestCount('logTransaction') < 2) await new Promise((resolve) => setImmediate(resolve))
  await sandbox.cutNetwork()
  expect(await hanging).toMatchObject({ kind: 'dropped', reason: 'reset' })
  expect(await client.logOutcome('S3')).toMatchObject({ kind: 'dropped', reason: 'refused' })
  await sandbox.cutNetwork()
  await sandbox.restoreNetwork()
  await sandbox.restoreNetwork()
  expect((await client.log('S4')).status).toBe(200)
  expect(bank.commits().map(({ transactionId }) => transactionId)).toEqual(['S1', 'S4'])
})

test('a method or path outside the specification and a body without end do no harm', async () => {
  const { client, sandbox } = await serve()
  expect((await fetch(`${sandbox.url}/api/terminal/logtransaction`, { method: 'PUT' })).status).toBe(405)
  expect((await fetch(`${sandbox.url}//`)).status).toBe(404)
  await expect(fetch(`${sandbox.url}/v2.1`, { method: 'POST', body: 'x'.repeat(2_000_000) })).rejects.toThrow(
    'fetch failed',
  )
  expect((await client.terminals()).status).toBe(200)
})

test('the control port sets faults, expires tokens, cuts the network and counts', async () => {
  const { client, sandbox, clock } = await serve({ controlPort: 0 })
  const post = (path: string, value: unknown = {}) =>
    fetch(`${sandbox.controlUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(value),
    })
  const get = async (path: string): Promise<unknown> => (await fetch(`${sandbox.controlUrl}${path}`)).json()
  expect(
    (await post('/faults', [{ on: 'logTransaction', fault: { kind: 'drop', committed: true } }])).status,
  ).toBe(200)
  expect((await post('/faults', [{ on: 'x' }])).status).toBe(400)
  expect((await fetch(`${sandbox.controlUrl}/faults`, { method: 'POST', body: '[]' })).status).toBe(415)
  expect((await client.logOutcome('S1')).kind).toBe('dropped')
  expect(await get('/settlement-count?transactionId=S1')).toBe(1)
  expect(await get('/commits')).toHaveLength(1)
  expect((await post('/habits', { expiredToken: 'declined' })).status).toBe(200)
  expect((await post('/habits', { expiredToken: 'x' })).status).toBe(400)
  expect((await post('/habits', { secretKey: 'x' })).status).toBe(400)
  const change = { reason: 'Reversed', amountAdds: '0.0025' }
  expect((await post('/records/change', { transactionId: 'S1', change })).status).toBe(200)
  expect((await post('/records/change', { transactionId: 'none', change })).status).toBe(404)
  expect((await post('/records/change', { transactionId: 'S1', change: { amount: 1 } })).status).toBe(400)
  const moved = { terminalId: '2TLS0001', change: { accountNumber: '0123456789', isActive: false } }
  expect((await post('/terminals/change', moved)).status).toBe(200)
  expect((await post('/terminals/change', { ...moved, terminalId: 'none' })).status).toBe(404)
  expect((await post('/terminals/change', { ...moved, change: { serialNumber: 'X' } })).status).toBe(400)
  clock.pass(2_000)
  expect((await client.status('S1')).text).toContain('"amount":1500.5025,')
  await post('/tokens/expire')
  expect((await client.terminals()).json['message']).toBe('Token expired')
  await post('/habits', { expiredToken: 'status401' })
  expect((await client.terminals()).status).toBe(401)
  await post('/network/cut')
  expect(await client.logOutcome('S2')).toMatchObject({ reason: 'refused' })
  await post('/network/restore')
  expect((await client.terminals()).status).toBe(401)
  expect((await fetch(`${sandbox.controlUrl}/else`)).status).toBe(404)
})

test('initial faults apply from the first request', async () => {
  const fault = { kind: 'hugeToken', bytes: 7 } as const
  const { client } = await serve({ faults: [{ on: 'login', fault }] })
  expect((await client.terminals()).status).toBe(401)
  expect(await client.login()).toHaveLength(49)
})

test('a port in use is named, with a suggestion', async () => {
  const { sandbox } = await serve()
  const refused = await startSandbox({ port: sandbox.port }).catch(startProblemText)
  expect(refused).toBe(`Port ${sandbox.port} is taken. Try --port 0 for a free one.`)
  expect(startProblemText(new Error('--port takes a whole number from 0 to 65535'))).toContain('--port takes')
})
