import { expect, test } from 'vitest'
import { openTestBank, rowsOf, TODAY, YESTERDAY } from '../testing/bankClient.ts'

test('a logged sale is accepted, then visible, then paid minus its fee', async () => {
  const { client, clock } = await openTestBank()
  const answered = await client.log('S1', '1500.50')
  expect(answered.json).toEqual({ status: true, message: 'Transaction logged successfully', data: null })
  expect((await client.status('S1')).json['data']).toBeNull()
  clock.pass(1_000)
  const unpaid = await client.status('S1')
  expect(unpaid.text).toContain('"amount":1500.50,"amountSettled":1493.00,"feePercentage":0.50,')
  expect(unpaid.json['data']).toEqual({
    id: expect.any(Number) as number,
    providerTerminalId: 301,
    terminalId: '2TLS0001',
    providerAccountNumber: expect.stringMatching(/^[0-9]{10}$/u) as string,
    amount: 1500.5,
    amountSettled: 1493,
    feePercentage: 0.5,
    isPaid: false,
    datePaid: '0001-01-01T00:00:00',
    transactionId: 'S1',
    providerRefId: expect.stringMatching(/^PB[0-9]{18}$/u) as string,
    reason: null,
    timeReceived: expect.stringMatching(/^2026-11-20T11:00:00\.000\d{4}$/u) as string,
    responseCode: null,
    responseMessage: null,
  })
  clock.pass(14_000)
  expect((await client.status('S1')).json['data']).toMatchObject({
    isPaid: true,
    datePaid: expect.stringMatching(/^2026-11-20T11:00:15\.000\d{4}$/u) as string,
  })
})

test('the same sale sent twice settles twice', async () => {
  const { client, bank } = await openTestBank()
  await client.log('S1')
  await client.log('S1')
  expect(bank.settlementCount('S1')).toBe(2)
})

test.each([['0'], ['-5'], ['1e6'], ['1,500'], ['1500.555'], ['٥']])(
  'the amount %s is refused and settles nothing',
  async (amount) => {
    const { client, bank } = await openTestBank()
    expect((await client.log('S1', amount)).status).toBe(400)
    expect(bank.commits()).toEqual([])
  },
)

test.each([
  ['2TLS0005', 'The terminal is not active'],
  ['2TLS9999', 'The terminal was not found'],
])('a sale on %s is declined and settles nothing', async (terminalId, message) => {
  const { client, bank } = await openTestBank()
  const answered = await client.log('S1', '10', terminalId)
  expect([answered.status, answered.json]).toEqual([200, { status: false, message, data: null }])
  expect(bank.commits()).toEqual([])
})

test.each([
  ['declined', 200, false],
  ['status404', 404, false],
  ['nullData', 200, true],
] as const)('an unknown reference as %s', async (notFound, httpStatus, status) => {
  const { client } = await openTestBank({ options: { notFound } })
  const answered = await client.status('nowhere')
  expect([answered.status, answered.json]).toEqual([
    httpStatus,
    { status, message: 'Transaction not found', data: null },
  ])
})

test('a market day is read over two pages, every record once', async () => {
  const { client } = await openTestBank()
  const first = await client.search(YESTERDAY, 1)
  const second = await client.search(YESTERDAY, 2)
  expect(first.json).toMatchObject({ totalCount: 128, hasNextPage: true, currentPage: 1 })
  expect(second.json).toMatchObject({ totalCount: 128, hasNextPage: false, currentPage: 2 })
  const ids = [...rowsOf(first), ...rowsOf(second)].map((row) => row['id'])
  expect(new Set(ids).size).toBe(128)
})

test('a search holds only its terminal and its days, both ends included by default', async () => {
  const { client, bank } = await openTestBank()
  const both = await client.search(YESTERDAY, 1, 1_000, { dateTo: TODAY })
  const days = new Set(rowsOf(both).map((row) => String(row['timeReceived']).slice(0, 10)))
  expect([...days].toSorted()).toEqual([YESTERDAY, TODAY])
  expect(new Set(rowsOf(both).map((row) => row['terminalId']))).toEqual(new Set(['2TLS0001']))
  bank.changeOptions({ dateToIncluded: false })
  expect((await client.search(YESTERDAY, 1, 1_000, { dateTo: TODAY })).json['totalCount']).toBe(128)
})

test('the order of a search is an option', async () => {
  const { client, bank } = await openTestBank()
  const newest = rowsOf(await client.search(YESTERDAY, 1, 1_000)).map((row) => row['id'])
  bank.changeOptions({ recordOrder: 'oldestFirst' })
  expect(rowsOf(await client.search(YESTERDAY, 1, 1_000)).map((row) => row['id'])).toEqual(
    newest.toReversed(),
  )
})

test('an empty list is an empty array or null with a count of 0', async () => {
  const { client, bank } = await openTestBank()
  const envelope = { status: true, message: 'Successful', totalCount: 0, hasNextPage: false, currentPage: 1 }
  expect((await client.search('2020-01-01', 1)).json).toEqual({ ...envelope, data: [] })
  bank.changeOptions({ emptyList: 'nullData' })
  expect((await client.search('2020-01-01', 1)).json).toEqual({ ...envelope, data: null })
})

test.each([
  { dateFrom: '20-11-2026' },
  { dateFrom: '2026-02-30' },
  { dateTo: '2026-11-20T00:00:00' },
  { dateFrom: '2026-11-21' },
])('a search with %j is refused', async (more) => {
  const { client } = await openTestBank()
  expect((await client.search(TODAY, 1, 10, more)).status).toBe(400)
})

test('a search of an unknown terminal is declined', async () => {
  const { client } = await openTestBank()
  const answered = await client.search(TODAY, 1, 10, { terminalId: 'nowhere' })
  expect(answered.json).toEqual({ status: false, message: 'The terminal was not found', data: null })
})
