import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../testing/counter.ts'

/* A bank that writes a placeholder for a missing date. */

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

test.each(['1900-01-01T00:00:00', '1753-01-01T00:00:00', '1970-01-01T00:00:00'])(
  'a payment dated %s, long before the sale, has no real date',
  async (datePaid) => {
    counter = await openCounter()
    const shop = counter
    shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'oddRecord', change: { datePaid } } })
    await shop.record('1500', { transactionId: 'SOLD-1' })
    await shop.time.pass(10 * 60_000)
    const { sale, record } = await shop.sale('SOLD-1')
    expect(record).toMatchObject({ isPaid: true, datePaid })
    expect(sale.standing).not.toBe('paid')
  },
)
