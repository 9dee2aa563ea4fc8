import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { SaleState, SaleView } from '../../../shared/sale.ts'
import { openCounter, type Counter } from '../../testing/counter.ts'

const opened: Counter[] = []
const copies: string[] = []
afterEach(async () => {
  for (const counter of opened.splice(0)) await counter.close()
  for (const copy of copies.splice(0)) rmSync(copy, { recursive: true, force: true })
})

async function open(setup: Parameters<typeof openCounter>[0] = {}): Promise<Counter> {
  const counter = await openCounter(setup)
  opened.push(counter)
  return counter
}

/** What a backup program would copy of a running counter: the sales file with its log, or the whole folder. */
function copyOf(counter: Counter, what: 'salesFile' | 'folder'): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'tillside-copy-'))
  copies.push(copy)
  cpSync(counter.dataDir, copy, {
    recursive: true,
    filter: (source) =>
      what === 'folder' || source === counter.dataDir || /sales\.db(?:-wal)?$/u.test(source),
  })
  return copy
}

async function sales(counter: Counter): Promise<readonly SaleView[]> {
  const page = await counter
    .backend()
    .handlers['sales.page']({ filter: 'all', search: '', offset: 0, limit: 100 })
  if (!page.ok) throw new Error(page.error.code)
  return page.value.sales
}

const count = async (counter: Counter, state: SaleState): Promise<number> =>
  (await sales(counter)).filter((sale) => sale.state === state).length

const sent = (counter: Counter): readonly string[] =>
  counter.wire
    .filter((request) => request.url.endsWith('/logtransaction'))
    .map((request) => (JSON.parse(request.body ?? '') as { transactionId: string }).transactionId)

const settlementCounts = (counter: Counter, ids: readonly string[]): readonly number[] =>
  ids.map((id) => counter.bank.settlementCount(id))

/** Six sales that waited offline, and a bank that takes two seconds for each. */
async function backlog(): Promise<{ counter: Counter; ids: readonly string[] }> {
  const counter = await open()
  counter.bank.changeOptions({ answerDelayMs: 2_000 })
  counter.bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'refused' } })
  const ids: string[] = []
  for (const amount of ['100', '200', '300', '400', '500', '600']) {
    ids.push((await counter.record(amount)).transactionId)
  }
  expect(sent(counter)).toEqual([])
  return { counter, ids }
}

/** Lets the drain run until `accepted` sales are accepted and the next is in flight. */
async function drainUntil(counter: Counter, accepted: number): Promise<void> {
  counter.bank.faults.clear()
  await counter.backend().handlers['sales.tryNow']({})
  for (let waited = 0; waited < 600; waited += 1) {
    if ((await count(counter, 'accepted')) === accepted && (await count(counter, 'sending')) === 1) return
    await counter.time.pass(100)
  }
  throw new Error('the drain never came so far')
}

const DRAIN_MS = 5 * 60_000

for (const what of ['salesFile', 'folder'] as const) {
  test(`a copy of the ${what} taken in mid-drain, opened elsewhere after the original drained: all is found, nothing is sent`, async () => {
    const { counter: original, ids } = await backlog()
    await drainUntil(original, 2)
    const files = copyOf(original, what)
    await original.time.pass(DRAIN_MS)
    expect(await count(original, 'accepted')).toBe(6)

    const restored = await open({ beside: { counter: original, files } })
    await restored.time.pass(DRAIN_MS)
    expect(sent(restored)).toEqual([])
    expect(await count(restored, 'accepted')).toBe(6)
    expect(settlementCounts(original, ids)).toEqual([1, 1, 1, 1, 1, 1])
  })

  test(`a copy of the ${what} taken in mid-drain, the original lost a little later: the rest is sent, each once`, async () => {
    const { counter: original, ids } = await backlog()
    await drainUntil(original, 2)
    const files = copyOf(original, what)
    await drainUntil(original, 4)
    original.powerOff()
    const settledBefore = ids.filter((id) => original.bank.settlementCount(id) > 0)

    const restored = await open({ beside: { counter: original, files } })
    await restored.time.pass(DRAIN_MS)
    expect(await count(restored, 'accepted')).toBe(6)
    expect(settlementCounts(original, ids)).toEqual([1, 1, 1, 1, 1, 1])
    expect(sent(restored)).toEqual(ids.filter((id) => !settledBefore.includes(id)))
  })
}

test('an old copy that lacks later accepted sales, on another computer: it sends its own rows, and only once', async () => {
  const { counter: original, ids } = await backlog()
  const files = copyOf(original, 'salesFile')
  await drainUntil(original, 5)
  await original.time.pass(DRAIN_MS)
  const later = [(await original.record('700')).transactionId, (await original.record('800')).transactionId]
  await original.time.pass(DRAIN_MS)
  original.powerOff()

  const restored = await open({ beside: { counter: original, files } })
  await restored.time.pass(DRAIN_MS)
  const fresh = (await restored.record('900')).transactionId
  await restored.time.pass(DRAIN_MS)
  expect(sent(restored)).toEqual([fresh])
  expect(await count(restored, 'accepted')).toBe(7)
  expect(settlementCounts(original, [...ids, ...later, fresh])).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1])
})

test('an old copy on another computer: a sale whose row is missing is typed again with its reference, and settled once', async () => {
  const original = await open()
  await original.record('100', { transactionId: 'RRN-1' })
  await original.time.pass(DRAIN_MS)
  const files = copyOf(original, 'salesFile')
  await original.record('200', { transactionId: 'RRN-2' })
  await original.time.pass(DRAIN_MS)
  original.powerOff()

  const restored = await open({ beside: { counter: original, files } })
  await restored.time.pass(DRAIN_MS)
  await restored.record('200', { transactionId: 'RRN-2' })
  await restored.time.pass(DRAIN_MS)
  expect(settlementCounts(original, ['RRN-1', 'RRN-2'])).toEqual([1, 1])
  expect((await restored.sale('RRN-2')).sale.state).toBe('accepted')
})

test('an old copy restored on the same computer: a sale typed again with its reference is found, and settled once', async () => {
  const original = await open()
  await original.record('100', { transactionId: 'RRN-1' })
  await original.time.pass(DRAIN_MS)
  const files = copyOf(original, 'salesFile')
  await original.record('200', { transactionId: 'RRN-2' })
  await original.time.pass(DRAIN_MS)
  await original.restart(() => putBack(original, files))
  expect((await sales(original)).map((sale) => sale.transactionId)).toEqual(['RRN-1'])
  await original.record('200', { transactionId: 'RRN-2' })
  await original.time.pass(DRAIN_MS)
  expect(settlementCounts(original, ['RRN-1', 'RRN-2'])).toEqual([1, 1])
  expect((await original.sale('RRN-2')).sale.state).toBe('accepted')
})

test('a copy from mid-drain restored on the same computer: what was sent since is found, the rest is sent once', async () => {
  const { counter: original, ids } = await backlog()
  await drainUntil(original, 2)
  const files = copyOf(original, 'salesFile')
  await drainUntil(original, 4)
  await original.restart(() => putBack(original, files))
  await original.time.pass(DRAIN_MS)
  const settled = settlementCounts(original, ids)
  expect(settled.every((times) => times <= 1)).toBe(true)
  // What was queued in the copy may have been sent since, so it is looked up first; what the bank does not have needs
  // the absence proof, which takes longer than this.
  const found = (await sales(original)).filter((sale) => sale.state === 'accepted')
  expect(found.map((sale) => sale.transactionId).toSorted()).toEqual(
    ids.filter((_, index) => settled[index] === 1).toSorted(),
  )
})

test('a cloned disk, used by two computers in turns: rows of both are settled once each', async () => {
  const { counter: first, ids } = await backlog()
  const second = await open({
    beside: { counter: first, files: copyOf(first, 'folder'), settings: first.settings },
  })
  // The clone runs at the same time, and neither reaches the bank yet.
  const ofSecond = (await second.record('701')).transactionId
  second.powerOff()
  const ofFirst = (await first.record('702')).transactionId
  await drainUntil(first, 3)
  first.powerOff()
  await second.restart()
  await second.time.pass(DRAIN_MS)
  expect(sent(second).some((id) => first.bank.settlementCount(id) !== 1)).toBe(false)
  second.powerOff()
  await first.restart()
  await first.time.pass(DRAIN_MS)
  first.powerOff()
  await second.restart()
  await second.time.pass(DRAIN_MS)
  const all = [...ids, ofSecond, ofFirst]
  expect(settlementCounts(first, all)).toEqual(all.map(() => 1))
  expect(await count(second, 'accepted')).toBe(7)
  expect(await count(second, 'unknown')).toBe(0)
})

/** Restores a copy over the files of a computer that is off. */
function putBack(counter: Counter, files: string): void {
  for (const name of ['sales.db', 'sales.db-wal']) rmSync(path.join(counter.dataDir, name), { force: true })
  cpSync(files, counter.dataDir, { recursive: true })
}
