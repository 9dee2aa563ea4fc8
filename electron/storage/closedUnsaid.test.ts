import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../testing/counter.ts'
import { editFile } from '../testing/editedFile.ts'
import { cutNetwork } from '../testing/troubles.ts'
import { verifyFile } from './auditFile.ts'
import { salesFile } from './database.ts'

/* A sale’s row is put into a closed state from outside, where nothing more would be done for it. */

const CHECKED_MS = 60_000

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

/** A counter without network, with three waiting sales and one that a person removed. */
async function openWithWaiting(): Promise<Counter> {
  const shop = await openCounter()
  counter = shop
  cutNetwork(shop)
  for (const id of ['SALE-1', 'SALE-2', 'SALE-3', 'SALE-4']) await shop.record('1500', { transactionId: id })
  await shop.becomeManager()
  const removed = await shop
    .backend()
    .handlers['sales.cancel']({ transactionId: 'SALE-4', reason: 'typed twice' })
  expect(removed).toMatchObject({ ok: true })
  return shop
}

async function newsAfter(shop: Counter, change: () => void): Promise<unknown> {
  await shop.restart(change)
  await shop.time.pass(CHECKED_MS)
  return newsOf(shop)
}

async function newsOf(shop: Counter): Promise<unknown> {
  const answer = await shop.backend().handlers['storage.get']({})
  return answer.ok ? answer.value.news : answer
}

test.each(['cancelled', 'writtenOff', 'refused', 'accepted'])(
  'a waiting sale is made %s in the file: a person is told which one, once, and its timeline says so',
  async (state) => {
    const shop = await openWithWaiting()
    const edit = `UPDATE sale SET state = '${state}' WHERE transaction_id = 'SALE-2'`
    expect(await newsAfter(shop, () => editFile(shop, edit))).toMatchObject({
      kind: 'closedOutside',
      closedSales: 1,
      references: ['SALE-2'],
    })
    const { sale, timeline } = await shop.sale('SALE-2')
    expect(sale.state).toBe(state)
    expect(timeline.at(-1)).toMatchObject({ kind: 'closedOutside' })

    await shop.backend().handlers['storage.newsRead']({})
    expect(await newsAfter(shop, () => {})).toBeNull()
    expect((await shop.sale('SALE-2')).timeline.filter(({ kind }) => kind === 'closedOutside')).toHaveLength(
      1,
    )
    const verified = verifyFile(salesFile(shop.dataDir))
    expect(verified.ok && verified.value.facts.problems).toEqual([
      { problem: 'state', sequence: 2, transactionId: 'SALE-2', recorded: 'queued', stands: state },
    ])
  },
)

test('many are changed: all are counted, and three are named', async () => {
  const shop = await openWithWaiting()
  for (let each = 5; each <= 9; each += 1) await shop.record('1500', { transactionId: `SALE-${each}` })
  const edit = "UPDATE sale SET state = 'cancelled'"
  expect(await newsAfter(shop, () => editFile(shop, edit))).toMatchObject({
    // SALE-4 was removed by a person.
    closedSales: 8,
    references: ['SALE-1', 'SALE-2', 'SALE-3'],
  })
})

test('unread news stays, and the changed sale is told of when it was read', async () => {
  const shop = await openWithWaiting()
  const unread = JSON.stringify({ kind: 'behind', atMs: 1, keptAs: null, unreadableSales: null })
  const edit = (): void => {
    editFile(shop, "UPDATE sale SET state = 'cancelled' WHERE transaction_id = 'SALE-1'")
    editFile(shop, "INSERT INTO meta (key, value) VALUES ('news', ?)", unread)
  }
  expect(await newsAfter(shop, edit)).toMatchObject({ kind: 'behind' })
  await shop.backend().handlers['storage.newsRead']({})
  await shop.time.pass(CHECKED_MS)
  expect(await newsOf(shop)).toMatchObject({ kind: 'closedOutside', references: ['SALE-1'] })
})
