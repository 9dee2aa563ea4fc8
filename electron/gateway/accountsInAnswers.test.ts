import { expect, test } from 'vitest'
import type { Answer, SettlementApi } from './answer.ts'
import { createBusinessApi } from './businessApi.ts'
import { createSettlementApi } from './settlementApi.ts'
import type { WireOutcome } from './wire.ts'

/** No call of these tests sends this number, so the gateway can recognise it only by its form. */
const FORMS = ['0123456789', '0123 456 789', '0123-456-789', '01234\u00a056789'] as const
/** The masked form: the last four digits and the separators stay. */
const shown = (form: string): string => form.replace(/[0-9](?=(?:[^0-9]*[0-9]){4})/gu, '*')
const TOKEN = 'tOkEn-0f3a9c'
const clock = { wallNowMs: () => 0, monotonicNowMs: () => 0 }

function answering(body: string, status = 200) {
  const outcome: WireOutcome = {
    kind: 'response',
    status,
    headers: { 'content-type': 'application/json' },
    body,
    elapsedMs: 1,
  }
  const transport = () => Promise.resolve(outcome)
  return {
    settlement: createSettlementApi({
      transport,
      clock,
      baseUrl: 'https://bank.invalid',
      fieldPrefix: 'provider',
      getParameters: 'query',
      timeoutMs: 1_000,
    }),
    business: createBusinessApi({
      transport,
      clock,
      enquiry: {
        address: 'https://bank.invalid/v2.1',
        serviceType: 'X',
        bankCode: '000999',
        nameKeys: ['accountName'],
        successKeys: ['status'],
        successCodes: [],
        useSettlementToken: false,
      },
      timeoutMs: 1_000,
    }),
  }
}

const page = { pageSize: 1, pageNumber: 1 }
const terminal = {
  terminalId: '2TLS000000',
  merchantId: 'M1',
  accountNumber: '9999988888',
  serialNumber: '5554443332',
  isReceivingPayment: true,
  isActive: true,
}
const edited = {
  ...terminal,
  recordId: '1',
  merchantRecordId: '2',
  accountName: 'ADA',
  feePercentageSource: '0.5',
  dateCreated: '2026-11-20T09:00:00',
}

type Api = ReturnType<typeof answering>
const settlement =
  (ask: (api: SettlementApi, reference: string) => Promise<Answer<unknown>>) =>
  ({ settlement: api }: Api, reference: string) =>
    ask(api, reference)

/** Every call, with a number of ten digits that it sends and that is not an account number. */
const calls: Readonly<Record<string, (api: Api, reference: string) => Promise<Answer<unknown>>>> = {
  login: settlement((api, reference) =>
    api.login({ clientId: reference, secretKey: 'sEcReT', loginToken: '' }),
  ),
  createTerminal: settlement((api, reference) =>
    api.createTerminal(TOKEN, { ...terminal, serialNumber: reference }),
  ),
  editTerminal: settlement((api, reference) =>
    api.editTerminal(TOKEN, { ...edited, serialNumber: reference }),
  ),
  retrieveTerminals: settlement((api) => api.retrieveTerminals(TOKEN, page)),
  settlementStatus: settlement((api, reference) => api.settlementStatus(TOKEN, reference)),
  logTransaction: settlement((api, reference) =>
    api.logTransaction(TOKEN, { amountWire: '1.00', transactionId: reference, terminalId: 'T' }),
  ),
  searchTransactions: settlement((api, reference) =>
    api.searchTransactions(TOKEN, {
      ...page,
      terminalId: reference,
      dateFrom: '2026-11-20',
      dateTo: '2026-11-21',
    }),
  ),
  enquireName: ({ business }, reference) =>
    business.enquireName({ token: TOKEN, requestRef: reference, accountNumber: terminal.accountNumber }),
}

const flagOf = (name: string): string => (name === 'login' ? 'isSuccessful' : 'status')
const saying = (name: string, isYes: boolean, message: string, data: unknown = null): string =>
  JSON.stringify({ [flagOf(name)]: isYes, message, data })

test.for(Object.keys(calls).flatMap((name) => FORMS.map((form) => [name, form] as const)))(
  '%s: an account number that the bank quotes as %j is in no message, path or evidence',
  async ([name, form]) => {
    const call = calls[name]
    if (call === undefined) throw new Error('no such call')
    const said = `Account ${form} is closed`
    const answers = [
      await call(answering(saying(name, false, said)), 'R'),
      await call(answering(saying(name, false, said), 409), 'R'),
      await call(answering(saying(name, true, said, { id: 7, auth_token: 'new', accountName: 'ADA' })), 'R'),
      await call(answering(saying(name, true, said)), 'R'),
      await call(answering(`{"status":true,"message":"m","${form}":1,"${form}":2,"data":null}`), 'R'),
    ]
    const error = { kind: 'declined', message: `Account ${shown(form)} is closed` }
    expect(answers[0]?.result).toMatchObject({ error })
    // The shape of a look-up is not checked: it stays in memory, only to be compared.
    for (const { result, evidence } of answers)
      expect(JSON.stringify({ result, evidence })).not.toContain('0123')
  },
)

test.for(Object.keys(calls).filter((name) => name !== 'retrieveTerminals'))(
  '%s: a number of ten digits that was sent and is not an account number stays readable in the answer',
  async (name) => {
    const said = 'Number 1234567890 is known'
    const answer = await calls[name]?.(answering(saying(name, false, said)), '1234567890')
    expect(answer?.result).toMatchObject({ error: { kind: 'declined', message: said } })
    if (name !== 'login') expect(answer?.evidence.bodyExcerpt).toContain(said)
  },
)
