import { expect, test } from 'vitest'
import type { BankHabits } from './options.ts'
import { openTestBank, rowsOf, TODAY, YESTERDAY } from './testing/bankClient.ts'

test.each([
  ['status401', 401, 'The access token is missing, wrong or expired'],
  ['status403', 403, 'The access token is missing, wrong or expired'],
  ['declined', 200, '{"status":false,"message":"Token expired","data":null}'],
  ['isSuccessfulFalse', 200, '{"isSuccessful":false,"message":"Token expired","data":null}'],
  ['htmlPage', 200, '<!doctype html>'],
] as const)(
  'an expired token is reported as %s, until the next sign-in',
  async (expiredToken, status, text) => {
    const { bank, client } = await openTestBank({ options: { expiredToken } })
    bank.expireTokens()
    for (const answered of [await client.terminals(), await client.status('S1'), await client.log('S1')]) {
      expect(answered.status).toBe(status)
      expect(answered.text).toContain(text)
    }
    expect(bank.commits()).toEqual([])
    await client.login()
    expect((await client.log('S1')).json['status']).toBe(true)
  },
)

test('a fault ends every token at once and reports it in its own way', async () => {
  const { bank, client } = await openTestBank()
  bank.faults.add({ on: 'settlementStatus', fault: { kind: 'tokenExpired', saidAs: 'declined' } })
  expect((await client.status('S1')).json).toMatchObject({ status: false, message: 'Token expired' })
  expect((await client.status('S1')).status).toBe(401)
  await client.login()
  expect((await client.status('S1')).json['message']).toBe('Transaction not found')
})

test('a token that expires during a sale settles nothing', async () => {
  const { bank, client } = await openTestBank()
  bank.faults.add({ on: 'logTransaction', fault: { kind: 'tokenExpired', saidAs: 'htmlPage' } })
  expect((await client.log('S1')).headers['content-type']).toContain('text/html')
  expect(bank.commits()).toEqual([])
})

test('an excluded last day hides the whole of a one-day search, as a habit and as a fault', async () => {
  const { bank, client } = await openTestBank({ options: { dateToIncluded: false } })
  expect(rowsOf(await client.search(YESTERDAY, 1, 1_000))).toEqual([])
  expect(rowsOf(await client.search(YESTERDAY, 1, 1_000, { dateTo: TODAY }))).toHaveLength(128)
  bank.changeOptions({ dateToIncluded: true })
  bank.faults.add({ on: 'searchTransactions', fault: { kind: 'habits', habits: { dateToIncluded: false } } })
  expect(rowsOf(await client.search(YESTERDAY, 1, 1_000))).toEqual([])
  expect(rowsOf(await client.search(YESTERDAY, 1, 1_000))).toHaveLength(128)
})

test.each([
  ['capitalised', ['Status', 'Message', 'Data', 'TotalCount', 'HasNextPage', 'CurrentPage']],
  ['upperCase', ['STATUS', 'MESSAGE', 'DATA', 'TOTALCOUNT', 'HASNEXTPAGE', 'CURRENTPAGE']],
  [
    'twoSpellings',
    ['status', 'message', 'data', 'totalCount', 'hasNextPage', 'currentPage', 'Status', 'Message', 'Data'],
  ],
] as const)('envelope keys are sent %s and the fields of a row as usual', async (envelopeKeys, keys) => {
  const { bank, client } = await openTestBank()
  bank.changeOptions({ envelopeKeys })
  const answered = await client.terminals(1, 2)
  expect(Object.keys(answered.json).slice(0, keys.length)).toEqual(keys)
  expect(answered.text).toContain('"terminalId":"2TLS0001"')
  expect(answered.text).toContain('"feePercentage":0.50')
  bank.faults.add({ on: 'any', fault: { kind: 'declined', message: 'no', committed: false } })
  expect(Object.keys((await client.log('S1')).json)).toContain(keys[0])
  expect(bank.commits()).toEqual([])
})

test('login has its own key in that case, too', async () => {
  const { bank, client } = await openTestBank()
  bank.changeOptions({ envelopeKeys: 'capitalised' })
  const body = { clientID: 'practice', secretKey: 'practice-secret-key' }
  const answered = await client.call({ path: '/api/Auth/authenticate', body, token: null })
  expect(Object.keys(answered.json)).toEqual(['IsSuccessful', 'Message', 'Data'])
})

test('flags and counts of the envelope are sent as text, those of a record as usual', async () => {
  const { bank, client } = await openTestBank()
  bank.faults.add({ on: 'any', times: 2, fault: { kind: 'habits', habits: { textValues: true } } })
  expect((await client.search(YESTERDAY, 1, 1_000)).json).toMatchObject({
    status: 'true',
    totalCount: '128',
    hasNextPage: 'false',
    currentPage: '1',
    data: expect.arrayContaining([expect.objectContaining({ isPaid: true })]) as unknown,
  })
  expect((await client.status('nowhere')).json).toEqual({
    status: 'false',
    message: 'Transaction not found',
    data: null,
  })
  expect((await client.status('nowhere')).json['status']).toBe(false)
})

test.each(['traced', 'tracedMessage'] as const)(
  'a not-found that is %s differs each time, and only in that',
  async (notFoundSays) => {
    const { client } = await openTestBank({ options: { notFoundSays } })
    const [first, second] = [await client.status('nowhere'), await client.status('nowhere')]
    const traceOf = (text: string) => /[0-9a-f]{32}/u.exec(text)?.[0]
    expect(traceOf(first.text)).not.toBe(traceOf(second.text))
    const still = (text: string) =>
      text.replaceAll(/[0-9a-f]{32}/gu, 'TRACE').replaceAll(/2026-11-20T11:00:00\.[0-9]{7}/gu, 'TIME')
    expect(still(first.text)).toBe(still(second.text))
    expect(still(first.text)).toMatch(/TRACE.*TIME/u)
    expect(first.json).toMatchObject({ status: false, data: null })
  },
)

test('a not-found can name the requested reference', async () => {
  const { client } = await openTestBank({ options: { notFoundSays: 'reference', notFound: 'status404' } })
  const answered = await client.status('S-77')
  expect([answered.status, answered.json['message']]).toEqual([404, 'Transaction S-77 not found'])
})

test('every habit can apply to one answer alone', async () => {
  const { bank, client } = await openTestBank()
  const habits: Partial<BankHabits> = { notFound: 'nullData', notFoundSays: 'reference' }
  bank.faults.add({ on: 'any', fault: { kind: 'habits', habits } })
  expect((await client.status('S-1')).json).toEqual({
    status: true,
    message: 'Transaction S-1 not found',
    data: null,
  })
  expect((await client.status('S-1')).json['status']).toBe(false)
})
