import { expect, test } from 'vitest'
import { callError } from '../../../shared/callError.ts'
import { ok } from '../../../shared/result.ts'
import type { SaleView } from '../../../shared/sale.ts'
import { createClient } from '../../core/client.ts'
import { createBridgeDouble, type BridgeDouble, type DoubleFacts } from '../../testing/bridgeDouble.ts'
import { cashier, FIXED_NOW_MS, saleOf, saleOfEveryState } from '../../testing/fixtures.ts'
import { newsOf } from '../../testing/salesDouble.ts'
import { createAppStore } from '../../app/store.ts'
import type { AppStore, ListName, Screen } from '../../core/types.ts'
import { settled } from '../../testing/openApp.ts'

interface Opened {
  readonly double: BridgeDouble
  readonly store: AppStore
  /** The lists that were read since the last call, by their filter. */
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
      const since = double.asked
        .slice(seen)
        .filter(({ name }) => name === 'sales.page' || name === 'todo.page')
      seen = double.asked.length
      return since.map(({ request }) => (request as { filter?: string }).filter ?? 'todo')
    },
    ids: (name) => store.getState().lists[name].ids,
  }
}

const queued = (count: number): readonly SaleView[] =>
  Array.from({ length: count }, (_, place) =>
    saleOf({ transactionId: `S-${place + 1}`, sequence: place + 1, amountKobo: (place + 1) * 100 }),
  )

const withState = (sales: readonly SaleView[], transactionId: string, part: Partial<SaleView>): SaleView[] =>
  sales.map((sale) => (sale.transactionId === transactionId ? { ...sale, ...part } : sale))

const accepted = { state: 'accepted', standing: 'onItsWay', acceptedAtMs: 5, sendCount: 1 } as const

test('a change reads the lists in view again, each once, and no other', async () => {
  const { store, reads, ids } = await openApp({ sales: saleOfEveryState() })
  const { totalCount, totalKobo } = store.getState().lists.today
  store.getState().setDraft({ amountText: '7777', transactionId: 'NEW' })
  await store.getState().submitEntry()
  await settled()
  expect(reads()).toEqual(['all', 'waiting'])
  expect(ids('today')[0]).toBe('NEW')
  expect(ids('open').at(-1)).toBe('NEW')
  expect(store.getState().lists.today).toMatchObject({
    totalCount: totalCount + 1,
    totalKobo: totalKobo + 777_700,
  })
})

test('a row in view changes with the event, before its list is read', async () => {
  const sales = queued(3)
  const { double, store, ids } = await openApp({ sales })
  double.change({ sales: withState(sales, 'S-1', accepted) })
  expect(store.getState().sales['S-1']?.sale.state).toBe('accepted')
  await settled()
  expect(ids('open')).toEqual(['S-2', 'S-3'])
  expect(store.getState().lists.open).toMatchObject({ totalCount: 2, totalKobo: 500 })
})

test('the page in view stays the page in view', async () => {
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

test('after a manager’s decision only main’s event updates the lists', async () => {
  const sales = withState(queued(60), 'S-2', { state: 'review', reviewReason: 'unsettled' })
  const { double, store, reads } = await openApp({ sales, access: { ...cashier, role: 'manager' } }, 'todo')
  store.getState().openDetail('S-1')
  await settled()
  const asked = (): number => double.asked.filter(({ name }) => name === 'sales.get').length
  const before = asked()
  expect(await store.getState().removeSale('S-1', 'typed twice')).toBeNull()
  await settled()
  expect(reads()).toEqual(['todo'])
  expect(asked() - before).toBe(1)
})

test('the open sale is read again only where it is among the changed ones', async () => {
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

test('too many changes for one event: each list in view is read once, and the open sale', async () => {
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

test('an answer that is older than an event in between is followed by another reading', async () => {
  const sales = queued(3)
  const { double, store, reads, ids } = await openApp({ sales })
  const slow = Promise.withResolvers<unknown>()
  double.answerNext('sales.page', slow.promise)
  store.getState().refreshList('open')
  double.change({ sales: withState(sales, 'S-1', accepted) })
  slow.resolve(ok({ sales: [...sales], totalCount: 3, totalKobo: 600, none: null, order: null, revision: 1 }))
  await settled()
  expect(ids('open')).toEqual(['S-2', 'S-3'])
  expect(store.getState().sales['S-1']?.sale.state).toBe('accepted')
  expect(reads()).toEqual(['waiting', 'all', 'waiting'])
})

test('an answer that includes the event in between is not asked for twice', async () => {
  const sales = queued(3)
  const { double, store, reads, ids } = await openApp({ sales })
  const slow = Promise.withResolvers<unknown>()
  double.answerNext('sales.page', slow.promise)
  store.getState().refreshList('open')
  double.change({ sales: withState(sales, 'S-1', accepted) })
  const after = double.facts().sales.slice(1)
  slow.resolve(ok({ sales: after, totalCount: 2, totalKobo: 500, none: null, order: null, revision: 2 }))
  await settled()
  expect(ids('open')).toEqual(['S-2', 'S-3'])
  expect(reads()).toEqual(['waiting', 'all'])
})

test('a list that could not be read is read again with the next change', async () => {
  const sales = queued(3)
  const { double, store, reads } = await openApp({ sales })
  double.answerNext('sales.page', callError('internal'))
  store.getState().refreshList('open')
  await settled()
  expect(store.getState().lists.open.couldNotRead).toBe(true)
  reads()
  double.change({ sales: withState(sales, 'S-3', { state: 'sending', sendCount: 1 }) })
  await settled()
  expect(reads()).toEqual(['all', 'waiting'])
  expect(store.getState().lists.open.couldNotRead).toBe(false)
})

test('an event of a revision that the list has already reads nothing', async () => {
  const sales = queued(3)
  const { double, reads } = await openApp({ sales }, 'transactions')
  double.emit('sales.changed', newsOf(sales, withState(sales, 'S-1', accepted), 1))
  await settled()
  expect(reads()).toEqual([])
})

test('an event that is older than the last one changes nothing', async () => {
  const sales = queued(2)
  const { double, store } = await openApp({ sales })
  double.change({ sales: withState(sales, 'S-1', accepted) })
  double.emit('sales.changed', newsOf([], sales, 1))
  await settled()
  expect(store.getState().sales['S-1']?.sale.state).toBe('accepted')
})
