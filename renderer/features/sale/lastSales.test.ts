import { expect, test } from 'vitest'
import { dayStartMs } from '../../../shared/days.ts'
import type { SaleView } from '../../../shared/sale.ts'
import { FIXED_NOW_MS, saleOf } from '../../testing/fixtures.ts'
import { openApp, settled } from '../../testing/openApp.ts'
import { lastSaleOf, lastSales, unsettledText } from './lastSales.ts'

const MIDNIGHT_MS = new Date(FIXED_NOW_MS).setHours(0, 0, 0, 0)

function sale(sequence: number, part: Partial<SaleView> = {}): SaleView {
  const recordedAtMs = MIDNIGHT_MS + sequence * 60_000
  return saleOf({ transactionId: `S${sequence}`, sequence, state: 'accepted', recordedAtMs, ...part })
}

const ids = (sales: readonly SaleView[]) => sales.map(({ transactionId }) => transactionId)

test('the newest sale is first, also before one that is being checked, and no newer one pushes that out', () => {
  const lost = sale(1, { state: 'unknown' })
  const newer = Array.from({ length: 20 }, (_, place) => sale(10 + place)).toReversed()
  const { today } = lastSales(newer, [lost], MIDNIGHT_MS)
  expect(today).toHaveLength(21)
  expect([ids(today).at(0), ids(today).at(-1)]).toEqual(['S29', 'S1'])
})

test('open sales stay among those of today, in their order, and no sale is listed twice', () => {
  const waits = sale(2, { state: 'queued' })
  const { today, otherDays } = lastSales([sale(4), sale(3), waits], [waits], MIDNIGHT_MS)
  expect(ids(today)).toEqual(['S4', 'S3', 'S2'])
  expect(otherDays).toEqual([])
})

test('just after midnight the sum starts again, and of earlier days only the open sales are left', () => {
  const before = (sequence: number, state: SaleView['state']): SaleView =>
    sale(sequence, { state, recordedAtMs: MIDNIGHT_MS - (10 - sequence) * 60_000 })
  const open = [before(1, 'held'), before(2, 'unknown')]
  const newest = [sale(9, { recordedAtMs: MIDNIGHT_MS }), before(8, 'accepted'), before(7, 'refused')]
  const groups = lastSales(newest, open, MIDNIGHT_MS)
  expect(ids(groups.today)).toEqual(['S9'])
  expect(ids(groups.otherDays)).toEqual(['S2', 'S1'])
})

test('a sale from a clock that was ahead is not among those of today; an open one is with those of other days', () => {
  const tomorrow = dayStartMs(MIDNIGHT_MS, 1)
  const ahead = [
    sale(3, { state: 'queued', recordedAtMs: tomorrow }),
    sale(2, { recordedAtMs: tomorrow + 5 }),
  ]
  const groups = lastSales([...ahead, sale(4, { recordedAtMs: tomorrow - 1 })], [], MIDNIGHT_MS)
  expect(ids(groups.today)).toEqual(['S4'])
  expect(ids(groups.otherDays)).toEqual(['S3'])
})

test('after a clock that was ahead the sales of today are whole, and the newest is first', async () => {
  const tomorrow = dayStartMs(MIDNIGHT_MS, 1)
  const ahead = Array.from({ length: 30 }, (_, place) => sale(10 + place, { recordedAtMs: tomorrow + place }))
  const { store } = await openApp({ sales: [sale(1), sale(2), ...ahead, sale(50)] })
  const { lists, sales } = store.getState()
  const { today } = lastSales(
    lists.today.ids.flatMap((id) => sales[id]?.sale ?? []),
    [],
    MIDNIGHT_MS,
  )
  expect(ids(today)).toEqual(['S50', 'S2', 'S1'])
  expect(lastSaleOf(store.getState())?.transactionId).toBe('S50')
})

test('an accepted sale of yesterday is not the last sale: no list on the screen has its present state', async () => {
  const yesterday = { recordedAtMs: MIDNIGHT_MS - 60_000 }
  const { store } = await openApp({
    sales: [sale(1, { ...yesterday, state: 'unknown' }), sale(2, yesterday)],
  })
  store.getState().show('transactions')
  store.getState().setQuery({ range: 'all' })
  await settled()
  expect(store.getState().sales).toHaveProperty('S2')
  expect(lastSaleOf(store.getState())?.transactionId).toBe('S1')
})

test('the last sale is the newest of today and the open ones that was not removed', async () => {
  const { store } = await openApp({
    sales: [sale(1, { state: 'unknown' }), sale(3), sale(4, { state: 'cancelled' }), sale(2)],
  })
  expect(lastSaleOf(store.getState())?.transactionId).toBe('S3')
})

test('only what there is of them is said: being checked, or in need of a person', () => {
  const said = (checkingCount: number, needsPersonCount: number) =>
    unsettledText({ checkingCount, needsPersonCount })
  expect(said(0, 0)).toBeNull()
  expect(said(1, 0)).toBe('1 sale is being checked. Do not enter it again.')
  expect(said(0, 2)).toBe('2 sales need you. Do not enter them again.')
  expect(said(2, 1)).toBe('2 sales are being checked, 1 sale needs you. Do not enter them again.')
})
