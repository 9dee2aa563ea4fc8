import { afterEach, expect, test } from 'vitest'
import { PRACTICE_CLIENT_ID } from '../../sandbox/options.ts'
import type { EventPayload } from '../../shared/contract.ts'
import { JUST_SAVED_MS } from '../../shared/sale.ts'
import { NEWS_ROWS_MAX } from '../../shared/salesNews.ts'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'
import { cutNetwork, restoreNetwork } from '../testing/troubles.ts'

type News = EventPayload<'sales.changed'>

const MINUTE_MS = 60_000

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

/** A counter that can send nothing, so that only the test changes a sale. */
async function openOffline(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  cutNetwork(counter)
  // The first try finds the bank unreachable, which is an event of its own.
  await counter.record('1', { transactionId: 'FIRST' })
  await counter.time.pass(5 * MINUTE_MS)
  counter.events.length = 0
  return counter
}

const newsOf = (shop: Counter): News[] =>
  shop.events.filter(({ name }) => name === 'sales.changed').map(({ payload }) => payload as News)

const idsOf = ({ sales }: News): readonly string[] | null =>
  sales?.map(({ transactionId }) => transactionId) ?? null

async function page(shop: Counter) {
  const asked = { filter: 'all', search: '', offset: 0, limit: 200 } as const
  const answer = await shop.backend().handlers['sales.page'](asked)
  if (!answer.ok) throw new Error('no page')
  return answer.value
}

const turn = (shop: Counter): Promise<void> => shop.time.pass(0)

test('changes in one turn of the loop are one event: the rows, the queue and the revision', async () => {
  const shop = await openOffline()
  await shop.record('1500', { transactionId: 'A-1' })
  await shop.record('700', { transactionId: 'B-2' })
  await shop.record('20', { transactionId: 'C-3' })
  expect(newsOf(shop)).toEqual([])
  await turn(shop)
  const [news, ...more] = newsOf(shop)
  expect(more).toEqual([])
  const { sales, revision } = await page(shop)
  const queue = await shop.backend().handlers['queue.get']({})
  expect(news).toEqual({
    revision,
    sales: sales.filter(({ transactionId }) => transactionId !== 'FIRST').toReversed(),
    queue: queue.ok ? queue.value : null,
  })
})

test('a sale that was just saved becomes something to do after a moment, and an event says so', async () => {
  const shop = await openOffline()
  await shop.record('1500', { transactionId: 'A-1' })
  await turn(shop)
  const todo = (): readonly (readonly (number | undefined)[])[] =>
    newsOf(shop).map(({ queue }) => [queue?.waitingCount, queue?.justSavedCount])
  expect(todo()).toEqual([[2, 1]])
  await shop.time.pass(JUST_SAVED_MS - 1)
  expect(todo()).toEqual([[2, 1]])
  await shop.time.pass(1)
  expect(todo().at(-1)).toEqual([2, 0])
})

test('a sale that changes twice in one turn is sent once, in its last state', async () => {
  const shop = await openOffline()
  await shop.becomeManager()
  await shop.record('1500', { transactionId: 'A-1' })
  await shop.backend().handlers['sales.cancel']({ transactionId: 'A-1', reason: 'typed twice' })
  await turn(shop)
  expect(newsOf(shop).map(idsOf)).toEqual([['A-1']])
  expect(newsOf(shop)[0]?.sales?.[0]?.state).toBe('cancelled')
})

test('a page read before the turn ends has the revision of the event, so it is not read again', async () => {
  const shop = await openOffline()
  await shop.record('1500', { transactionId: 'A-1' })
  const { revision } = await page(shop)
  await turn(shop)
  expect(newsOf(shop).map((news) => news.revision)).toEqual([revision])
})

test('rows above the bound are not sent: the lists must be read again', async () => {
  const shop = await openOffline()
  for (let number = 0; number < NEWS_ROWS_MAX; number += 1) {
    await shop.record('5', { transactionId: `FEW-${number}` })
  }
  await turn(shop)
  expect(newsOf(shop).map((news) => idsOf(news)?.length)).toEqual([NEWS_ROWS_MAX])
  for (let number = 0; number <= NEWS_ROWS_MAX; number += 1) {
    await shop.record('5', { transactionId: `MANY-${number}` })
  }
  await turn(shop)
  expect(newsOf(shop)).toHaveLength(2)
  expect(newsOf(shop)[1]?.sales).toBeNull()
})

test('a row of another client is never sent, even if its answer comes after the sign-out', async () => {
  counter = await openCounter()
  const shop = counter
  shop.bank.faults.add({
    on: 'logTransaction',
    fault: { kind: 'slow', delayMs: 20_000, commit: 'onArrival' },
  })
  await shop.record('1500', { transactionId: 'MINE-1' })
  await shop.time.pass(5_000)
  await shop.signOut()
  shop.bank.changeOptions({ clientId: 'neighbour' })
  await shop.signIn('neighbour')
  shop.events.length = 0
  await shop.time.pass(MINUTE_MS)
  expect(newsOf(shop)).not.toEqual([])
  expect(JSON.stringify(newsOf(shop))).not.toContain('MINE-1')
  expect((await page(shop)).totalCount).toBe(0)
  await shop.signOut()
  shop.bank.changeOptions({ clientId: PRACTICE_CLIENT_ID })
  await shop.signIn()
  expect((await shop.sale('MINE-1')).sale.state).toBe('accepted')
})

test('another sign-in makes the screen read everything again, and without a sign-in there are no lists', async () => {
  const shop = await openOffline()
  await shop.signOut()
  await turn(shop)
  expect(newsOf(shop)).toMatchObject([{ sales: null, queue: { waitingCount: 1 } }])
})

test('if the reason for waiting changes, the unchanged rows must be read again', async () => {
  const shop = await openOffline()
  const { sales, revision: before } = await page(shop)
  expect(sales[0]?.waitingReason).toBe('offline')
  restoreNetwork(shop)
  shop.bank.faults.add({
    on: 'any',
    times: 'always',
    fault: { kind: 'slow', delayMs: 10_000, commit: 'onArrival' },
  })
  await turn(shop)
  const told = newsOf(shop)
  expect((await page(shop)).sales[0]?.waitingReason).not.toBe('offline')
  expect(told.at(-1)?.revision).toBeGreaterThan(before)
})

test('making everything due at once is an event as well', async () => {
  const shop = await openOffline()
  await shop.backend().handlers['sales.tryNow']({})
  await turn(shop)
  expect(newsOf(shop)[0]).toMatchObject({ sales: null })
})

test('an unreadable file has its own event, and the event of sales is empty', async () => {
  let isBroken = false
  const shop = await openOffline({
    disk: (file) => ({
      ...file,
      all: (...asked) => {
        if (isBroken) throw new Error('disk I/O error')
        return file.all(...asked)
      },
    }),
  })
  await shop.record('1500', { transactionId: 'A-1' })
  isBroken = true
  await turn(shop)
  isBroken = false
  expect(newsOf(shop)[0]).toMatchObject({ sales: null, queue: null })
})
