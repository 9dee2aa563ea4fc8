import { expect, test } from 'vitest'
import { createSettlementApi } from './settlementApi.ts'
import type { WireOutcome } from './wire.ts'

const TOKEN = 'tOkEn-0f3a9c'

const record = {
  id: 1,
  providerTerminalId: 1,
  terminalId: 'T1',
  providerAccountNumber: '0123456789',
  amount: 1,
  amountSettled: 1,
  feePercentage: 0,
  isPaid: false,
  datePaid: '0001-01-01T00:00:00',
  transactionId: 'A',
  providerRefId: 'R',
  reason: null,
  timeReceived: '2026-11-20T09:00:00',
  responseCode: null,
  responseMessage: null,
}

const sale = { amountWire: '1.00', transactionId: 'A', terminalId: 'T' }

function answering(body: string, status = 200) {
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
  })
}

test.for(['reason', 'providerRefId', 'responseMessage', 'transactionId', 'datePaid'])(
  'a token that the service repeats in %s of a record is hidden',
  async (field) => {
    const data = { ...record, [field]: `for ${TOKEN}` }
    const answer = await answering(JSON.stringify({ status: true, message: 'ok', data })).settlementStatus(
      TOKEN,
      'A',
    )
    expect(answer.result.ok).toBe(true)
    expect(JSON.stringify(answer)).not.toContain(TOKEN)
    expect(JSON.stringify(answer)).toContain('[hidden]')
  },
)

test('a short secret within what is compared or sent back leaves it as the bank wrote it, and is hidden in words', async () => {
  const exact = {
    transactionId: 'A-0123-B',
    terminalId: '2TLS0001',
    providerRefId: 'TLS0-9',
    amount: '10123.25',
    amountSettled: '10123.15',
    timeReceived: '2026-11-20T09:01:23',
    datePaid: '2026-11-20T09:01:23',
    providerAccountNumber: '5550123999',
  }
  const data = { ...record, ...exact, reason: 'keys TLS0 and 0123', responseMessage: 'TLS0' }
  const api = answering(JSON.stringify({ status: true, message: 'for 0123', data }))
  await api.login({ clientId: 'client-1', secretKey: '0123', loginToken: 'TLS0' })
  const { result } = await api.settlementStatus(TOKEN, 'A-0123-B')
  const { providerRefId, providerAccountNumber, ...same } = exact
  expect(result).toMatchObject({
    ok: true,
    value: {
      ...same,
      serviceReference: providerRefId,
      accountNumber: providerAccountNumber,
      reason: 'keys [hidden] and [hidden]',
      responseMessage: '[hidden]',
    },
  })
})

test('a token that is a key, even twice, is hidden', async () => {
  const twice = `{"status":true,"message":"ok","${TOKEN}":1,"${TOKEN}":2,"data":null}`
  const answer = await answering(twice).logTransaction(TOKEN, sale)
  expect(answer.result.ok).toBe(false)
  expect(JSON.stringify(answer)).not.toContain(TOKEN)
})

/** A secret with characters that encodings change: quotes, slashes, spaces, letters of two and of four bytes. */
const SECRET = 'p/q"r\\s t+ü=😀-secret-key'
const bytes = Buffer.from(SECRET)
const everyByte = (write: (byte: number) => string): string => [...bytes].map(write).join('')
const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')
const everyUnit = (prefix: string): string =>
  Array.from({ length: SECRET.length }, (_, at) => prefix + hex(SECRET.charCodeAt(at), 4)).join('')

/** Forms of a secret within a text, decoded once by JSON or not at all. */
const encodings: readonly (readonly [string, string])[] = [
  ['as it is', SECRET],
  ['percent-encoded', encodeURIComponent(SECRET)],
  [
    'percent-encoded in lower case',
    encodeURIComponent(SECRET).replaceAll(/%../gu, (part) => part.toLowerCase()),
  ],
  ['percent-encoded byte for byte', everyByte((byte) => `%${hex(byte, 2)}`)],
  ['as a form has it', encodeURIComponent(SECRET).replaceAll('%20', '+')],
  ['percent-encoded twice', encodeURIComponent(encodeURIComponent(SECRET))],
  ['in base64', bytes.toString('base64')],
  ['in base64 without its end', bytes.toString('base64').replaceAll('=', '')],
  ['in url-safe base64', bytes.toString('base64url')],
  ['in base64 and percent-encoded', encodeURIComponent(bytes.toString('base64'))],
  ['in base64 with a name before it', Buffer.from(`client-1:${SECRET}`).toString('base64')],
  ['in base64 with another name before it', Buffer.from(`client-12:${SECRET}`).toString('base64')],
  ['in base64 with a third name before it', Buffer.from(`client-123:${SECRET};x`).toString('base64url')],
  ['in hex', bytes.toString('hex')],
  ['in hex in capital letters', bytes.toString('hex').toUpperCase()],
  ['in hex, each byte apart', [...bytes].map((byte) => hex(byte, 2)).join(' ')],
  ['in hex with colons', [...bytes].map((byte) => hex(byte, 2).toUpperCase()).join(':')],
  ['in hex as a program writes it', [...bytes].map((byte) => hex(byte, 2)).join(', 0x')],
  ['as text of a JSON', JSON.stringify(SECRET).slice(1, -1)],
  ['as text of a JSON with its slash escaped', JSON.stringify(SECRET).slice(1, -1).replaceAll('/', '\\/')],
  ['as escaped text of a JSON', everyUnit('\\u')],
]

/** The parts of the secret that a text holds, in any of the encodings. */
function leaks(text: string): readonly string[] {
  return encodings
    .flatMap(([, form]) => [form, JSON.stringify(form).slice(1, -1)])
    .filter((form) => text.includes(form))
}

const login = { clientId: 'client-1', secretKey: SECRET, loginToken: '' }

test.each(encodings)('a secret key that login repeats %s is hidden', async (_name, form) => {
  const said = JSON.stringify({ isSuccessful: false, message: `Wrong: ${form}!`, data: null })
  for (const status of [200, 401]) {
    const answer = await answering(said, status).login(login)
    expect(leaks(JSON.stringify(answer))).toEqual([])
    expect(JSON.stringify(answer.result)).toMatch(/"message":"Wrong: \[hidden\]=*!"/u)
  }
})

test.each(encodings)(
  'a secret key of an earlier login, repeated %s in any answer, is hidden',
  async (_name, form) => {
    const api = answering(
      JSON.stringify({
        status: true,
        message: `for ${form}!`,
        data: { ...record, reason: `(${form})`, [form]: 1 },
      }),
    )
    await api.login(login)
    const answer = await api.settlementStatus(TOKEN, 'A')
    expect(answer.result).toMatchObject({ ok: true })
    expect(leaks(JSON.stringify(answer))).toEqual([])
    expect(answer.evidence.bodyExcerpt).toContain('[hidden]')
  },
)

test('a secret key in hex within longer hex, at either alignment, is hidden, and other hex stays', async () => {
  const coded = bytes.toString('hex')
  for (const around of ['00ff', '0', 'a1b']) {
    const reason = `id 20261124 ${around}${coded}beef at`
    const said = { status: true, message: '', data: { ...record, reason } }
    const api = answering(JSON.stringify(said))
    await api.login(login)
    const { result } = await api.settlementStatus(TOKEN, 'A')
    expect(JSON.stringify(result)).toMatch(/id 20261124 [0-9a-f]*\[hidden\]beef at/u)
    expect(JSON.stringify(result)).not.toContain(coded)
  }
})

test('a token that the raw body repeats escaped or encoded is in no excerpt', async () => {
  const units = Array.from({ length: TOKEN.length }, (_, at) => TOKEN.charCodeAt(at))
  const forms = [
    units.map((unit) => `\\u${hex(unit, 4)}`).join(''),
    Buffer.from(TOKEN).toString('base64'),
    units.map((unit) => `%${hex(unit, 2)}`).join(''),
  ]
  for (const form of forms) {
    const body = `{"status":false,"message":"Wrong: ${form}","data":null,"more":"after"}`
    const { result, evidence } = await answering(body).logTransaction(TOKEN, sale)
    expect(result).toMatchObject({
      error: { kind: 'declined', message: expect.stringContaining('[hidden]') as unknown },
    })
    expect(evidence.bodyExcerpt).toMatch(
      /^\{"status":false,"message":"Wrong: \[hidden\]=*","data":null,"more":"after"\}$/u,
    )
  }
})

test('text that is not secret stays byte for byte, escapes included', async () => {
  const body = '{"status":false,"message":"100% of \\u00fc \\"x\\" %20 %zz \\\\u0041 YWJj","data":null}'
  const { result, evidence } = await answering(body).logTransaction(TOKEN, sale)
  expect(result).toMatchObject({ error: { message: '100% of ü "x" %20 %zz \\u0041 YWJj' } })
  expect(evidence.bodyExcerpt).toBe(body)
})

test('a megabyte full of escapes is searched without a noticeable delay', async () => {
  const api = answering(`{"status":false,"message":"m","data":null,"x":"${'\\u0041%41'.repeat(100_000)}"}`)
  // This thread's own processor time, so that a busy machine does not matter.
  const before = process.threadCpuUsage()
  await api.logTransaction(TOKEN, sale)
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(2_000)
})
