import { expect, test } from 'vitest'
import type { Fault } from './faults.ts'
import { oddReads } from './wire/oddReads.ts'
import { openTestBank, rowsOf, TODAY } from './testing/bankClient.ts'

/** The answer of settlement status about an existing sale, under one fault. */
async function answerAbout(transactionId: string, fault: Fault) {
  const { bank, client, clock } = await openTestBank()
  await client.log('S1')
  await client.log('S2', '75')
  clock.pass(2_000)
  const honest = await client.status(transactionId)
  bank.faults.add({ on: 'settlementStatus', fault })
  return { honest, odd: await client.status(transactionId), client, bank }
}

test.each([
  ['amountAsText', '"amount":"1500.50"'],
  ['hugeId', '"id":9007199254740993,'],
  ['responseCodeZero', '"responseCode":0,'],
] as const)('a record with %s, and nothing else is odd', async (as, text) => {
  const { honest, odd, client } = await answerAbout('S1', { kind: 'oddRead', as })
  expect(odd.text).toContain(text)
  expect(honest.text).not.toContain(text)
  const keys = (answered: typeof odd) => Object.keys(answered.json['data'] as object)
  expect(keys(odd)).toEqual(keys(honest))
  expect((await client.status('S1')).text).toBe(honest.text)
})

test('a record without the key of the reason', async () => {
  const { honest, odd } = await answerAbout('S1', { kind: 'oddRead', as: 'noReason' })
  const { reason, ...rest } = honest.json['data'] as Record<string, unknown>
  expect([reason, odd.json['data']]).toEqual([null, rest])
})

test.each(['S1', 'nowhere'])('asked for %s, the bank answers with another reference', async (asked) => {
  const { odd } = await answerAbout(asked, { kind: 'oddRead', as: 'anotherRecord' })
  expect(odd.json).toMatchObject({ status: true, data: { transactionId: 'S2', amount: 75 } })
})

test('a page of a gateway, and a yes under another status', async () => {
  const page = { kind: 'httpStatus', status: 404, committed: false, retryAfter: null } as const
  const { odd } = await answerAbout('S1', { ...page, body: 'gatewayPage' })
  expect([odd.status, odd.text.includes('404 Not Found')]).toEqual([404, true])
  const other = await answerAbout('S1', { kind: 'otherStatus', status: 206, committed: false })
  expect([other.odd.status, other.odd.json]).toEqual([206, other.honest.json])
})

test.each([true, false])('a yes to a sale under status 206, committed: %s', async (committed) => {
  const { bank, client } = await openTestBank()
  bank.faults.add({ on: 'logTransaction', fault: { kind: 'otherStatus', status: 206, committed } })
  expect(await client.log('S1')).toMatchObject({ status: 206, json: { status: true, data: null } })
  expect(bank.settlementCount('S1')).toBe(committed ? 1 : 0)
})

test('an odd read strikes every row of a list', async () => {
  const { bank, client } = await openTestBank()
  bank.faults.add({ on: 'searchTransactions', fault: { kind: 'oddRead', as: 'amountAsText' } })
  const kinds = new Set(rowsOf(await client.search(TODAY, 1)).map(({ amount }) => typeof amount))
  expect([...kinds]).toEqual(['string'])
})

test('one terminal has no serial number, or its merchant a second record', async () => {
  const { bank, client } = await openTestBank()
  bank.faults.add(
    { on: 'retrieveTerminals', fault: { kind: 'oddRead', as: 'nullSerialNumber' } },
    { on: 'retrieveTerminals', fault: { kind: 'oddRead', as: 'secondMerchantRecord' } },
  )
  const serials = rowsOf(await client.terminals()).map(({ serialNumber }) => serialNumber)
  expect(serials.filter((serial) => serial === null)).toHaveLength(1)
  const records = rowsOf(await client.terminals())
    .filter(({ merchantId }) => merchantId === '2044LAPR0000017')
    .map(({ providerMerchantId }) => providerMerchantId)
  expect(new Set(records).size).toBe(2)
})

test('login answers with a token of 900 KB', async () => {
  const { bank, client } = await openTestBank()
  bank.faults.add({ on: 'login', fault: { kind: 'hugeToken', bytes: 900_000 } })
  expect((await client.login()).length).toBe(900_000)
  expect((await client.login()).length).toBeLessThan(100)
})

test.each([
  ['plain', 'practice-secret-key'],
  ['urlEncoded', '%70%72%61%63%74%69%63%65%2d'],
  ['base64', Buffer.from('practice-secret-key').toString('base64')],
  ['base64url', Buffer.from('practice-secret-key').toString('base64url')],
  ['jsonEscaped', String.raw`\u0070\u0072`],
] as const)('login is refused with the secret key repeated %s', async (encoding, text) => {
  const { bank, client } = await openTestBank()
  bank.faults.add({ on: 'login', fault: { kind: 'echo', encoding } })
  const body = { clientID: 'practice', secretKey: 'practice-secret-key' }
  const answered = await client.call({ path: '/api/Auth/authenticate', body, token: null })
  expect(answered.text).toContain(text)
  expect(answered.json['isSuccessful']).toBe(false)
})

test('another call is refused with its token repeated', async () => {
  const { bank, client } = await openTestBank()
  const token = await client.login()
  bank.faults.add({ on: 'any', fault: { kind: 'echo', encoding: 'base64' } })
  expect((await client.log('S1')).text).toContain(Buffer.from(token).toString('base64'))
  expect(bank.commits()).toEqual([])
})

test('no odd read changes the books', async () => {
  const { bank, client } = await openTestBank()
  const before = JSON.stringify(bank.snapshot())
  for (const as of oddReads) {
    bank.faults.add({ on: 'any', times: 3, fault: { kind: 'oddRead', as } })
    await client.status('S1')
    await client.search(TODAY, 1)
    await client.terminals()
  }
  expect(JSON.stringify(bank.snapshot())).toBe(before)
})
