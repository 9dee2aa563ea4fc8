import { openCounter, type Counter } from '../../testing/counter.ts'
import { cutNetwork, restoreNetwork } from '../../testing/troubles.ts'

/* How many calls the bank gets, all of them counted, from a sale to its payment. In virtual time. */

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const NEVER_MS = 400 * DAY_MS
/** Enough payments to know how long the bank takes. */
const WARM_UP = 8

export interface Trade {
  readonly callsASale: number
  /** How long after its acceptance each payment was seen, ascending, ms. */
  readonly seenAfterMs: readonly number[]
}

/** A sale a minute at a bank that pays in 15 seconds. @param referenceOf empty: made here */
export async function steadyTrade(count: number, referenceOf: (each: number) => string): Promise<Trade> {
  const shop = await openCounter()
  try {
    for (let each = 0; each < WARM_UP; each += 1) await soldIn(shop, each, referenceOf)
    const before = shop.wire.length
    const seenAfterMs: number[] = []
    for (let each = 0; each < count; each += 1) {
      const { sale, timeline } = await shop.sale(await soldIn(shop, WARM_UP + each, referenceOf))
      const paidAtMs = timeline.find(({ kind }) => kind === 'paid')?.atMs ?? Infinity
      seenAfterMs.push(paidAtMs - (sale.acceptedAtMs ?? 0))
    }
    return {
      callsASale: (shop.wire.length - before) / count,
      seenAfterMs: seenAfterMs.toSorted((left, right) => left - right),
    }
  } finally {
    await shop.close()
  }
}

async function soldIn(shop: Counter, each: number, referenceOf: (each: number) => string): Promise<string> {
  const { transactionId } = await shop.record(`${1_000 + each}`, { transactionId: referenceOf(each) })
  await shop.time.pass(MINUTE_MS)
  return transactionId
}

/** @returns the calls of each sale of a backlog, until every one is paid */
export async function backlogCalls(count: number): Promise<number> {
  const shop = await openCounter()
  try {
    for (let each = 0; each < WARM_UP; each += 1) await soldIn(shop, each, () => '')
    cutNetwork(shop)
    for (let each = 0; each < count; each += 1) await shop.record(String(2_000 + each))
    restoreNetwork(shop)
    const before = shop.wire.length
    const paid = WARM_UP + count
    for (let step = 0; step < count && (await paidCount(shop)) < paid; step += 1) await shop.time.pass(10_000)
    if ((await paidCount(shop)) < paid) throw new Error(`of ${paid} sales ${await paidCount(shop)} are paid`)
    return (shop.wire.length - before) / count
  } finally {
    await shop.close()
  }
}

async function paidCount(shop: Counter): Promise<number> {
  const asked = { filter: 'paid', search: '', offset: 0, limit: 1 } as const
  const page = await shop.backend().handlers['sales.page'](asked)
  return page.ok ? page.value.totalCount : 0
}

/** @returns the calls of a day without a sale, a day after these were accepted and not paid */
export async function callsOfADay(unpaidCount: number): Promise<number> {
  const shop = await openCounter({ bankOptions: { settleAfterMs: NEVER_MS } })
  try {
    for (let each = 0; each < unpaidCount; each += 1) await soldIn(shop, each, () => '')
    await shop.time.pass(DAY_MS)
    const before = shop.wire.length
    await shop.time.pass(DAY_MS)
    return shop.wire.length - before
  } finally {
    await shop.close()
  }
}
