import { afterEach, describe, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '../../sandbox/serve.ts'
import type { Answer, SettlementApi } from './answer.ts'
import { readAllPages } from './pagedReader.ts'
import { createSettlementApi } from './settlementApi.ts'
import { noProxy, systemClock } from './testing/servers.ts'
import { createTransport } from './transport.ts'
import type { WireOutcome } from './wire.ts'

/* Variations of the envelope that deployments send, and which of them are accepted. */

const TOKEN = 'the-token-0f3a9c'
const sale = { amountWire: '1500.00', transactionId: 'T-1', terminalId: '2TLS0001' }
const page = { pageSize: 1, pageNumber: 1 }
const search = { terminalId: 'T', dateFrom: '2026-11-20', dateTo: '2026-11-20', ...page }
const record =
  '{"id":3,"providerTerminalId":1,"terminalId":"T","providerAccountNumber":"1","amount":1.00,"amountSettled":1.00,' +
  '"feePercentage":0.50,"isPaid":false,"datePaid":"0001-01-01T00:00:00","transactionId":"T-1","providerRefId":"R",' +
  '"reason":null,"timeReceived":"2026-11-20T10:00:00.1","responseCode":null,"responseMessage":null}'

interface Said {
  readonly body: string
  readonly status?: number
  readonly textValues?: boolean
}

function apiSaying({ body, status = 200, textValues }: Said): SettlementApi {
  const outcome: WireOutcome = {
    kind: 'response',
    status,
    headers: { 'content-type': 'application/json' },
    body,
    elapsedMs: 1,
  }
  return createSettlementApi({
    transport: () => Promise.resolve(outcome),
    clock: { wallNowMs: () => 0, monotonicNowMs: () => 0 },
    baseUrl: 'https://bank.invalid',
    fieldPrefix: 'provider',
    getParameters: 'query',
    timeoutMs: 1_000,
    ...(textValues === undefined ? {} : { textValues }),
  })
}

const logged = async (said: Said) => (await apiSaying(said).logTransaction(TOKEN, sale)).result
const searched = async (said: Said) => (await apiSaying(said).searchTransactions(TOKEN, search)).result
const lookedUp = async (said: Said) => (await apiSaying(said).settlementStatus(TOKEN, 'T-1')).result
const credentials = { clientId: 'c', secretKey: 'the-secret', loginToken: '' }
const signedIn = async (said: Said) => (await apiSaying(said).login(credentials)).result

const yes = '{"status":true,"message":"ok","data":null}'
const empty = '{"status":true,"message":"ok","data":[],"totalCount":0,"hasNextPage":false,"currentPage":1}'

describe('the HTTP status of a yes', () => {
  test.each([200, 201])('%i with a valid body is a yes', async (status) => {
    expect(await logged({ body: yes, status })).toEqual({ ok: true, value: { message: 'ok' } })
    expect(await searched({ body: empty, status })).toMatchObject({ ok: true })
  })

  test('any other 2xx with a valid body is neither a yes to a sale nor a read', async () => {
    const wrong = { kind: 'malformed', path: '(status)', problem: 'must be 200 or 201' }
    for (let status = 202; status < 300; status += 1) {
      expect([status, await logged({ body: yes, status })]).toEqual([status, { ok: false, error: wrong }])
      expect(await searched({ body: empty, status })).toEqual({ ok: false, error: wrong })
      const data = `{"status":true,"message":"ok","data":${record}}`
      expect(await lookedUp({ body: data, status })).toEqual({ ok: false, error: wrong })
    }
  })

  test('a no with such a status is not the bank’s no', async () => {
    const no = '{"status":false,"message":"Transaction not found","data":null}'
    expect(await lookedUp({ body: no, status: 206 })).toMatchObject({ error: { kind: 'malformed' } })
  })
})

describe('keys of the envelope in another case', () => {
  const spellings: readonly (readonly [string, (key: string) => string])[] = [
    ['capitalised', (key) => key.slice(0, 1).toUpperCase() + key.slice(1)],
    ['upper case', (key) => key.toUpperCase()],
    ['lower case', (key) => key.toLowerCase()],
  ]

  test.each(spellings)('%s: every call is read', async (_name, spelled) => {
    const rekeyed = (text: string): string =>
      text.replace(
        /"(status|isSuccessful|message|data|totalCount|hasNextPage|currentPage)":/gu,
        (_all, key: string) => `"${spelled(key)}":`,
      )
    expect(await logged({ body: rekeyed(yes) })).toEqual({ ok: true, value: { message: 'ok' } })
    expect(await searched({ body: rekeyed(empty) })).toMatchObject({ ok: true, value: { totalCount: 0 } })
    const found = rekeyed(`{"status":true,"message":"ok","data":${record}}`)
    expect(await lookedUp({ body: found })).toMatchObject({ ok: true, value: { transactionId: 'T-1' } })
    const token = '{"isSuccessful":true,"message":"ok","data":{"auth_token":"abc"}}'
    expect(await signedIn({ body: rekeyed(token) })).toMatchObject({ value: { authToken: 'abc' } })
    const no = rekeyed('{"status":false,"message":"Not today","data":null}')
    expect(await logged({ body: no })).toEqual({
      ok: false,
      error: { kind: 'declined', message: 'Not today' },
    })
    expect(await logged({ body: no, status: 500 })).toMatchObject({ error: { message: 'Not today' } })
  })

  test.each([
    ['Status', '{"status":true,"message":"ok","data":null,"Status":false}'],
    ['status', '{"Status":true,"message":"ok","data":null,"status":true}'],
    ['DATA', '{"status":true,"message":"ok","data":null,"DATA":{"responseCode":"51"}}'],
    ['Message', '{"status":true,"message":"ok","data":null,"Message":"no"}'],
  ])('%s together with another spelling is malformed, and the key is named', async (path, body) => {
    const error = { kind: 'malformed', path, problem: 'is given twice, in two spellings' }
    expect(await logged({ body })).toEqual({ ok: false, error })
    expect(await logged({ body, status: 409 })).toMatchObject({ error: { kind: 'http', message: null } })
  })

  test('two counts of a list are malformed', async () => {
    const body = empty.replace('"totalCount":0', '"totalCount":0,"TotalCount":5')
    expect(await searched({ body })).toMatchObject({ error: { kind: 'malformed', path: 'TotalCount' } })
  })

  test('keys of a record count in any case; beside the documented spelling another is odd, and two others are none', async () => {
    const answer = (from: string, to: string): string =>
      `{"status":true,"message":"ok","data":${record.replace(from, to)}}`
    const capital = answer('"isPaid":false', '"IsPaid":true')
    expect(await lookedUp({ body: capital })).toMatchObject({ ok: true, value: { isPaid: true } })
    const beside = answer('"isPaid":false', '"IsPaid":true,"isPaid":false')
    expect(await lookedUp({ body: beside })).toMatchObject({
      ok: true,
      value: { isPaid: false, unread: [{ field: 'IsPaid', text: 'true' }] },
    })
    const empty = answer('"isPaid":false', '"isPaid":null,"IsPaid":true')
    expect(await lookedUp({ body: empty })).toMatchObject({ ok: true, value: { isPaid: true } })
    const twice = answer('"isPaid":false', '"ISPAID":false,"IsPaid":true')
    expect(await lookedUp({ body: twice })).toMatchObject({
      error: { path: 'data.isPaid', problem: 'is given twice, in two spellings' },
    })
  })

  test('a field beside the documented one in another spelling leaves every row of a search readable, and is shown', async () => {
    const row = record.replace('"transactionId"', '"TERMINALID":"wrong case","transactionId"')
    const body = empty.replace('"data":[]', `"data":[${row}]`).replace('"totalCount":0', '"totalCount":1')
    expect(await searched({ body })).toMatchObject({
      ok: true,
      value: { rows: [{ unread: [{ field: 'TERMINALID', text: 'wrong case' }] }], unreadable: [] },
    })
  })
})

describe('flags and counts of the envelope as text', () => {
  const textYes = '{"status":"true","message":"ok","data":null}'
  const list = (more: string): string => `{"status":true,"message":"ok","data":[],${more}}`
  const lists: readonly (readonly [string, string])[] = [
    ['totalCount', list('"totalCount":"0","hasNextPage":false,"currentPage":1')],
    ['hasNextPage', list('"totalCount":0,"hasNextPage":"false","currentPage":1')],
    ['currentPage', list('"totalCount":0,"hasNextPage":false,"currentPage":"1"')],
  ]

  test('text is read like the values, and values are still read', async () => {
    expect(await logged({ body: textYes })).toMatchObject({ ok: true })
    expect(await logged({ body: yes })).toMatchObject({ ok: true })
    const capital = textYes.replace('"true"', '"True"')
    expect(await logged({ body: capital })).toMatchObject({ ok: true })
    const no = textYes.replace('"true"', '"false"')
    expect(await logged({ body: no })).toMatchObject({ error: { kind: 'declined' } })
    for (const [, body] of lists)
      expect(await searched({ body })).toMatchObject({
        ok: true,
        value: { totalCount: 0, hasNextPage: false, currentPage: 1 },
      })
    const token = '{"isSuccessful":"true","message":"ok","data":{"auth_token":"abc"}}'
    expect(await signedIn({ body: token })).toMatchObject({ ok: true })
  })

  test.each(['"yes"', '"1"', '" true"', '"true\\n"', '""', '1', 'null', '"truefalse"', '["true"]'])(
    'a status of %s is no yes to a sale',
    async (json) => {
      const body = textYes.replace('"true"', json)
      expect(await logged({ body })).toMatchObject({
        error: { kind: 'malformed', path: 'status' },
      })
    },
  )

  test.each(['"-1"', '"1.0"', '"1e2"', '" 1"', '"01"', '"9007199254740993"', '"\u0661"', 'true'])(
    'a count of %s is malformed',
    async (json) => {
      const body = list(`"totalCount":${json},"hasNextPage":false,"currentPage":1`)
      expect(await searched({ body })).toMatchObject({
        error: { kind: 'malformed', path: 'totalCount' },
      })
    },
  )

  test.each(['"totalCount":"",', '"totalCount":null,', ''])('a list with %s has no count', async (json) => {
    const body = list(`${json}"hasNextPage":false,"currentPage":1`)
    expect(await searched({ body })).toMatchObject({ ok: true, value: { totalCount: null, rows: [] } })
    expect(await searched({ body: body.replace('[]', 'null') })).toMatchObject({
      error: { kind: 'malformed', path: 'data' },
    })
  })
})

test('a token longer than 16 KB is refused at login, and the field and the bound are named', async () => {
  const token = (length: number): string =>
    `{"isSuccessful":true,"message":"ok","data":{"auth_token":"${'t'.repeat(length)}"}}`
  expect(await signedIn({ body: token(16_384) })).toMatchObject({ ok: true })
  expect(await signedIn({ body: token(16_385) })).toEqual({
    ok: false,
    error: {
      kind: 'malformed',
      path: 'data.auth_token',
      problem: 'must not be longer than 16384 characters',
    },
  })
})

describe('with the practice bank', () => {
  const open: Sandbox[] = []
  afterEach(async () => {
    for (const sandbox of open.splice(0)) await sandbox.close()
  })

  async function opened() {
    const sandbox = await startSandbox({ options: { visibleAfterMs: 0 } })
    open.push(sandbox)
    const { clientId, secretKey } = sandbox.bank.options()
    const api = createSettlementApi({
      transport: createTransport({ clock: systemClock, proxyFor: noProxy }),
      clock: systemClock,
      baseUrl: sandbox.url,
      fieldPrefix: 'provider',
      getParameters: 'query',
      timeoutMs: 5_000,
    })
    const login = () => api.login({ clientId, secretKey, loginToken: '' })
    const { result } = await login()
    return { bank: sandbox.bank, api, login, token: result.ok ? result.value.authToken : '' }
  }

  test('a bank with capitalised keys: sign-in, a sale and a whole list', async () => {
    const { bank, api, login } = await opened()
    bank.changeOptions({ envelopeKeys: 'capitalised' })
    const { result } = await login()
    const token = result.ok ? result.value.authToken : ''
    expect((await api.logTransaction(token, sale)).result).toMatchObject({ ok: true })
    expect((await api.settlementStatus(token, 'T-1')).result).toMatchObject({ value: { amount: '1500' } })
    const read = await readAllPages({
      readPage: (each) => api.retrieveTerminals(token, each),
      rowId: ({ recordId }) => recordId,
      pageSize: 5,
    })
    expect([read.incompleteReason, read.rows.length]).toEqual([null, 12])
    bank.changeOptions({ envelopeKeys: 'twoSpellings' })
    expect((await api.logTransaction(token, { ...sale, transactionId: 'T-2' })).result).toMatchObject({
      error: { kind: 'malformed', path: 'Status' },
    })
    expect(bank.settlementCount('T-2')).toBe(1)
  })

  test('a bank with text in its envelope is read', async () => {
    const { bank, api, token } = await opened()
    bank.changeOptions({ textValues: true })
    const answers: readonly Answer<unknown>[] = [
      await api.logTransaction(token, sale),
      await api.retrieveTerminals(token, page),
      await api.settlementStatus(token, 'T-1'),
    ]
    expect(answers.map(({ result }) => result.ok)).toEqual([true, true, true])
  })

  test('a sale that settles with status 206 is not a yes', async () => {
    const { bank, api, token } = await opened()
    bank.faults.add({ on: 'logTransaction', fault: { kind: 'otherStatus', status: 206, committed: true } })
    const { result, evidence } = await api.logTransaction(token, sale)
    expect([result.ok, evidence.httpStatus, bank.settlementCount('T-1')]).toEqual([false, 206, 1])
  })

  test('one terminal without a serial number does not make the list malformed', async () => {
    const { bank, api, token } = await opened()
    bank.faults.add({ on: 'retrieveTerminals', fault: { kind: 'oddRead', as: 'nullSerialNumber' } })
    const { result } = await api.retrieveTerminals(token, { pageSize: 100, pageNumber: 1 })
    expect(result).toMatchObject({ ok: true, value: { totalCount: 12 } })
    const rows = result.ok ? result.value.rows : []
    expect([rows.length, rows[0]?.serialNumber]).toEqual([12, ''])
  })

  test('a token of 900 KB is refused at login', async () => {
    const { bank, login } = await opened()
    bank.faults.add({ on: 'login', fault: { kind: 'hugeToken', bytes: 900_000 } })
    expect((await login()).result).toMatchObject({ error: { path: 'data.auth_token' } })
  })
})
