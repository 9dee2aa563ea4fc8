import { expect, test } from 'vitest'
import { callError } from '../../shared/callError.ts'
import { ok } from '../../shared/result.ts'
import type { SaleView } from '../../shared/sale.ts'
import { createClient } from '../client.ts'
import { createBridgeDouble, type BridgeDouble, type DoubleFacts } from '../testing/bridgeDouble.ts'
import { cashier, FIXED_NOW_MS, saleOf, saleOfEveryState } from '../testing/fixtures.ts'
import { newsOf } from '../testing/salesDouble.ts'
import { type AppStore, createAppStore } from './store.ts'
import type { ListName, Screen } from './types.ts'

interface Opened {
  readonly double: BridgeDouble
  readonly store: AppStore
  /** The lists that were read since the last time that this was asked, by their filter. */
  readonly reads: () => readonly string[]
  readonly ids: (name: ListName) => readonly string[]
}

async function openApp(facts: Partial<DoubleFacts>, screen: Screen = 'sale'): Promise<Opened> {
  const double = createBridgeDouble(facts)
  const store = createAppStore(createClient(double), () => FIXED_NOW_MS)
  await store.getState().start()
  if (screen !== 'sale') store.getState().show(screen)
  await settled()
  let seen = double.asked.length
  return {
    double,
    store,
    reads: () => {
      const since = double.asked.slice(seen).filter(({ name }) => name === 'sales.page')
      seen = double.asked.length
      return since.map(({ request }) => (request as { filter: string }).filter)
    },
    ids: (name) => store.getState().lists[name].ids,
  }
}

/** Lets every answer that is already on its way arrive. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
}

const queued = (count: number): readonly SaleView[] =>
  Array.from({ length: count }, (_, place) =>
    saleOf({ transactionId: `S-${place + 1}`, sequence: place + 1, amountKobo: (place + 1) * 100 }),
  )

const withState = (sales: readonly SaleView[], transactionId: string, part: Partial<SaleView>): SaleView[] =>
  sales.map((sale) => (sale.transactionId === transactionId ? { ...sale, ...part } : sale))

const accepted = { state: 'accepted', settlement: 'unpaid', acceptedAtMs: 5, sendCount: 1 } as const

test('recording a sale reads no list: its row stands on top, and count and sum are right', async () => {
  const { store, reads, ids } = await openApp({ sales: saleOfEveryState() })
  const { totalCount, totalKobo } = store.getState().lists.today
  const openBefore = store.getState().lists.open.totalCount
  store.getState().setDraft({ amountText: '7777', transactionId: 'NEW' })
  await store.getState().submitEntry()
  await settled()
  expect(reads()).toEqual([])
  expect(ids('today')[0]).toBe('NEW')
  expect(ids('open').at(-1)).toBe('NEW')
  expect(store.getState().lists.today).toMatchObject({
    totalCount: totalCount + 1,
    totalKobo: totalKobo + 777_700,
  })
  expect(store.getState().lists.open.totalCount).toBe(openBefore + 1)
})

test('a sale that goes its way reads no list: it changes its state, and leaves what is open', async () => {
  const sales = queued(3)
  const { double, store, reads, ids } = await openApp({ sales })
  double.change({ sales: withState(sales, 'S-1', { state: 'sending', sendCount: 1 }) })
  expect(store.getState().sales['S-1']?.sale.state).toBe('sending')
  double.change({ sales: withState(sales, 'S-1', accepted) })
  await settled()
  expect(reads()).toEqual([])
  expect(ids('open')).toEqual(['S-2', 'S-3'])
  expect(ids('today')).toEqual(['S-3', 'S-2', 'S-1'])
  expect(store.getState().lists.open).toMatchObject({ totalCount: 2, totalKobo: 500 })
})

test('the first page of all sales takes a new one on top and lets its last row go', async () => {
  const sales = queued(60)
  const { double, store, reads, ids } = await openApp({ sales }, 'transactions')
  double.change({ sales: [...sales, saleOf({ transactionId: 'NEW', sequence: 61, amountKobo: 5 })] })
  await settled()
  expect(reads()).toEqual([])
  expect([ids('transactions').length, ids('transactions')[0], ids('transactions').at(-1)]).toEqual([
    50,
    'NEW',
    'S-12',
  ])
  expect(store.getState().lists.transactions).toMatchObject({ totalCount: 61, totalKobo: 183_005 })
})

test('a change on a page that is not shown reads nothing', async () => {
  const sales = queued(60)
  const { double, store, reads, ids } = await openApp({ sales }, 'transactions')
  double.change({ sales: withState(sales, 'S-3', accepted) })
  await settled()
  expect(reads()).toEqual([])
  store.getState().turnPage('transactions', 50)
  await settled()
  expect(reads()).toEqual(['all'])
  const before = ids('transactions')
  double.change({ sales: withState(double.facts().sales, 'S-59', accepted) })
  await settled()
  expect(reads()).toEqual([])
  expect(ids('transactions')).toEqual(before)
})

test('a new sale moves every later page, which is read anew once', async () => {
  const sales = queued(60)
  const { double, store, reads, ids } = await openApp({ sales }, 'transactions')
  store.getState().turnPage('transactions', 50)
  await settled()
  reads()
  double.change({ sales: [...sales, saleOf({ transactionId: 'NEW', sequence: 61 })] })
  await settled()
  expect(reads()).toEqual(['all'])
  expect(ids('transactions')[0]).toBe('S-11')
})

test('a row that leaves a full page makes that one list be read anew, once', async () => {
  const sales = queued(60)
  const { double, reads, ids } = await openApp({ sales }, 'waiting')
  double.change({ sales: withState(sales, 'S-1', accepted) })
  await settled()
  expect(reads()).toEqual(['waiting'])
  expect([ids('waiting')[0], ids('waiting').at(-1)]).toEqual(['S-2', 'S-51'])
})

test('what comes to need a person moves to the top of a whole list without a reading', async () => {
  const sales = queued(4)
  const { double, reads, ids } = await openApp({ sales }, 'waiting')
  double.change({ sales: withState(sales, 'S-3', { state: 'review', reviewReason: 'unsettled' }) })
  await settled()
  expect(reads()).toEqual([])
  expect(ids('waiting')).toEqual(['S-3', 'S-1', 'S-2', 'S-4'])
})

test('a search is read anew for a sale that may be in it, and for no other', async () => {
  const sales = queued(3)
  const { double, store, reads, ids } = await openApp({ sales }, 'transactions')
  store.getState().setQuery({ search: 'S-' })
  await settled()
  reads()
  double.change({ sales: withState(sales, 'S-2', accepted) })
  await settled()
  expect([reads(), store.getState().sales['S-2']?.sale.state]).toEqual([[], 'accepted'])
  const other = saleOf({ transactionId: 'OTHER', sequence: 4 })
  double.change({ sales: [...double.facts().sales, other] })
  await settled()
  expect(reads()).toEqual([])
  double.change({ sales: [...double.facts().sales, saleOf({ transactionId: 'S-5', sequence: 5 })] })
  await settled()
  expect([reads(), ids('transactions')]).toEqual([['all'], ['S-5', 'S-3', 'S-2', 'S-1']])
})

test('a decision of a manager reads no list of its own beside what main tells of it', async () => {
  const sales = withState(queued(60), 'S-2', { state: 'review', reviewReason: 'unsettled' })
  const { double, store, reads } = await openApp(
    { sales, access: { ...cashier, role: 'manager' } },
    'waiting',
  )
  store.getState().openDetail('S-1')
  await settled()
  const asked = (): number => double.asked.filter(({ name }) => name === 'sales.get').length
  const before = asked()
  expect(await store.getState().removeSale('S-1', 'typed twice')).toBeNull()
  await settled()
  expect(reads()).toEqual(['waiting'])
  expect(asked() - before).toBe(1)
})

test('the open sale is read anew where it is among the changed, and else not', async () => {
  const sales = queued(3)
  const { double, store } = await openApp({ sales }, 'transactions')
  store.getState().openDetail('S-1')
  await settled()
  const asked = (): number => double.asked.filter(({ name }) => name === 'sales.get').length
  const before = asked()
  double.change({ sales: withState(sales, 'S-2', accepted) })
  await settled()
  expect(asked()).toBe(before)
  double.change({ sales: withState(double.facts().sales, 'S-1', accepted) })
  await settled()
  expect(asked()).toBe(before + 1)
})

test('too many changes for one telling read each list that is shown once, and the open sale', async () => {
  const { double, store, reads, ids } = await openApp({ sales: queued(5) }, 'transactions')
  store.getState().openDetail('S-1')
  await settled()
  const asked = (): number => double.asked.filter(({ name }) => name === 'sales.get').length
  const before = asked()
  double.change({ sales: queued(300) })
  await settled()
  expect([reads(), asked() - before]).toEqual([['all'], 1])
  expect([ids('transactions').length, ids('transactions')[0]]).toEqual([50, 'S-300'])
})

test('an answer that is older than what was told meanwhile is not the last word', async () => {
  const sales = queued(3)
  const { double, store, reads, ids } = await openApp({ sales })
  const slow = Promise.withResolvers<unknown>()
  double.answerNext('sales.page', slow.promise)
  store.getState().refreshList('open')
  double.change({ sales: withState(sales, 'S-1', accepted) })
  slow.resolve(ok({ sales: [...sales], totalCount: 3, totalKobo: 600, revision: 1 }))
  await settled()
  expect(ids('open')).toEqual(['S-2', 'S-3'])
  expect(store.getState().sales['S-1']?.sale.state).toBe('accepted')
  expect(reads()).toEqual(['waiting', 'waiting'])
})

test('an answer that has what was told meanwhile is not asked for twice', async () => {
  const sales = queued(3)
  const { double, store, reads, ids } = await openApp({ sales })
  const slow = Promise.withResolvers<unknown>()
  double.answerNext('sales.page', slow.promise)
  store.getState().refreshList('open')
  double.change({ sales: withState(sales, 'S-1', accepted) })
  const after = double.facts().sales.slice(1)
  slow.resolve(ok({ sales: after, totalCount: 2, totalKobo: 500, revision: 2 }))
  await settled()
  expect(ids('open')).toEqual(['S-2', 'S-3'])
  expect(reads()).toEqual(['waiting'])
})

test('a list that could not be read is read anew with the next change', async () => {
  const sales = queued(3)
  const { double, store, reads } = await openApp({ sales })
  double.answerNext('sales.page', callError('internal'))
  store.getState().refreshList('open')
  await settled()
  expect(store.getState().lists.open.couldNotRead).toBe(true)
  reads()
  double.change({ sales: withState(sales, 'S-3', { state: 'sending', sendCount: 1 }) })
  await settled()
  expect(reads()).toEqual(['waiting'])
  expect(store.getState().lists.open.couldNotRead).toBe(false)
})

test('what was told and did not come here makes the list be read anew', async () => {
  const sales = queued(3)
  const { double, reads, ids } = await openApp({ sales }, 'transactions')
  const changed = withState(sales, 'S-1', accepted)
  double.emit('sales.changed', newsOf(sales, changed, 9, 8))
  await settled()
  expect([reads(), ids('transactions')]).toEqual([['all'], ['S-3', 'S-2', 'S-1']])
})

test('news that is older than what was told changes nothing', async () => {
  const sales = queued(2)
  const { double, store } = await openApp({ sales })
  double.change({ sales: withState(sales, 'S-1', accepted) })
  double.emit('sales.changed', newsOf([], sales, 1))
  await settled()
  expect(store.getState().sales['S-1']?.sale.state).toBe('accepted')
})
