import { expect, test } from 'vitest'
import { createPracticeBank } from './bank.ts'
import { bankClient, NOON_MS, openTestBank, testClock } from './testing/bankClient.ts'

test('two banks of one seed answer the same to the same calls', async () => {
  const answersOf = async (seed: number) => {
    const { client, bank } = await openTestBank({ seed })
    const first = await client.login()
    await client.log('S1')
    return [first, (await client.terminals()).text, bank.records(), bank.snapshot()]
  }
  expect(await answersOf(4)).toEqual(await answersOf(4))
  expect(await answersOf(4)).not.toEqual(await answersOf(5))
})

test('a restored bank still knows its sales, also future ones, and continues to settle', async () => {
  const { bank, client, clock } = await openTestBank()
  await client.log('S1')
  bank.faults.add({ on: 'logTransaction', fault: { kind: 'lateCommit', commitAfterMs: 10_000 } })
  await client.logOutcome('S2')
  const snapshot: unknown = JSON.parse(JSON.stringify(bank.snapshot()))
  const later = createPracticeBank({ seed: 99, clock, snapshot })
  expect(later.commits()).toEqual(bank.commits())
  expect(later.records()).toEqual(bank.records())
  clock.pass(20_000)
  const again = bankClient(later.transport)
  await again.login()
  expect((await again.status('S1')).json['data']).toMatchObject({ isPaid: true })
  expect((await again.status('S2')).json['data']).toMatchObject({ transactionId: 'S2' })
  await again.log('S1')
  expect(later.settlementCount('S1')).toBe(2)
  expect(new Set(later.records().map(({ recordId }) => recordId)).size).toBe(later.records().length)
})

test('a token does not survive in a snapshot', async () => {
  const { bank, client, clock } = await openTestBank()
  const token = await client.login()
  expect(JSON.stringify(bank.snapshot())).not.toContain(token)
  const later = createPracticeBank({ seed: 1, clock, snapshot: bank.snapshot() })
  const reply = await bankClient(later.transport).call({
    method: 'GET',
    path: '/RetrieveMerchantTerminals',
    query: { pageSize: '1', pageNumber: '1' },
    token,
  })
  expect(reply.status).toBe(401)
})

test('an invalid snapshot gives a fresh seed', async () => {
  const { bank, client } = await openTestBank()
  await client.log('S1')
  const good = bank.snapshot() as { version: number; books: Record<string, unknown> }
  const wrongs = [
    null,
    'x',
    {},
    [],
    { ...good, version: 2 },
    { ...good, books: { ...good.books, records: [{}] } },
    { ...good, books: { ...good.books, extra: 1 } },
  ]
  for (const snapshot of wrongs) {
    const fresh = createPracticeBank({ seed: 1, clock: testClock(), snapshot })
    expect([fresh.commits().length, fresh.terminals().length]).toEqual([0, 12])
  }
  expect(bank.restore({})).toBe(false)
  expect(bank.commits()).toEqual([])
  expect(bank.restore(good)).toBe(true)
  expect(bank.settlementCount('S1')).toBe(1)
})

test('every change of the ledger is reported, before the answer, and a read is not', async () => {
  const told: number[] = []
  const { bank, client } = await openTestBank({ onChange: () => told.push(bank.commits().length) })
  await client.terminals()
  await client.status('S1')
  expect(told).toEqual([])
  await client.log('S1')
  bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  await client.logOutcome('S2')
  bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: false } })
  await client.logOutcome('S3')
  expect(told).toEqual([1, 2])
})

test('a snapshot is a copy', async () => {
  const { bank, client } = await openTestBank()
  const before = JSON.stringify(bank.snapshot())
  const snapshot = bank.snapshot()
  await client.log('S1')
  expect(JSON.stringify(snapshot)).toBe(before)
})

test('another host is not the practice bank', async () => {
  const { bank } = await openTestBank()
  const outcome = await bankClient(bank.transport, 'https://bank.example').logOutcome('S1')
  expect(outcome).toMatchObject({ kind: 'dropped', phase: 'lookup', reason: 'nameNotFound', bytesWritten: 0 })
  expect(bank.commits()).toEqual([])
})

test('a reopened bank issues no old token', async () => {
  const { bank, clock, client } = await openTestBank()
  const first = await client.login()
  clock.pass(1)
  const later = createPracticeBank({ seed: 1, clock, snapshot: bank.snapshot() })
  const fresh = createPracticeBank({ seed: 1, clock })
  expect(await bankClient(later.transport).login()).not.toBe(first)
  expect(await bankClient(fresh.transport).login()).not.toBe(first)
})

test('an answer carries the bank’s clock in its Date header', async () => {
  const { client } = await openTestBank()
  expect((await client.terminals()).headers['date']).toBe('Fri, 20 Nov 2026 10:00:00 GMT')
})

test('requests are counted by endpoint, without body or token', async () => {
  const { bank, client } = await openTestBank()
  await client.terminals()
  await client.terminals()
  await client.call({ path: '/nowhere' })
  expect(bank.requestCount('retrieveTerminals')).toBe(2)
  expect(bank.requests().at(-1)).toEqual({
    endpoint: null,
    method: 'POST',
    atMs: NOON_MS,
    status: 404,
    fault: null,
  })
})
