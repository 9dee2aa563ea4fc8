import { afterEach, expect, test } from 'vitest'
import type { SalesFound } from '../../shared/saleFind.ts'
import { openCounter, type Counter, type CounterSetup } from '../testing/counter.ts'
import { cutNetwork, restoreNetwork } from '../testing/troubles.ts'
import { createSaleFinder, READ_MAX, type SaleFinderOptions } from './saleFinder.ts'
import type { FindRow, FindStore } from './store/findStore.ts'

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

async function found(shop: Counter, search: string, before: number | null = null): Promise<SalesFound> {
  const answer = await shop.backend().handlers['sales.find']({ search, before })
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}

/** Each group as `by: references`. */
async function groups(shop: Counter, search: string): Promise<readonly string[]> {
  const { groups: all } = await found(shop, search)
  return all.map(({ by, sales }) => `${by}: ${sales.map(({ transactionId }) => transactionId).join(' ')}`)
}

async function offline(sales: Readonly<Record<string, { amount: string; note?: string }>>): Promise<Counter> {
  const shop = await open()
  cutNetwork(shop)
  for (const [transactionId, { amount, note = '' }] of Object.entries(sales))
    await shop.record(amount, { transactionId, note, confirmedSecondSale: true, confirmedAmount: true })
  return shop
}

test('a sale is found by its reference, its end, its amount and its note, without the bank', async () => {
  const shop = await offline({
    'SLIP-4472': { amount: '12500', note: 'Ẹ̀gúsí for Ṣadé' },
    'SLIP-9001': { amount: '700', note: 'RRN 628911002233' },
  })
  for (const text of ['SLIP-4472', 'slip-4472', 'SLIP 4472', 'slip4472', 'SLIP-4'])
    expect(await groups(shop, text), text).toEqual(['reference: SLIP-4472'])
  for (const text of ['…4472', 'P-4472'])
    expect(await groups(shop, text), text).toEqual(['referenceEnd: SLIP-4472'])
  for (const text of ['12,500', '12500.00', '₦12,500', '12500'])
    expect(await groups(shop, text), text).toEqual(['amount: SLIP-4472'])
  for (const text of ['egusi', 'SADE egusi', 'ṣadé'])
    expect(await groups(shop, text), text).toEqual(['note: SLIP-4472'])
  expect(await groups(shop, '628911002233')).toEqual(['note: SLIP-9001'])
  expect(await groups(shop, 'nowhere')).toEqual([])
  expect(JSON.stringify(shop.wire)).not.toMatch(/egusi|628911002233|nowhere/u)
})

test('the same digits can be an amount, an end and a note: each group is shown, and no sale twice', async () => {
  const shop = await offline({
    'SLIP-4472': { amount: '4472' },
    'BOOK-1': { amount: '4472' },
    'BOOK-2': { amount: '70', note: 'table 4472' },
    '4472-A': { amount: '80' },
  })
  expect(await groups(shop, '4472')).toEqual([
    'reference: 4472-A',
    'referenceEnd: SLIP-4472',
    'amount: BOOK-1',
    'note: BOOK-2',
  ])
  expect((await found(shop, '4472')).searched).toEqual([
    'reference',
    'bankReference',
    'referenceEnd',
    'amount',
    'note',
    'accountName',
  ])
  expect((await found(shop, '₦4,472')).searched).toEqual(['amount', 'note', 'accountName'])
})

test('a sale is found by the bank’s reference: whole, its beginning or its end', async () => {
  const shop = await open()
  await shop.record('1500', { transactionId: 'PAID-1' })
  await shop.time.pass(5 * MINUTE_MS)
  const reference = (await shop.sale('PAID-1')).record?.serviceReference ?? ''
  expect(reference.length).toBeGreaterThan(8)
  for (const text of [reference, reference.toLowerCase(), reference.slice(0, 8), reference.slice(-6)])
    expect(await groups(shop, text), text).toEqual(['bankReference: PAID-1'])
})

test('a sale is found by the account name of its terminal, and never by an account number', async () => {
  const shop = await open()
  await shop.record('1500', { transactionId: 'PAID-1' })
  await shop.time.pass(5 * MINUTE_MS)
  const reading = shop.backend().handlers['terminals.refresh']({})
  await shop.time.pass(5_000)
  await reading
  const terminals = await shop.backend().handlers['terminals.page']({ search: '', offset: 0, limit: 50 })
  const { terminalId } = (await shop.sale('PAID-1')).sale
  const own = terminals.ok ? terminals.value.rows.find((row) => row.terminalId === terminalId) : undefined
  if (own === undefined) throw new Error('the terminal is not in the list')
  expect(await groups(shop, own.accountName.toLowerCase())).toEqual(['accountName: PAID-1'])
  expect(await groups(shop, own.accountEnding)).toEqual([])
  const { record } = await shop.sale('PAID-1')
  expect(await groups(shop, record?.accountEnding ?? 'none')).toEqual([])
})

test('another client’s sales are not searched, and nothing is while signed out', async () => {
  const shop = await offline({ 'OWN-1': { amount: '700', note: 'rice' } })
  await shop.signOut()
  expect(await found(shop, 'rice')).toEqual({
    groups: [],
    searched: [],
    readThrough: { count: 0, oldestAtMs: null, next: null },
  })
  restoreNetwork(shop)
  shop.bank.changeOptions({ clientId: 'neighbour' })
  await shop.signIn('neighbour')
  for (const text of ['rice', '700', 'OWN-1', '…WN-1'])
    expect((await found(shop, text)).groups, text).toEqual([])
})

test('the newest ten of a group are shown, with word of more; a whole reference comes first', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, place) => [`SLIP-1${place}`, { amount: '500' }] as const),
  )
  const shop = await offline({ 'SLIP-1': { amount: '70' }, ...many })
  const [byReference] = (await found(shop, 'SLIP-1')).groups
  expect(byReference).toMatchObject({ by: 'reference', hasMore: true, sales: { length: 10 } })
  expect(byReference?.sales[0]?.transactionId).toBe('SLIP-1')
  expect(byReference?.sales[1]?.transactionId).toBe('SLIP-111')
  expect((await found(shop, '500')).groups[0]).toMatchObject({ by: 'amount', hasMore: true })
})

const OWN = { environment: 'live', partnerUrl: 'https://bank.invalid', clientId: 'merchant' } as const

/** A file of so many sales; the oldest has a note. */
function finderOf(count: number, part: Partial<SaleFinderOptions> = {}) {
  const asked: number[] = []
  let turns = 0
  const row = (sequence: number): FindRow => ({
    sequence,
    transactionId: `SALE${sequence}`,
    terminalId: 'T1',
    note: sequence === 1 ? 'rice' : '',
    recordedAtMs: sequence,
    bankReference: null,
  })
  const finder = createSaleFinder({
    store: {
      *startingWith() {
        yield
        return []
      },
      ofAmount: () => [],
      slice: (_own: unknown, before: number, limit: number) => {
        asked.push(before)
        const last = Math.min(before - 1, count)
        return Array.from({ length: Math.max(0, Math.min(limit, last)) }, (_, place) => row(last - place))
      },
    } as unknown as FindStore,
    destination: () => OWN,
    views: (ids) =>
      ids.filter((id) => id.startsWith('SALE')).map((transactionId) => ({ transactionId }) as never),
    terminalsNamed: () => Promise.resolve(null),
    breathe: () => {
      turns += 1
      return Promise.resolve()
    },
    // Every slice takes longer than a slice may.
    clock: { monotonicNowMs: () => performance.now() + turns * 1_000 + asked.length * 1_000 },
    ...part,
  })
  return { finder, asked, turns: () => turns }
}

test('one search reads a bounded number of sales and gives way after each slice; older ones only on request', async () => {
  const { finder, asked, turns } = finderOf(READ_MAX + 10)
  const first = await finder.find({ search: 'rice', before: null })
  expect(first).toMatchObject({
    ok: true,
    value: { groups: [], readThrough: { count: READ_MAX, oldestAtMs: 11, next: 11 } },
  })
  expect(turns()).toBeGreaterThan(asked.length - 2)
  const older = await finder.find({ search: 'rice', before: 11 })
  expect(older).toMatchObject({
    ok: true,
    value: { groups: [{ by: 'note' }], readThrough: { count: 10, oldestAtMs: 1, next: null } },
  })
})

test('what was read for one client is not shown to the next one', async () => {
  let own: typeof OWN | { [Key in keyof typeof OWN]: string } = OWN
  const { finder } = finderOf(600, {
    destination: () => own as typeof OWN,
    breathe: () => {
      own = { ...OWN, clientId: 'next' }
      return Promise.resolve()
    },
  })
  expect(await finder.find({ search: 'rice', before: null })).toMatchObject({
    ok: false,
    error: { code: 'notSignedIn' },
  })
})
