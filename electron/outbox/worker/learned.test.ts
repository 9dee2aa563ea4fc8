import { afterEach, expect, test } from 'vitest'
import type { WireRequest } from '../../gateway/wire.ts'
import { openCounter, type Counter } from '../../testing/counter.ts'
import { cutNetwork, restoreNetwork } from '../../testing/troubles.ts'

/* What a run has learned of its way to the bank, and which events end it: each fact is seen by the calls that it spares. */

const SEARCH_PAGE = '100'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(): Promise<Counter> {
  counter = await openCounter()
  return counter
}

/** The parameters of the reads of a kind that reach the bank from now on, while a send waits for them. */
function readsOf(shop: Counter, kind: 'searchtransaction' | 'settlementstatus') {
  const before = shop.wire.length
  const read = ({ url, isBeforeSend }: WireRequest): readonly URLSearchParams[] => {
    // What follows payments is no part of sending.
    if (isBeforeSend !== true) return []
    const { pathname, searchParams } = new URL(url)
    return pathname.endsWith(`/${kind}`) ? [searchParams] : []
  }
  return () => shop.wire.slice(before).flatMap(read)
}

type Happens = (shop: Counter) => Promise<unknown>

/** Teaches the fact, lets something happen, and @returns whether the bank need not be asked for it again. */
const facts = {
  gate: async (happens: Happens) => {
    const shop = await open()
    await shop.record('100')
    await shop.time.pass(2_000)
    await happens(shop)
    const searched = readsOf(shop, 'searchtransaction')
    const { transactionId } = await shop.record('200')
    await shop.time.pass(20_000)
    expect((await shop.sale(transactionId)).sale.state).toBe('accepted')
    return searched().every((asked) => asked.get('pageSize') === SEARCH_PAGE)
  },
  search: async (happens: Happens) => {
    const shop = await open()
    cutNetwork(shop)
    for (let count = 0; count < 40; count += 1) await shop.record(String(500 + count))
    await shop.restart()
    restoreNetwork(shop)
    await shop.time.pass(10_000)
    expect(shop.bank.requestCount('logTransaction')).toBeGreaterThan(0)
    const searched = readsOf(shop, 'searchtransaction')
    await happens(shop)
    await shop.time.pass(120_000)
    expect(shop.bank.requestCount('logTransaction')).toBeGreaterThanOrEqual(40)
    return searched().every((asked) => asked.get('pageSize') !== SEARCH_PAGE)
  },
  notFound: async (happens: Happens) => {
    const shop = await open()
    await shop.record('100')
    await shop.time.pass(2_000)
    await shop.record('200', { transactionId: 'SLIP-1' })
    await shop.time.pass(10_000)
    await happens(shop)
    const asked = readsOf(shop, 'settlementstatus')
    await shop.record('300', { transactionId: 'SLIP-2' })
    await shop.time.pass(20_000)
    expect((await shop.sale('SLIP-2')).sale.state).toBe('accepted')
    // References that cannot exist are asked for to learn the words.
    return !asked().some((each) => /^[A-Z]{4}-[0-9][A-Z]{2}$/u.test(each.get('transactionId') ?? ''))
  },
}

const reopened: Happens = async (shop) => {
  shop.breakDisk()
  await shop.record('700').catch(() => undefined)
  shop.mendDisk()
  await shop.backend().handlers['sales.tryNow']({})
  await shop.time.pass(2_000)
}

/** An event, and whether each fact outlives it: gate, search, not found. */
const events: readonly (readonly [string, Happens, ...(readonly boolean[])])[] = [
  ['nothing', async () => undefined, true, true, true],
  ['Try now', async (shop) => shop.backend().handlers['sales.tryNow']({}), true, true, true],
  ['a change of the network', async (shop) => shop.setOnline(true), false, false, false],
  [
    'a new sign-in',
    async (shop) => {
      await shop.signOut()
      await shop.signIn()
    },
    false,
    false,
    false,
  ],
  ['a reopened sales file', reopened, false, false, false],
  [
    'a send without an answer',
    async (shop) => {
      shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
      await shop.record('800')
      await shop.time.pass(2_000)
    },
    false,
    true,
    true,
  ],
]

const rows = events.flatMap(([name, happens, ...outlives]) =>
  Object.entries(facts).map(
    ([fact, outlivesIt], place) => [fact, name, happens, outlivesIt, outlives[place]] as const,
  ),
)

test.each(rows)('%s after %s', async (_fact, _name, happens, outlivesIt, expected) => {
  expect(await outlivesIt(happens)).toBe(expected)
})

test('an answer that was asked for before the way changed releases no sale after it', async () => {
  const shop = await open()
  await shop.record('100')
  await shop.time.pass(2_000)
  await shop.record('200', { transactionId: 'SLIP-1' })
  await shop.time.pass(10_000)
  const asked = readsOf(shop, 'settlementstatus')
  const isAsked = (): number => asked().filter((each) => each.get('transactionId') === 'SLIP-2').length
  shop.bank.faults.add({
    on: 'settlementStatus',
    fault: { kind: 'slow', delayMs: 5_000, commit: 'onArrival' },
  })
  await shop.record('300', { transactionId: 'SLIP-2' })
  await shop.time.pass(2_000)
  expect(isAsked()).toBe(1)
  shop.setOnline(true)
  await shop.time.pass(20_000)
  expect((await shop.sale('SLIP-2')).sale.state).toBe('accepted')
  const sent = shop.wire.findIndex(({ body }) => body?.includes('SLIP-2') === true)
  const before = shop.wire.slice(0, sent).filter(({ url }) => url.includes('SLIP-2'))
  expect(before.length).toBeGreaterThan(1)
})
