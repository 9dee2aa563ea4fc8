import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { extent } from '../../scripts/extent.ts'
import { openCounter, type Counter } from '../testing/counter.ts'
import { createSeededRandom } from '../testing/virtualTime.ts'

const HOUR_MS = 3_600_000

/** How a send may end: never left, taken and lost, lost on its way, taken. */
const FATES = ['nameNotFound', 'dropTaken', 'dropLost', 'none', 'none'] as const

interface History {
  readonly shop: Counter
  readonly other: Counter
  readonly ids: readonly string[]
}

/** Sales of any fate at the old computer, given away at any moment, also while one is on its way; then the new one. */
async function historyOf(seed: number): Promise<History> {
  const random = createSeededRandom(seed)
  const whole = (below: number): number => Math.floor(random.next() * below)
  const pick = <Item>(items: readonly Item[]): Item => items[whole(items.length)] as Item
  const policy = pick(['ask', 'auto'] as const)
  const profile = (
    standard: Parameters<NonNullable<Parameters<typeof openCounter>[0]>['profile'] & object>[0],
  ) => ({
    ...standard,
    outbox: { ...standard.outbox, resendAfterAbsence: policy },
  })
  const shop = await openCounter({ profile })
  const ids: string[] = []
  const sell = async (): Promise<void> => {
    const fate = pick(FATES)
    const times = 1 + whole(3)
    if (fate === 'nameNotFound') shop.bank.faults.add({ on: 'logTransaction', times, fault: { kind: fate } })
    else if (fate !== 'none') {
      shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: fate === 'dropTaken' } })
    }
    const id = `SEED-${seed}-${ids.length}`
    ids.push(id)
    await shop.record(String(100 + whole(900)), { transactionId: id })
  }
  for (let left = 2 + whole(5); left > 0; left -= 1) {
    await sell()
    await shop.time.pass(whole(90_000))
  }
  // Often some wait because the bank cannot be reached, or one is being sent at that moment.
  const atThatMoment = whole(4)
  if (atThatMoment < 2) {
    shop.bank.faults.add({ on: 'logTransaction', times: 'always', fault: { kind: 'nameNotFound' } })
    await sell()
    await sell()
  } else if (atThatMoment === 2) {
    await sell()
    await shop.time.pass(whole(300))
  }
  const giving = shop.backend().handlers['backup.giveAway']({})
  await shop.time.pass(90_000)
  expect(await giving).toMatchObject({ ok: true, value: { kind: 'made' } })
  // The old one may be opened again, and does nothing.
  if (whole(3) > 0) await shop.restart()
  const empty = mkdtempSync(path.join(tmpdir(), 'tillside-given-'))
  const other = await openCounter({ profile, beside: { counter: shop, files: empty } })
  rmSync(empty, { recursive: true, force: true })
  other.desk.pickBackup(shop.desk.saved.at(-1)?.bytes ?? null)
  expect(await other.backend().handlers['backup.choose']({})).toMatchObject({ value: { kind: 'right' } })
  await other.backend().handlers['backup.bring']({})
  await other.restart()
  await other.time.pass(whole(5 * 60_000))
  // From now on both reach the bank.
  shop.bank.faults.clear()
  await other.record('55', { transactionId: `SEED-${seed}-NEW` })
  await other.time.pass(2 * HOUR_MS)
  return { shop, other, ids }
}

test.for(Array.from({ length: extent(40, 6) }, (_, index) => 20_261_126 + index))(
  'seed %i: given away at any moment, no sale is lost, none is paid twice, and each comes to rest',
  async (seed) => {
    const { shop, other, ids } = await historyOf(seed)
    try {
      for (const id of [...ids, `SEED-${seed}-NEW`]) {
        const { sale } = await other.sale(id)
        const count = shop.bank.settlementCount(id)
        expect(count, id).toBeLessThanOrEqual(1)
        // What the bank has is accepted; what it has not waits for a person.
        expect(sale.state, id).toBe(count === 1 ? 'accepted' : 'review')
      }
      expect(shop.bank.settlementCount(`SEED-${seed}-NEW`)).toBe(1)
    } finally {
      await other.close()
      await shop.close()
    }
  },
)
