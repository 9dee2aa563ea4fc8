import { expect, test } from 'vitest'
import { dayStartMs, startOfDayMs } from '../../../shared/days.ts'
import { createAppStore } from '../../app/store.ts'
import { createClient } from '../../core/client.ts'
import { createBridgeDouble } from '../../testing/bridgeDouble.ts'
import { FIXED_NOW_MS, saleOf } from '../../testing/fixtures.ts'
import { settled } from '../../testing/openApp.ts'

const LONG_AGO_MS = dayStartMs(FIXED_NOW_MS, -9) + 5_000_000
const sales = [
  saleOf({ transactionId: 'OLD-1', sequence: 1, recordedAtMs: LONG_AGO_MS }),
  saleOf({ transactionId: 'NEW-1', sequence: 2, recordedAtMs: FIXED_NOW_MS - 60_000 }),
  saleOf({ transactionId: 'NEW-2', sequence: 3, recordedAtMs: FIXED_NOW_MS - 50_000, state: 'unknown' }),
]

async function open() {
  const store = createAppStore(createClient(createBridgeDouble({ sales })), () => FIXED_NOW_MS)
  await store.getState().start()
  await settled()
  return store
}

test('a sale that is opened from Sale or from a notification is in the list beside it, with any search before', async () => {
  const store = await open()
  store.getState().show('transactions')
  store.getState().setQuery({ filter: 'paid', range: 'week', search: 'X' })
  store.getState().showSale('OLD-1', LONG_AGO_MS)
  await settled()
  const { screen, query, detail, lists } = store.getState()
  expect(screen).toBe('transactions')
  expect(query).toMatchObject({
    filter: 'all',
    range: { fromMs: startOfDayMs(LONG_AGO_MS), toMs: startOfDayMs(LONG_AGO_MS) },
    search: '',
  })
  expect(detail?.transactionId).toBe('OLD-1')
  expect(lists.transactions.ids).toEqual(['OLD-1'])
})

test('a sale whose time is not known here is opened in the list as it is', async () => {
  const store = await open()
  const before = store.getState().query
  store.getState().showSale('ELSEWHERE')
  expect(store.getState()).toMatchObject({ screen: 'transactions', query: before })
})

test('a line of today’s money leads to today’s sales of that state alone', async () => {
  const store = await open()
  store.getState().showToday('checking')
  await settled()
  expect(store.getState().lists.transactions.ids).toEqual(['NEW-2'])
  store.getState().showToday('notSent')
  await settled()
  expect(store.getState().lists.transactions.ids).toEqual(['NEW-1'])
})
