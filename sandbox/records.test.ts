import { expect, test } from 'vitest'
import { createPracticeBank } from './bank.ts'
import type { RecordChange } from './recordChange.ts'
import { addNaira } from './naira.ts'
import { bankClient, openTestBank, rowsOf, TODAY } from './testing/bankClient.ts'

/** A sale of ₦1,500.50 at 0.50 %, logged under a fault that makes its record odd; then shown and paid. */
async function oddSale(change: RecordChange, secondRecord?: RecordChange) {
  const opened = await openTestBank({ options: { recordOrder: 'oldestFirst' } })
  opened.bank.faults.add({
    on: 'logTransaction',
    fault: { kind: 'oddRecord', change, ...(secondRecord === undefined ? {} : { secondRecord }) },
  })
  const answered = await opened.client.log('S1')
  expect(answered.json).toMatchObject({ status: true, data: null })
  opened.clock.pass(20_000)
  const shown = await opened.client.status('S1')
  const searched = rowsOf(await opened.client.search(TODAY, 1, 1_000)).filter(
    ({ transactionId }) => transactionId === 'S1',
  )
  expect(searched[0]).toEqual(shown.json['data'])
  return { ...opened, shown, searched }
}

test.each([
  [{ reason: 'Held for review' }, { reason: 'Held for review' }],
  [{ responseCode: '51' }, { responseCode: '51' }],
  [{ responseCode: 0 }, { responseCode: 0 }],
  [{ responseMessage: 'Insufficient funds' }, { responseMessage: 'Insufficient funds' }],
  [{ reason: null }, { reason: null, responseCode: null, responseMessage: null }],
  [{ amountAdds: '10' }, { amount: 1510.5, amountSettled: 1493 }],
  [{ terminalId: '2TLS0002' }, { terminalId: '2TLS0002' }],
  [{ accountNumber: '9999999999' }, { providerAccountNumber: '9999999999' }],
  [{ datePaid: '2031-01-01T00:00:00' }, { isPaid: true, datePaid: '2031-01-01T00:00:00' }],
] satisfies readonly [RecordChange, object][])('a record with %j shows it', async (change, seen) => {
  const { shown } = await oddSale(change)
  expect(shown.json['data']).toMatchObject(seen)
})

test('amounts finer than kobo are sent with all their places', async () => {
  const { shown } = await oddSale({ amountAdds: '0.0025', settledAdds: '0.0001' })
  expect(shown.text).toContain('"amount":1500.5025,"amountSettled":1493.0001,')
})

test('a sale can be paid less than its amount minus the fee, and less than nothing', async () => {
  const { shown } = await oddSale({ settledAdds: '-5' })
  expect(shown.text).toContain('"amount":1500.50,"amountSettled":1488.00,"feePercentage":0.50,"isPaid":true')
  expect((await oddSale({ settledAdds: '-2000' })).shown.text).toContain('"amountSettled":-507.00')
})

test('a paid sale turns unpaid at its time and stays so', async () => {
  const { client, clock, shown } = await oddSale({ unpaidAfterMs: 60_000 })
  expect(shown.json['data']).toMatchObject({ isPaid: true })
  clock.pass(39_999)
  expect((await client.status('S1')).json['data']).toMatchObject({ isPaid: true })
  clock.pass(1)
  const unpaid = { isPaid: false, datePaid: '0001-01-01T00:00:00' }
  expect((await client.status('S1')).json['data']).toMatchObject(unpaid)
  clock.pass(3_000_000)
  expect((await client.status('S1')).json['data']).toMatchObject(unpaid)
})

test('a reference has two records that differ, and only one settlement counts as ours', async () => {
  const { bank, client, searched } = await oddSale({}, { amountAdds: '1' })
  expect(searched.map(({ amount }) => amount)).toEqual([1500.5, 1501.5])
  expect(new Set(searched.map(({ id }) => id)).size).toBe(2)
  expect((await client.status('S1')).json['data']).toMatchObject({ amount: 1500.5 })
  expect([bank.settlementCount('S1'), bank.commits().length]).toEqual([1, 1])
  await client.log('S1')
  expect(bank.settlementCount('S1')).toBe(2)
})

test('a record is changed later, is reported as a change, and is still so after a restart', async () => {
  let told = 0
  const { bank, client, clock } = await openTestBank({
    onChange: () => {
      told += 1
    },
  })
  await client.log('S1')
  clock.pass(20_000)
  expect(bank.changeRecord('nowhere', { reason: 'x' })).toBe(false)
  expect(told).toBe(1)
  expect(bank.changeRecord('S1', { unpaidAfterMs: 0, reason: 'Reversed' })).toBe(true)
  expect(bank.changeRecord('S1', { responseCode: '91' }, { amountAdds: '-0.50' })).toBe(true)
  expect(told).toBe(3)
  const odd = { isPaid: false, reason: 'Reversed', responseCode: '91' }
  expect((await client.status('S1')).json['data']).toMatchObject(odd)
  const snapshot: unknown = JSON.parse(JSON.stringify(bank.snapshot()))
  const later = createPracticeBank({ seed: 9, clock, snapshot })
  const again = bankClient(later.transport)
  await again.login()
  expect((await again.status('S1')).json['data']).toMatchObject(odd)
  expect(later.records().filter(({ transactionId }) => transactionId === 'S1')).toHaveLength(2)
  expect(later.settlementCount('S1')).toBe(1)
})

test.each([
  ['1500.50', '0.0025', '1500.5025'],
  ['1500.50', '-0.5', '1500.00'],
  ['1500.50', '', '1500.50'],
  ['0.01', '-1.0', '-0.99'],
  ['0.00', '0', '0.00'],
  ['9999999999.99', '0.01', '10000000000.00'],
])('%s and %s make %s', (text, adds, sum) => {
  expect(addNaira(text, adds)).toBe(sum)
})
