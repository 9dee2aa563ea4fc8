import { afterEach, expect, test } from 'vitest'
import { openCounter, type Counter } from '../testing/counter.ts'
import { createFailingDisk, type FailingDisk } from '../testing/failingDisk.ts'

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(disk: FailingDisk): Promise<Counter> {
  counter = await openCounter({ disk: disk.wrap })
  return counter
}

type Said = { readonly id: string; readonly isSaved: boolean }

async function say(shop: Counter, id: string, amountText: string): Promise<Said> {
  const answer = await shop.backend().handlers['sales.record']({
    amountText,
    transactionId: id,
    note: '',
    confirmedAmount: true,
    confirmedSecondSale: true,
  })
  if (!answer.ok) expect(answer.error.code).toBe('notSaved')
  return { id, isSaved: answer.ok }
}

/**
 * A sale reported as saved is there and was settled once, or is being checked and was not settled: a claim whose commit
 * failed and took effect looks like an interrupted send. A sale reported as unsaved never reached the bank.
 */
async function expectTrue(shop: Counter, said: readonly Said[]): Promise<void> {
  for (const { id, isSaved } of said) {
    const found = await shop.backend().handlers['sales.get']({ transactionId: id })
    const state = found.ok ? found.value.sale.state : 'none'
    const times = shop.bank.settlementCount(id)
    if (isSaved && times === 0) expect({ id, state }).toEqual({ id, state: 'unknown' })
    else if (isSaved) expect({ id, state, times }).toEqual({ id, state: 'accepted', times: 1 })
    else expect({ id, times, isOpen: state === 'queued' }).toEqual({ id, times: 0, isOpen: false })
  }
}

/** From the first row of the first sale to the acceptance of the second: dense where transactions meet. */
const CALLS = [1, 2, 3, 4, 5, 6, 7, 9, 11, 14, 18, 24] as const

const CASES = [
  { name: 'full disk, once, before the write', errcode: 13, afterCommit: false, isLasting: false },
  { name: 'I/O error, once, reported after the commit', errcode: 10, afterCommit: true, isLasting: false },
  { name: 'full disk for a minute, before the write', errcode: 13, afterCommit: false, isLasting: true },
  {
    name: 'I/O errors for a minute, each reported after the commit',
    errcode: 10,
    afterCommit: true,
    isLasting: true,
  },
] as const

test.for(CASES)(
  '$name, at any call of two sales: nothing lost, nothing sent twice, nothing untrue',
  async (kind) => {
    for (const call of CALLS) {
      const disk = createFailingDisk('refused', kind.errcode)
      const shop = await open(disk)
      disk.failAt(call, kind)
      const said = [await say(shop, 'FIRST', '100')]
      await shop.time.pass(3_000)
      said.push(await say(shop, 'SECOND', '200'))
      await shop.time.pass(60_000)
      disk.repair()
      await shop.time.pass(5 * 60_000)
      said.push(await say(shop, 'THIRD', '300'))
      await shop.time.pass(2 * 60_000)
      expect(said.at(-1)?.isSaved).toBe(true)
      await expectTrue(shop, said)
      await shop.close()
      counter = undefined
    }
  },
)

test('a commit that failed but took effect is reported as saved, and is sent once', async () => {
  const disk = createFailingDisk('disk I/O error', 10)
  const shop = await open(disk)
  disk.failAt(1, { afterCommit: true, isLasting: false })
  // Insert and audit are calls of the same transaction; its commit is the third.
  disk.failAt(3, { afterCommit: true, isLasting: false })
  expect(await say(shop, 'HALF', '100')).toEqual({ id: 'HALF', isSaved: true })
  await shop.time.pass(60_000)
  expect(shop.bank.settlementCount('HALF')).toBe(1)
})

test('reported as unsaved, found in the file later: removed with the reason, never sent', async () => {
  const disk = createFailingDisk('disk I/O error', 10)
  const shop = await open(disk)
  disk.failAt(3, { afterCommit: true, isLasting: true })
  expect((await say(shop, 'GHOST', '100')).isSaved).toBe(false)
  await shop.time.pass(10_000)
  disk.repair()
  await shop.time.pass(5 * 60_000)
  expect((await shop.sale('GHOST')).sale).toMatchObject({ state: 'cancelled', sendCount: 0 })
  expect(shop.bank.settlementCount('GHOST')).toBe(0)
})

test('the same typed reference again, after a commit that took effect, is that sale', async () => {
  const disk = createFailingDisk('disk I/O error', 10)
  const shop = await open(disk)
  shop.setOnline(false)
  disk.failAt(3, { afterCommit: true, isLasting: true })
  expect((await say(shop, 'AGAIN', '100')).isSaved).toBe(false)
  disk.repair()
  expect((await say(shop, 'AGAIN', '100')).isSaved).toBe(true)
})

test('while the disk fails, the screen is told, nothing is sent, and it recovers by itself', async () => {
  const disk = createFailingDisk()
  const shop = await open(disk)
  disk.failAt(1, { afterCommit: false, isLasting: true })
  expect((await say(shop, 'FULL', '100')).isSaved).toBe(false)
  const view = async (): Promise<unknown> => shop.backend().handlers['storage.get']({})
  expect(await view()).toMatchObject({ value: { status: 'failing' } })
  const told = shop.events.filter(({ name }) => name === 'storage.changed').at(-1)
  expect(told?.payload).toMatchObject({ status: 'failing' })
  await shop.time.pass(5 * 60_000)
  expect(shop.bank.requestCount('logTransaction')).toBe(0)
  disk.repair()
  await shop.time.pass(61_000)
  expect(await view()).toMatchObject({ value: { status: 'sound', news: null } })
  expect((await say(shop, 'FULL', '100')).isSaved).toBe(true)
  await shop.time.pass(60_000)
  expect(shop.bank.settlementCount('FULL')).toBe(1)
})

test('a young sale from before a reopening is searched for before it is sent', async () => {
  const disk = createFailingDisk('disk I/O error', 10)
  const shop = await open(disk)
  shop.bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'nameNotFound' } })
  expect((await say(shop, 'YOUNG', '100')).isSaved).toBe(true)
  disk.failAt(1, { afterCommit: false, isLasting: false })
  expect((await say(shop, 'FAILS', '200')).isSaved).toBe(false)
  shop.bank.faults.clear()
  const from = shop.wire.length
  await shop.time.pass(30_000)
  const calls = shop.wire.slice(from).map(({ url }) => new URL(url).pathname.split('/').at(-1))
  const searches = calls
    .slice(0, calls.indexOf('logtransaction'))
    .filter((name) => name === 'searchtransaction')
  // One is the gate's, of one row; the other is the complete search.
  expect(searches.length).toBeGreaterThanOrEqual(2)
  expect(shop.bank.settlementCount('YOUNG')).toBe(1)
})
