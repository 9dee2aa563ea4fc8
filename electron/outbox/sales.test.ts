import { afterEach, expect, test } from 'vitest'
import type { CallError, FieldProblem } from '../../shared/callError.ts'
import type { SaleView } from '../../shared/sale.ts'
import { todayTotal } from '../../shared/today.ts'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'
import { cutNetwork, restoreNetwork } from '../testing/troubles.ts'

const MINUTE_MS = 60_000

let counter: Counter | undefined
afterEach(async () => {
  await counter?.close()
  counter = undefined
})

async function open(setup: CounterSetup = {}): Promise<Counter> {
  counter = await openCounter(setup)
  return counter
}

const entry = {
  amountText: '1500',
  transactionId: '',
  note: '',
  confirmedAmount: false,
  confirmedSecondSale: false,
}

interface Refusal {
  readonly code: CallError['code']
  readonly fields?: readonly FieldProblem[]
  readonly sale?: SaleView | undefined
  readonly otherCount?: number
}

async function refusalOf(shop: Counter, change: Partial<typeof entry>): Promise<Refusal> {
  const result = await shop.backend().handlers['sales.record']({ ...entry, ...change })
  if (result.ok) throw new Error('the sale was recorded')
  return result.error
}

async function countOf(shop: Counter): Promise<number> {
  const page = await shop
    .backend()
    .handlers['sales.page']({ filter: 'all', search: '', offset: 0, limit: 10 })
  return page.ok ? page.value.totalCount : -1
}

test.for([
  ['0', 'zero'],
  ['-5', 'negative'],
  ['1e6', 'notANumber'],
  ['1500.555', 'tooFine'],
  ['١٥٠٠', 'otherDigits'],
  ['1500,50', 'badGrouping'],
  ['9'.repeat(1_000_000), 'tooLarge'],
  ['', 'empty'],
] as const)(
  'the amount %s is refused at its field and nothing is recorded',
  async ([amountText, problem]) => {
    const shop = await open()
    expect((await refusalOf(shop, { amountText })).fields).toEqual([{ field: 'amount', problem }])
    expect(await countOf(shop)).toBe(0)
  },
)

test.for([
  ['two words', 'characters'],
  ['🐐-1', 'characters'],
  ['A'.repeat(10_000), 'tooLong'],
] as const)(
  'the reference %s is refused at its field and nothing is recorded',
  async ([transactionId, problem]) => {
    const shop = await open()
    expect((await refusalOf(shop, { transactionId })).fields).toEqual([{ field: 'transactionId', problem }])
    expect(await countOf(shop)).toBe(0)
  },
)

test('all problems are named at once', async () => {
  const shop = await open()
  const { fields } = await refusalOf(shop, { amountText: '0', transactionId: 'a b', note: 'n'.repeat(201) })
  expect(fields?.map(({ field }) => field)).toEqual(['amount', 'transactionId', 'note'])
})

test('a reference is taken once and for ever, even after its sale was removed', async () => {
  const shop = await open()
  shop.setOnline(false)
  shop.bank.faults.add({ on: 'any', times: 'always', fault: { kind: 'nameNotFound' } })
  await shop.record('100', { transactionId: 'ONCE-1' })
  await shop.becomeManager()
  await shop.backend().handlers['sales.cancel']({ transactionId: 'ONCE-1', reason: 'typed twice' })
  const { fields } = await refusalOf(shop, { transactionId: 'ONCE-1', amountText: '200' })
  expect(fields).toEqual([{ field: 'transactionId', problem: 'used' }])
})

test('made references are all different and pass the rule for typed ones', async () => {
  const shop = await open()
  const made = new Set<string>()
  for (let sale = 1; sale <= 20; sale += 1) made.add((await shop.record(String(sale))).transactionId)
  expect(made.size).toBe(20)
  for (const transactionId of made) expect(transactionId).toMatch(/^[0-9A-Z]{26}$/u)
})

test('an amount at the limit asks first, and is recorded once it is confirmed', async () => {
  const shop = await open()
  expect((await refusalOf(shop, { amountText: '1000000' })).code).toBe('needsAmountConfirmation')
  expect((await shop.record('1000000', { confirmedAmount: true })).amountKobo).toBe(100_000_000)
})

test('the same amount within two minutes asks first; after that, or with another amount, it does not', async () => {
  const shop = await open()
  await shop.record('1500')
  expect((await refusalOf(shop, {})).code).toBe('needsSecondSaleConfirmation')
  await shop.record('1501', { confirmedSecondSale: false })
  await shop.time.pass(2 * 60_000)
  await shop.record('1500', { confirmedSecondSale: false })
})

test('a clock that was set does not switch the question off', async () => {
  const shop = await open()
  await shop.record('1500')
  shop.time.jumpWall(-365 * 24 * 60 * 60_000)
  expect((await refusalOf(shop, {})).code).toBe('needsSecondSaleConfirmation')
})

test('the answer is lost and the bank shows nothing for an hour: the same amount is asked about all the while', async () => {
  const shop = await open()
  shop.bank.changeOptions({ visibleAfterMs: 90 * MINUTE_MS })
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  const { transactionId } = await shop.record('6600')
  const asked = async (): Promise<unknown> => {
    const { code, sale, otherCount } = await refusalOf(shop, { amountText: '6600' })
    return [code, sale?.transactionId, sale?.state, otherCount]
  }
  await shop.time.pass(3 * MINUTE_MS)
  expect(await asked()).toEqual(['needsSecondSaleConfirmation', transactionId, 'unknown', 0])
  await shop.restart()
  await shop.time.pass(60 * MINUTE_MS)
  expect(await asked()).toEqual(['needsSecondSaleConfirmation', transactionId, 'review', 0])
  await shop.time.pass(60 * MINUTE_MS)
  expect((await shop.sale(transactionId)).sale.state).toBe('accepted')
  // Its outcome is known, and the sale is old.
  const second = await shop.record('6600', { confirmedSecondSale: false })
  await shop.time.pass(MINUTE_MS)
  expect(shop.bank.settlementCount(second.transactionId)).toBe(1)
})

test('a sale that has waited for hours is asked about, by its terminal and amount, and yes records the new one', async () => {
  const shop = await open()
  cutNetwork(shop)
  await shop.record('500', { transactionId: 'WAITS-1' })
  await shop.time.pass(5 * 60 * MINUTE_MS)
  const { code, sale } = await refusalOf(shop, { amountText: '500' })
  expect([code, sale?.transactionId]).toEqual(['needsSecondSaleConfirmation', 'WAITS-1'])
  await shop.record('501', { confirmedSecondSale: false })
  await shop.becomeManager()
  const other = shop.bank.terminals()[1]?.terminalId ?? ''
  await shop.backend().handlers['terminals.choose']({ terminalId: other })
  expect((await shop.record('500', { confirmedSecondSale: false })).terminalId).toBe(other)
  const again = await refusalOf(shop, { amountText: '500' })
  expect(again.sale?.terminalId).toBe(other)
  expect((await shop.record('500', { confirmedSecondSale: true })).state).toBe('queued')
})

test('several open ones of an amount: the one that may be at the bank is named, and how many more there are', async () => {
  const shop = await open()
  shop.bank.changeOptions({ visibleAfterMs: 90 * MINUTE_MS })
  shop.bank.faults.add({ on: 'logTransaction', fault: { kind: 'drop', committed: true } })
  await shop.record('700', { transactionId: 'LOST-1' })
  await shop.time.pass(MINUTE_MS)
  cutNetwork(shop)
  await shop.record('700', { transactionId: 'WAITS-2' })
  await shop.record('700', { transactionId: 'WAITS-3' })
  const { sale, otherCount } = await refusalOf(shop, { amountText: '700' })
  expect([sale?.transactionId, sale?.state, otherCount]).toEqual(['LOST-1', 'unknown', 2])
  restoreNetwork(shop)
})

test('a used reference: its sale is named, but nothing of another client’s', async () => {
  const shop = await open()
  cutNetwork(shop)
  await shop.record('3300', { transactionId: 'SLIP-4475' })
  const own = await refusalOf(shop, { amountText: '3300', transactionId: 'slip-4475' })
  expect(own).toMatchObject({
    fields: [{ field: 'transactionId', problem: 'used' }],
    sale: { transactionId: 'SLIP-4475', amountKobo: 330_000, state: 'queued' },
  })
  restoreNetwork(shop)
  await shop.signOut()
  shop.bank.changeOptions({ clientId: 'neighbour' })
  await shop.signIn('neighbour')
  await shop.backend().handlers['terminals.choose']({
    terminalId: shop.bank.terminals()[0]?.terminalId ?? '',
  })
  const others = await refusalOf(shop, { amountText: '3300', transactionId: 'SLIP-4475' })
  expect(others).toMatchObject({ fields: [{ field: 'transactionId', problem: 'used' }] })
  expect(others.sale).toBeUndefined()
})

test('a reference typed in the groups of the screen is that reference, in an entry and in a search', async () => {
  const shop = await open()
  cutNetwork(shop)
  const { transactionId } = await shop.record('100')
  const grouped = transactionId.replaceAll(/.{4}(?=.)/gu, '$& ')
  const used = await refusalOf(shop, { amountText: '200', transactionId: grouped })
  expect(used.sale?.transactionId).toBe(transactionId)
  for (const search of [grouped, grouped.toLowerCase(), grouped.slice(0, 9)]) {
    const page = await shop.backend().handlers['sales.page']({ filter: 'all', search, offset: 0, limit: 10 })
    expect(page).toMatchObject({ value: { sales: [{ transactionId }] } })
  }
})

test('the start of today comes with its count: after midnight neither is yesterday’s', async () => {
  const shop = await open()
  const today = async () => {
    const queue = await shop.backend().handlers['queue.get']({})
    if (!queue.ok) throw new Error('no queue')
    const { todaySinceMs, todayParts } = queue.value
    return { todaySinceMs, today: todayTotal(todayParts) }
  }
  await shop.record('770')
  const midnightMs = (atMs: number): number => new Date(atMs).setHours(0, 0, 0, 0)
  const before = midnightMs(shop.time.clock.wallNowMs())
  expect(await today()).toEqual({ todaySinceMs: before, today: { count: 1, kobo: 77_000 } })
  shop.sleep(24 * 60 * MINUTE_MS)
  const after = midnightMs(shop.time.clock.wallNowMs())
  expect(after).toBeGreaterThan(before)
  expect(await today()).toEqual({ todaySinceMs: after, today: { count: 0, kobo: 0 } })
})

test('a sale recorded while the clock was a day ahead is not of today, here as in Sales', async () => {
  const shop = await open()
  const read = async () => {
    const { handlers } = shop.backend()
    const queue = await handlers['queue.get']({})
    const page = await handlers['sales.page']({
      filter: 'all',
      search: '',
      range: 'today',
      offset: 0,
      limit: 10,
    })
    const days = await handlers['sales.days']({ alsoOf: [], hoursOf: null })
    if (!queue.ok || !page.ok || !days.ok) throw new Error('no answer')
    const last = days.value.days.at(-1)
    const bar = (last?.paid.kobo ?? 0) + (last?.unpaid.kobo ?? 0) + (last?.attention.kobo ?? 0)
    return { today: todayTotal(queue.value.todayParts).kobo, list: page.value.totalKobo, bar }
  }
  const all = (kobo: number) => ({ today: kobo, list: kobo, bar: kobo })
  shop.time.jumpWall(24 * 60 * MINUTE_MS)
  await shop.record('770')
  expect(await read()).toEqual(all(77_000))
  shop.time.jumpWall(-24 * 60 * MINUTE_MS)
  expect(await read()).toEqual(all(0))
  await shop.record('30')
  expect(await read()).toEqual(all(3_000))
})

test('without a sign-in nothing is recorded, and the answer says so', async () => {
  const shop = await open()
  await shop.signOut()
  expect((await refusalOf(shop, {})).code).toBe('notSignedIn')
})

test('a failing disk: the answer says that nothing was saved, and nothing is shown as saved', async () => {
  const shop = await open()
  shop.breakDisk()
  expect((await refusalOf(shop, {})).code).toBe('notSaved')
  shop.mendDisk()
  expect(await countOf(shop)).toBe(0)
})

test('a closed window stops neither recording nor delivery', async () => {
  const shop = await open()
  shop.breakEvents()
  const recorded = await shop.backend().handlers['sales.record'](entry)
  expect(recorded).toMatchObject({ ok: true, value: { state: 'queued' } })
  await shop.time.pass(5_000)
  expect(shop.bank.commits()).toHaveLength(1)
  expect(shop.logLines.join()).toContain('backend.notTold')
})
