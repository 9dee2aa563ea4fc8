import { expect, test } from 'vitest'
import { startOfDayMs } from '../../../shared/days.ts'
import { appInfo, FIXED_NOW_MS, online } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/openApp.ts'
import { dayText } from '../../ui/format/time.ts'
import { daysFrom, serviceDayIn } from './rangeOfDay.ts'

const DAY_MS = 86_400_000

async function query(more: Partial<Parameters<typeof serviceDayIn>[0]['query']>) {
  const { store } = await openApp()
  const state = { app: appInfo, connection: online, nowMs: FIXED_NOW_MS, query: store.getState().query }
  return { ...state, query: { ...state.query, search: '', ...more } }
}

test('a single day of the list is a day of the service; more days, all days and a search are none', async () => {
  const threeAgo = startOfDayMs(FIXED_NOW_MS) - 3 * DAY_MS
  expect(serviceDayIn(await query({ range: 'today' }))).toBe(dayText(FIXED_NOW_MS))
  expect(serviceDayIn(await query({ range: 'yesterday' }))).toBe(dayText(FIXED_NOW_MS - DAY_MS))
  expect(serviceDayIn(await query({ range: daysFrom(threeAgo, threeAgo) }))).toBe(dayText(threeAgo))
  expect(serviceDayIn(await query({ range: daysFrom(threeAgo, FIXED_NOW_MS) }))).toBeNull()
  expect(serviceDayIn(await query({ range: 'week' }))).toBeNull()
  expect(serviceDayIn(await query({ range: 'all' }))).toBeNull()
  expect(serviceDayIn(await query({ range: 'today', search: 'TXN' }))).toBeNull()
})

test('from a day of the list to that day at the bank; a day to come leads nowhere', async () => {
  const { store, double } = await openApp()
  const yesterday = dayText(FIXED_NOW_MS - DAY_MS)
  store.getState().showDay(yesterday)
  expect(store.getState()).toMatchObject({ screen: 'day', day: { day: yesterday } })
  expect(double.asked.findLast(({ name }) => name === 'day.view')?.request).toMatchObject({ day: yesterday })
  store.getState().show('transactions')
  store.getState().showDay('2099-01-01')
  expect(store.getState()).toMatchObject({ screen: 'transactions', day: { day: yesterday } })
  store.getState().showDay(dayText(FIXED_NOW_MS))
  expect(store.getState().day.day).toBeNull()
})
