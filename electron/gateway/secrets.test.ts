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

function answering(body: string) {
  const outcome: WireOutcome = {
    kind: 'response',
    status: 200,
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
  'a token that the service repeats in %s of a record goes no further',
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

test('a token that stands as a key, even twice, goes no further', async () => {
  const twice = `{"status":true,"message":"ok","${TOKEN}":1,"${TOKEN}":2,"data":null}`
  const answer = await answering(twice).logTransaction(TOKEN, {
    amountWire: '1.00',
    transactionId: 'A',
    terminalId: 'T',
  })
  expect(answer.result.ok).toBe(false)
  expect(JSON.stringify(answer)).not.toContain(TOKEN)
})
