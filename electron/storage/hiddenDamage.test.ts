import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../testing/counter.ts'
import { salesFile } from './database.ts'
import { flip, placeOf, ruinPage, treesOf } from './testing/bitFlips.ts'

const MINUTE_MS = 60_000

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function withWaiting(references: readonly string[]): Promise<Counter> {
  const shop = await openCounter()
  counter = shop
  shop.setOnline(false)
  shop.bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'nameNotFound' } })
  for (const [each, transactionId] of references.entries())
    await shop.record(String(100 + each), { transactionId })
  return shop
}

/** Cuts the power, flips one bit of a stored text, and starts again with the bank reachable. */
async function restartWithFlip(shop: Counter, tree: string, text: string, bit: number): Promise<void> {
  await shop.restart(() => {
    flip(salesFile(shop.dataDir), { offset: placeOf(salesFile(shop.dataDir), tree, text), bit })
    shop.bank.faults.clear()
    shop.setOnline(true)
  })
}

async function storage(shop: Counter): Promise<unknown> {
  const view = await shop.backend().handlers['storage.get']({})
  return view.ok ? view.value : view.error
}

const typed = Array.from({ length: 24 }, (_, each) => `SLIP-${String(each + 1).padStart(4, '0')}`)

test.for(['sale', 'sqlite_autoindex_sale_1'] as const)(
  'one flipped bit of a reference in %s: the file is salvaged and reported, and the queries to the bank end',
  async (tree) => {
    const shop = await withWaiting(typed)
    const from = shop.wire.length
    await restartWithFlip(shop, tree, 'SLIP-0001', 0)
    await shop.time.pass(MINUTE_MS)
    expect(await storage(shop)).toMatchObject({ status: 'sound', news: { kind: 'salvaged' } })
    expect(shop.wire.length - from).toBeLessThan(300)
    await shop.time.pass(9 * MINUTE_MS)
    // As far as such a file shows, the waiting sales may have been sent.
    expect(shop.bank.requestCount('logTransaction')).toBe(0)
  },
)

test('damage met while the rooms are built is salvaged, and awake time does not go back', async () => {
  let isMet = false
  let page = 0
  const met = (sql: string): void => {
    if (isMet && sql.includes('FROM meta'))
      throw Object.assign(new Error('database disk image is malformed'), { errcode: 11 })
  }
  counter = await openCounter({
    disk: (file) => ({
      ...file,
      get: (sql, ...parameters) => {
        met(sql)
        return file.get(sql, ...parameters)
      },
    }),
    beforeReopening: () => {
      // Otherwise the check at the start would have found it.
      if (isMet) ruinPage(salesFile(counter?.dataDir ?? ''), page)
      isMet = false
    },
  })
  const shop = counter
  shop.setOnline(false)
  shop.bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'nameNotFound' } })
  await shop.time.pass(60 * MINUTE_MS)
  const { transactionId } = await shop.record('100')
  await shop.restart(() => {
    isMet = true
    page = treesOf(salesFile(shop.dataDir)).get('meta')?.[0] ?? 0
  })
  expect(await storage(shop)).toMatchObject({ news: { kind: 'salvaged', unreadableSales: 0 } })
  expect((await shop.sale(transactionId)).sale.state).toBe('unknown')
  expect(shop.logLines.filter((line) => line.includes('backend.notTold'))).toEqual([])
  // The newest row gives the least awake time: the sale's look-up falls due in this hour, not the next.
  shop.bank.faults.clear()
  shop.setOnline(true)
  await shop.time.pass(MINUTE_MS)
  expect(shop.bank.requestCount('settlementStatus')).toBeGreaterThan(0)
})

test('sending waits until the sales are checked, and the screen says so; recording and totals do not wait', async () => {
  const order: string[] = []
  let whenChecking = (): void => undefined
  counter = await openCounter({
    disk: (file) => ({
      ...file,
      get: (sql, ...parameters) => {
        if (sql.includes('AS missing FROM "sale"')) {
          order.push('sales')
          whenChecking()
        }
        if (sql.includes('AS missing FROM "audit"')) order.push('audit')
        return file.get(sql, ...parameters)
      },
    }),
  })
  const shop = counter
  shop.setOnline(false)
  shop.bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'nameNotFound' } })
  const { transactionId } = await shop.record('100')
  const seen: Promise<unknown>[] = []
  await shop.restart(() => {
    shop.bank.faults.clear()
    shop.setOnline(true)
    order.length = 0
    whenChecking = () => {
      if (seen.length > 0) return
      const { handlers } = shop.backend()
      seen.push(
        shop.record('200').then(({ waitingReason }) => waitingReason),
        shop.sale(transactionId).then(({ sale }) => sale.waitingReason),
        Promise.resolve(handlers['queue.get']({})).then((queue) => (queue.ok ? queue.value.waitingCount : 0)),
        Promise.resolve(handlers['storage.get']({})).then((view) => (view.ok ? view.value.status : '')),
      )
    }
    shop.wire.length = 0
  })
  await shop.time.pass(MINUTE_MS)
  expect(await Promise.all(seen)).toEqual(['checkingFile', 'checkingFile', 2, 'checking'])
  expect(order.lastIndexOf('sales')).toBeLessThan(order.indexOf('audit'))
  for (const { transactionId: id } of shop.bank.commits()) expect(shop.bank.settlementCount(id)).toBe(1)
  expect(shop.bank.commits()).toHaveLength(2)
})

test('while the check of the sales has not ended, sales are recorded and none is sent; then they are sent', async () => {
  let isStuck = false
  counter = await openCounter({
    disk: (file) => ({
      ...file,
      get: (sql, ...parameters) => {
        const [after = null, rowsMax = null] = parameters
        // The range ends where it starts, so there is always more of it.
        return isStuck && sql.startsWith('SELECT MAX(at)')
          ? { last: after, rows: rowsMax }
          : file.get(sql, ...parameters)
      },
    }),
  })
  const shop = counter
  shop.setOnline(false)
  shop.bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'nameNotFound' } })
  await shop.record('100')
  await shop.restart(() => {
    isStuck = true
    shop.bank.faults.clear()
    shop.setOnline(true)
    shop.wire.length = 0
  })
  await shop.time.pass(10_000)
  const { waitingReason } = await shop.record('200')
  await shop.time.pass(10_000)
  expect([waitingReason, shop.wire.filter(isSend)]).toEqual(['checkingFile', []])
  isStuck = false
  await shop.time.pass(MINUTE_MS)
  expect(shop.wire.filter(isSend)).toHaveLength(2)
})

function isSend({ url }: { readonly url: string }): boolean {
  return url.toLowerCase().endsWith('/logtransaction')
}
