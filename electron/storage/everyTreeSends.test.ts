import { afterEach, expect, test } from 'vitest'
import { everyOther } from '../../scripts/extent.ts'
import { openCounter, type Counter } from '../testing/counter.ts'
import { createSeededRandom } from '../testing/virtualTime.ts'
import { salesFile } from './database.ts'
import { flip, ruinPage, treesOf } from './testing/bitFlips.ts'

const PAGE_BYTES = 4_096
const MINUTE_MS = 60_000

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

/** Some sales are accepted, one is unknown and settled, and some wait, every other one with a reference from a slip. */
async function shopAtWork(): Promise<{ shop: Counter; references: readonly string[] }> {
  const shop = await openCounter()
  counter = shop
  const references: string[] = []
  const record = async (each: number): Promise<void> => {
    const typed = each % 2 === 0 ? { transactionId: `SLIP-${each}` } : {}
    references.push((await shop.record(String(100 + each), typed)).transactionId)
  }
  for (let each = 1; each <= 3; each += 1) await record(each)
  await shop.time.pass(10_000)
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  await record(4)
  await shop.time.pass(1_000)
  shop.setOnline(false)
  shop.bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'nameNotFound' } })
  for (let each = 5; each <= 10; each += 1) await record(each)
  return { shop, references }
}

const NAMES = [
  'sale',
  'attempt',
  'audit',
  'meta',
  'sqlite_autoindex_sale_1',
  'sale_open',
  'sale_due',
  'sale_sent',
  'sale_unpaid',
  'sale_own',
  'sale_queue',
  'sale_open_alike',
  'sale_total',
  'sale_quarter',
  'sale_amount',
  'attempt_of_sale',
  'audit_of_sale',
].map((tree) => ({ tree, damage: 'a page ruined' }))
/** everyTree.test.ts damages the others bit by bit, without an engine. */
const CASES = [
  ...NAMES,
  ...['sale', 'sqlite_autoindex_sale_1', 'sale_open'].map((tree) => ({ tree, damage: 'bits turned over' })),
]
test.for(everyOther(CASES, 4))(
  '$tree, $damage: the bank settles no reference twice, and none without a search first',
  async ({ tree, damage }) => {
    const { shop, references } = await shopAtWork()
    const settled = shop.bank.commits().length
    await shop.restart(() => {
      const file = salesFile(shop.dataDir)
      const pages = treesOf(file).get(tree) ?? []
      const random = createSeededRandom(tree.length)
      for (const page of damage === 'a page ruined' ? pages.slice(0, 1) : []) ruinPage(file, page)
      for (let each = 0; damage === 'bits turned over' && each < 20; each += 1) {
        const page = pages[Math.floor(random.next() * pages.length)] ?? 0
        flip(file, {
          offset: (page - 1) * PAGE_BYTES + Math.floor(random.next() * PAGE_BYTES),
          bit: each % 8,
        })
      }
      shop.bank.faults.clear()
      shop.setOnline(true)
    })
    await shop.time.pass(MINUTE_MS)
    const view = await shop.backend().handlers['storage.get']({})
    expect(view).toMatchObject({ value: { status: 'sound' } })
    await shop.time.pass(6 * MINUTE_MS)
    for (const { transactionId } of shop.bank.commits())
      expect([transactionId, shop.bank.settlementCount(transactionId)]).toEqual([transactionId, 1])
    const news = view.ok ? view.value.news : null
    if (damage === 'a page ruined') expect(news).toMatchObject({ kind: 'salvaged' })
    // A waiting sale of a damaged file may have been sent: it is searched for, and a person decides.
    if (news !== null) expect(shop.bank.commits()).toHaveLength(settled)
    else expect(shop.bank.commits()).toHaveLength(references.length)
  },
)
