import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../testing/counter.ts'
import { createFailingDisk } from '../testing/failingDisk.ts'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

const KEY = 'notSaved'
const ghost = {
  amountText: '100',
  transactionId: 'GHOST',
  note: '',
  confirmedAmount: true,
  confirmedSecondSale: true,
}

/** A commit fails and takes effect, and the file cannot be reopened: a person is told that GHOST is not saved. */
async function saidNotSaved(transactionId = ghost.transactionId) {
  const disk = createFailingDisk('disk I/O error', 10)
  const shop = await openCounter({ disk: disk.wrap })
  counter = shop
  await shop.time.pass(5_000)
  disk.failAt(3, { afterCommit: true, isLasting: true })
  const enter = (more: Partial<typeof ghost> = {}): unknown =>
    shop.backend().handlers['sales.record']({ ...ghost, ...more })
  expect(await enter({ transactionId })).toMatchObject({ error: { code: 'notSaved' } })
  return { shop, disk, enter }
}

test('a commit fails and takes effect, and "not saved" is reported twice: the sale is never sent', async () => {
  const { shop, disk, enter } = await saidNotSaved()
  expect(await enter()).toMatchObject({ error: { code: 'notSaved' } })
  await shop.time.pass(10_000)
  disk.repair()
  await shop.time.pass(5 * 60_000)
  expect((await shop.sale('GHOST')).sale.state).toBe('cancelled')
  expect(shop.bank.settlementCount('GHOST')).toBe(0)
})

test.each([
  ['another amount', { amountText: '200' }],
  ['another amount, in small letters', { amountText: '200', transactionId: 'ghost' }],
])('"not saved", then the same reference with %s: the first entry is not sent', async (_what, more) => {
  const { shop, disk, enter } = await saidNotSaved()
  disk.repair()
  expect(await enter(more)).toMatchObject({
    error: { code: 'invalid', fields: [{ problem: 'used' }], sale: { state: 'cancelled' } },
  })
  await shop.time.pass(5 * 60_000)
  expect((await shop.sale('GHOST')).sale.state).toBe('cancelled')
  expect(shop.bank.settlementCount('GHOST')).toBe(0)
})

test('"not saved" without a slip, then entered again: it is that sale, and not a second one beside a removed one', async () => {
  const { shop, disk, enter } = await saidNotSaved('')
  await shop.time.pass(500)
  disk.repair()
  expect(await enter({ transactionId: '', confirmedSecondSale: false })).toMatchObject({ ok: true })
  await shop.time.pass(5 * 60_000)
  expect(shop.bank.commits()).toHaveLength(1)
})

test('"not saved", then a restart: the sale is removed before anything is sent', async () => {
  const { shop, disk } = await saidNotSaved()
  await shop.restart(() => disk.repair())
  await shop.time.pass(5 * 60_000)
  expect((await shop.sale('GHOST')).sale.state).toBe('cancelled')
  expect(shop.bank.settlementCount('GHOST')).toBe(0)
  expect(shop.settings.get(KEY)).toEqual([])
})

test('"not saved", then saved after all: no later start removes the sale', async () => {
  const { shop, disk, enter } = await saidNotSaved()
  disk.repair()
  expect(await enter()).toMatchObject({ ok: true })
  await shop.restart()
  await shop.time.pass(5 * 60_000)
  expect((await shop.sale('GHOST')).sale.state).toBe('accepted')
  expect(shop.bank.settlementCount('GHOST')).toBe(1)
})

test('if it cannot be stored that a sale is saved after all, it is again reported as not saved', async () => {
  const { shop, disk, enter } = await saidNotSaved()
  disk.repair()
  const { set } = shop.settings
  shop.settings.set = () => {
    throw new Error('no space')
  }
  expect(await enter()).toMatchObject({ error: { code: 'notSaved' } })
  shop.settings.set = set
  await shop.restart()
  await shop.time.pass(5 * 60_000)
  expect((await shop.sale('GHOST')).sale.state).toBe('cancelled')
  expect(shop.bank.settlementCount('GHOST')).toBe(0)
})

test.each(['rubbish', null, 7, { 0: 'GHOST' }, [7, null, 'X'.repeat(10_000)]])(
  'a damaged stored list stops nothing and removes nothing: %j',
  async (damaged) => {
    const shop = await openCounter()
    counter = shop
    await shop.restart(() => shop.settings.set(KEY, damaged))
    await shop.record('100', { transactionId: 'GHOST' })
    await shop.time.pass(60_000)
    await shop.restart()
    expect((await shop.sale('GHOST')).sale.state).toBe('accepted')
  },
)
