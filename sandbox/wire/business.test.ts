import { expect, test } from 'vitest'
import { PRACTICE_BANK_CODE, PRACTICE_BUSINESS_TOKEN } from '../options.ts'
import { openTestBank, type CallParts } from '../testing/bankClient.ts'

async function openEnquiry() {
  const opened = await openTestBank()
  const data = {
    BeneficiaryAccountNumber: opened.bank.terminals()[0]?.accountNumber ?? '',
    BeneficiaryBankCode: PRACTICE_BANK_CODE,
  }
  const envelope = { serviceType: 'NAME_ENQUIRY', requestRef: 'R1', data }
  const send = (body: unknown, more: Partial<CallParts> = {}) =>
    opened.client.call({
      path: '/v2.1',
      body,
      token: PRACTICE_BUSINESS_TOKEN,
      headers: { 'content-type': 'application/JSON' },
      ...more,
    })
  return { ...opened, data, envelope, send }
}

test('the enquiry returns the account’s name, with data keys in any case', async () => {
  const { envelope, data, send, bank } = await openEnquiry()
  const yes = { status: true, data: { accountName: 'Adébáyọ̀ & Ọmọ Provisions Store' } }
  expect((await send(envelope)).json).toMatchObject(yes)
  const lower = Object.fromEntries(Object.entries(data).map(([key, value]) => [key.toLowerCase(), value]))
  expect((await send({ ...envelope, requestRef: 'R2', data: lower })).json).toMatchObject(yes)
  bank.changeOptions({ enquiryNameKey: 'beneficiaryName' })
  expect((await send({ ...envelope, requestRef: 'R3' })).json['data']).toHaveProperty('beneficiaryName')
})

test('a request reference works once, for ever', async () => {
  const { envelope, send, bank } = await openEnquiry()
  await send(envelope)
  bank.restore(bank.snapshot())
  expect(await send(envelope)).toMatchObject({ status: 400, json: { message: 'requestRef was used before' } })
})

test.each(['application/json', 'application/JSON; charset=utf-8', 'text/plain', ''])(
  'the content type %j is refused: the document writes application/JSON',
  async (type) => {
    const { envelope, send } = await openEnquiry()
    expect((await send(envelope, { headers: { 'content-type': type } })).status).toBe(415)
  },
)

test.each([
  { serviceType: 'name_enquiry' },
  { serviceType: 'Name_ENQUIRY' },
  { serviceType: 7 },
  { requestRef: '' },
  { requestRef: undefined },
  { data: [] },
  { data: null },
  { extra: 1 },
  { data: { BeneficiaryAccountNumber: '1', beneficiaryaccountnumber: '1', BeneficiaryBankCode: '1' } },
  { data: { BeneficiaryAccountNumber: 1, BeneficiaryBankCode: '1' } },
  { data: { BeneficiaryAcountNumber: '1', BeneficiaryBankCode: '1' } },
  { data: { BeneficiaryAccountNumber: '1', BeneficiaryBankCode: '1', Other: '1' } },
])('an envelope with %j is refused', async (change) => {
  const { envelope, send } = await openEnquiry()
  expect((await send({ ...envelope, ...change })).status).toBe(400)
})

test.each([
  [{ serviceType: 'BALANCE' }, 'The service type is not known'],
  [
    { data: { BeneficiaryAccountNumber: '0', BeneficiaryBankCode: PRACTICE_BANK_CODE } },
    'The account number was not found',
  ],
  [{ data: { BeneficiaryAccountNumber: '0', BeneficiaryBankCode: '044' } }, 'The bank code is not known'],
])('an enquiry with %j is declined', async (change, message) => {
  const { envelope, send } = await openEnquiry()
  expect((await send({ ...envelope, ...change })).json).toEqual({ status: false, message, data: null })
})

test('which token opens the Business API is an option', async () => {
  const { envelope, send, bank, client } = await openEnquiry()
  const settlementToken = await client.login()
  const tried = async (requestRef: string) => [
    (await send({ ...envelope, requestRef: `${requestRef}a` })).status,
    (await send({ ...envelope, requestRef: `${requestRef}b` }, { token: settlementToken })).status,
    (await send({ ...envelope, requestRef: `${requestRef}c` }, { token: null })).status,
  ]
  expect(await tried('1')).toEqual([200, 200, 401])
  bank.changeOptions({ businessAccess: 'ownToken' })
  expect(await tried('2')).toEqual([200, 401, 401])
  bank.changeOptions({ businessAccess: 'settlementToken' })
  expect(await tried('3')).toEqual([401, 200, 401])
  expect(
    (
      await client.call({
        method: 'GET',
        path: '/RetrieveMerchantTerminals',
        query: { pageSize: '1', pageNumber: '1' },
        token: PRACTICE_BUSINESS_TOKEN,
      })
    ).status,
  ).toBe(401)
})
