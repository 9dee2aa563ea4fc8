import { expect, test } from 'vitest'
import type { ViewPreferences } from '../../shared/viewPreferences.ts'
import { createClient } from '../core/client.ts'
import { createBridgeDouble } from '../testing/bridgeDouble.ts'
import { FIXED_NOW_MS } from '../testing/fixtures.ts'
import { createAppStore } from './store.ts'

const kept: ViewPreferences = {
  paneWidthPx: 512,
  saleFilter: 'accepted',
  saleOrder: 'oldest',
  saleRange: 'yesterday',
  isWelcomed: true,
}

/** Timers run only when the test says so. */
async function open(viewPreferences: ViewPreferences) {
  const bridge = createBridgeDouble({ viewPreferences })
  let due: (() => void) | null = null
  const store = createAppStore(
    createClient(bridge),
    () => FIXED_NOW_MS,
    (_delayMs, run) => {
      due = run
      return () => {
        due = null
      }
    },
  )
  await store.getState().start()
  const rest = (): void => due?.()
  const writes = () => bridge.asked.filter(({ name }) => name === 'viewPreferences.keep')
  return { bridge, store, rest, writes }
}

test('ux 48: filter, order and width come back after a restart; the search is empty and the dates are today’s', async () => {
  const { store, writes } = await open(kept)
  const { paneWidthPx, query, find } = store.getState()
  expect(paneWidthPx).toBe(512)
  expect(query).toEqual({ filter: 'accepted', order: 'oldest', range: 'yesterday', search: '' })
  expect(find.dateFrom).toBe(find.dateTo)
  expect(writes()).toEqual([])
})

test('ux 48: changes are stored once the person pauses, complete and with the last values', async () => {
  const { bridge, store, rest, writes } = await open(kept)
  store.getState().setPaneWidth(430)
  store.getState().setPaneWidth(2_000)
  store.getState().setQuery({ filter: 'refused', search: 'TXN' })
  store.getState().setQuery({ order: 'newest' })
  expect(writes()).toEqual([])
  rest()
  expect(writes().map(({ request }) => request)).toEqual([
    {
      paneWidthPx: 560,
      saleFilter: 'refused',
      saleOrder: 'newest',
      saleRange: 'yesterday',
      isWelcomed: true,
    },
  ])
  expect(bridge.facts().viewPreferences).toEqual({
    paneWidthPx: 560,
    saleFilter: 'refused',
    saleOrder: 'newest',
    saleRange: 'yesterday',
    isWelcomed: true,
  })
})

test('the end of the welcome is stored, and showing it again does not undo it', async () => {
  const { bridge, store, rest } = await open({ ...kept, isWelcomed: false })
  expect(store.getState().welcome).toBe('sale')
  store.getState().showWelcome('checking')
  store.getState().showWelcome(null)
  rest()
  expect(bridge.facts().viewPreferences.isWelcomed).toBe(true)
  store.getState().showWelcome('sale')
  rest()
  expect(bridge.facts().viewPreferences.isWelcomed).toBe(true)
})

test('a search alone stores nothing', async () => {
  const { store, rest, writes } = await open(kept)
  store.getState().setQuery({ search: 'TXN' })
  rest()
  expect(writes()).toEqual([])
})

test('ux 44: the banner’s late sales are under To do, and the search on the other screen stays', async () => {
  const { store } = await open(kept)
  store.getState().setQuery({ search: 'TXN' })
  store.getState().showTodo('late')
  expect(store.getState()).toMatchObject({ screen: 'todo', query: { search: 'TXN' } })
})
