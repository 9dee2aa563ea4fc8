import { expect, test } from 'vitest'
import { openTestBank, TODAY, type CallParts } from '../testing/bankClient.ts'

const newTerminal = {
  terminalId: '2TLS0013',
  merchantId: '2044LAPR0000017',
  providerAccountNumber: '0',
  serialNumber: '',
  isReceivingPayment: true,
  isActive: true,
}
const page = { pageSize: '10', pageNumber: '1' }

/** Every call that needs a token, in a form that the bank would otherwise accept or decline. */
const calls: readonly (CallParts & { readonly name: string })[] = [
  { name: 'createterminal', path: '/api/terminal/api/terminal/createterminal', body: newTerminal },
  {
    name: 'logtransaction',
    path: '/api/terminal/logtransaction',
    body: { amount: '1', transactionId: 'x', terminalId: 'y' },
  },
  { name: 'retrieve', method: 'GET', path: '/RetrieveMerchantTerminals', query: page },
  {
    name: 'settlementstatus',
    method: 'GET',
    path: '/api/terminal/settlementstatus',
    query: { transactionId: 'x' },
  },
  {
    name: 'searchtransaction',
    method: 'GET',
    path: '/api/terminal/searchtransaction',
    query: { terminalId: '2TLS0001', dateFrom: TODAY, dateTo: TODAY, ...page },
  },
]

test.each(calls)('$name as in the specification is accepted', async (call) => {
  const { client } = await openTestBank()
  expect((await client.call(call)).status).toBe(200)
})

test.each(calls)('$name without, with a wrong, and with an expired token is 401', async (call) => {
  const { client, bank } = await openTestBank()
  expect((await client.call({ ...call, token: null })).status).toBe(401)
  expect((await client.call({ ...call, token: 'x' })).status).toBe(401)
  expect((await client.call({ ...call, token: null, headers: { authorization: 'x' } })).status).toBe(401)
  bank.expireTokens()
  expect((await client.call(call)).status).toBe(401)
  expect(bank.commits()).toEqual([])
})

test.each(calls)('$name with the other method is 405', async (call) => {
  const { client } = await openTestBank()
  expect((await client.call({ ...call, method: call.method === 'GET' ? 'POST' : 'GET' })).status).toBe(405)
})

test.each([
  '/api/terminal/LogTransaction',
  '/api/terminal/logtransaction/',
  '/logtransaction',
  '/',
  '/api/terminal/createterminal',
])('the path %s is 404', async (path) => {
  const { client } = await openTestBank()
  expect((await client.call({ path, body: {} })).status).toBe(404)
})

test.each(
  calls.flatMap((call) =>
    Object.keys(call.query ?? (call.body as object)).map((field) => ({ ...call, field })),
  ),
)('$name without $field is refused, and so is it with another type', async (call) => {
  const { client, bank } = await openTestBank()
  const all: Record<string, unknown> = { ...(call.query ?? (call.body as object)) }
  const without = Object.fromEntries(Object.entries(all).filter(([name]) => name !== call.field))
  const { query, body: _body, ...rest } = call
  const place = (values: Record<string, unknown>): CallParts =>
    query === undefined ? { ...rest, body: values } : { ...rest, query: values as Record<string, string> }
  const missing = await client.call(place(without))
  expect([missing.status, missing.json['message']]).toEqual([400, `${call.field} is required`])
  bank.changeOptions({ getParameters: 'body' })
  for (const wrong of [7, null, ['x'], {}]) {
    const answered = await client.call({ ...rest, body: { ...all, [call.field]: wrong } })
    expect(answered.status).toBe(400)
    expect(answered.json['message']).toMatch(new RegExp(`^${call.field} `, 'u'))
  }
  const strange = await client.call({ ...rest, body: { ...all, colour: 'red' } })
  expect(strange.json['message']).toBe('colour is not a field of this call')
  expect(bank.commits()).toEqual([])
})

test('GET parameters are read where the option says and nowhere else', async () => {
  const { client, bank } = await openTestBank()
  const get = { method: 'GET', path: '/RetrieveMerchantTerminals' } as const
  expect((await client.call({ ...get, query: page, body: page })).status).toBe(400)
  expect((await client.call({ ...get, path: `${get.path}?pageSize=1&pageSize=2&pageNumber=1` })).status).toBe(
    400,
  )
  expect((await client.call({ ...get, body: page })).status).toBe(400)
  bank.changeOptions({ getParameters: 'body' })
  expect((await client.call({ ...get, body: page })).json['totalCount']).toBe(12)
  expect((await client.call({ ...get, query: page })).status).toBe(400)
  expect((await client.call({ ...get, query: page, body: page })).status).toBe(400)
})

test.each(['', 'text/plain', 'application/jsonx', 'application/json; charset=latin1'])(
  'a POST with the content type %j is 415',
  async (type) => {
    const { client, bank } = await openTestBank()
    const body = { amount: '1', transactionId: 'x', terminalId: '2TLS0001' }
    const answered = await client.call({
      path: '/api/terminal/logtransaction',
      body,
      headers: { 'content-type': type },
    })
    expect([answered.status, bank.commits()]).toEqual([415, []])
  },
)

test.each(['', '[]', 'null', '"x"', '{', '{"amount":'])('a POST with the body %j is 400', async (body) => {
  const { client } = await openTestBank()
  expect((await client.call({ path: '/api/terminal/logtransaction', body })).status).toBe(400)
})

test('the form of a refusal is an option', async () => {
  const { client, bank } = await openTestBank()
  const wrong = { path: '/api/terminal/logtransaction', body: {} }
  expect((await client.call(wrong)).json).toEqual({
    status: false,
    message: 'amount is required',
    data: null,
  })
  bank.changeOptions({ refusals: 'bareStatus' })
  expect(await client.call(wrong)).toMatchObject({ status: 400, text: '' })
  bank.changeOptions({ refusals: 'declined' })
  expect(await client.call(wrong)).toMatchObject({ status: 200, json: { status: false } })
})

test('a base address with a path keeps it before every path', async () => {
  const { client, bank } = await openTestBank()
  bank.changeOptions({ basePath: '/partner' })
  expect((await client.terminals()).status).toBe(404)
  expect(
    (await client.call({ method: 'GET', path: '/partner/RetrieveMerchantTerminals', query: page })).status,
  ).toBe(200)
})
