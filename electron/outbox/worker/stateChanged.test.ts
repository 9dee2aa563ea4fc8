import { afterEach, expect, test } from 'vitest'
import { verifyFile } from '../../storage/auditFile.ts'
import { salesFile } from '../../storage/database.ts'
import { LONG_MS } from '../../testing/changedSale.ts'
import { openCounter, type Counter, type CounterSetup } from '../../testing/counter.ts'
import { editFile } from '../../testing/editedFile.ts'
import { cutNetwork, restoreNetwork } from '../../testing/troubles.ts'

/* The state of a sale is changed in the file while the program is off: what no entry of the audit says is not believed. */

const MINUTE_MS = 60_000

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

const QUEUED =
  "state = 'queued', version = version + 1, due_awake_ms = 0, send_count = 0, sent_awake_ms = NULL"

const auto = (standard: Parameters<NonNullable<CounterSetup['profile']>>[0]) => ({
  ...standard,
  outbox: { ...standard.outbox, resendAfterAbsence: 'auto' as const },
})

test.each([
  ['as if nothing had happened', QUEUED],
  [
    'as if it had never been in doubt',
    `${QUEUED}, unknown_since_awake_ms = NULL, accepted_at_ms = NULL, resend_count = 0`,
  ],
])(
  'a paid sale is put back into the queue, %s: it is held, found at the bank, and not sent again',
  async (_how, edit) => {
    const shop = await open({ profile: auto })
    await shop.record('1500', { transactionId: 'PAID-1' })
    await shop.time.pass(MINUTE_MS)
    expect((await shop.sale('PAID-1')).sale.state).toBe('accepted')
    await shop.restart(() => editFile(shop, `UPDATE sale SET ${edit}`))
    await shop.time.pass(LONG_MS)
    expect(shop.bank.settlementCount('PAID-1')).toBe(1)
    expect(shop.bank.requestCount('logTransaction')).toBe(1)
    const { sale, timeline } = await shop.sale('PAID-1')
    expect(sale.state).toBe('accepted')
    expect(timeline).toContainEqual(
      expect.objectContaining({ kind: 'factsChanged', detail: 'state accepted' }),
    )
    shop.powerOff()
    expect(verifyFile(salesFile(shop.dataDir))).toMatchObject({
      ok: true,
      value: { facts: { problems: [] } },
    })
  },
)

test('a removed sale is put back into the queue: no money moves, and a person decides', async () => {
  const shop = await open({ profile: auto })
  cutNetwork(shop)
  await shop.record('1500', { transactionId: 'REMOVED-1' })
  await shop.becomeManager()
  await shop.backend().handlers['sales.cancel']({ transactionId: 'REMOVED-1', reason: 'typed twice' })
  await shop.restart(() => editFile(shop, `UPDATE sale SET ${QUEUED}`))
  restoreNetwork(shop)
  await shop.time.pass(6 * LONG_MS)
  expect(shop.bank.settlementCount('REMOVED-1')).toBe(0)
  const { sale, decision } = await shop.sale('REMOVED-1')
  expect(sale).toMatchObject({ state: 'held', heldReason: 'factsChanged' })
  expect(decision?.allowed).toEqual(['writeOff'])
})

test('sales that were put into the queue are held at the start, also where they would fall due much later', async () => {
  const shop = await open()
  for (const transactionId of ['PAID-1', 'PAID-2']) await shop.record('1500', { transactionId })
  await shop.time.pass(MINUTE_MS)
  cutNetwork(shop)
  await shop.restart(() => editFile(shop, "UPDATE sale SET state = 'queued', due_awake_ms = 1000000000000"))
  await shop.time.pass(5_000)
  for (const transactionId of ['PAID-1', 'PAID-2'])
    expect((await shop.sale(transactionId)).sale).toMatchObject({ state: 'held', heldReason: 'factsChanged' })
})

test('a waiting sale that was shown as removed is told, and a record at the bank makes it visible again', async () => {
  const shop = await open()
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  await shop.record('1500', { transactionId: 'SENT-1' })
  await shop.time.pass(5_000)
  cutNetwork(shop)
  await shop.restart(() => editFile(shop, "UPDATE sale SET state = 'cancelled', due_awake_ms = 0"))
  await shop.time.pass(MINUTE_MS)
  expect(await shop.backend().handlers['storage.get']({})).toMatchObject({
    value: { news: { kind: 'closedOutside', references: ['SENT-1'] } },
  })
  restoreNetwork(shop)
  await shop.time.pass(6 * LONG_MS)
  expect(shop.bank.settlementCount('SENT-1')).toBe(1)
  expect((await shop.sale('SENT-1')).sale.state).toBe('accepted')
})
