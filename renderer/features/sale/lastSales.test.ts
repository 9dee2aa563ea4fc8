import { expect, test } from 'vitest'
import type { SaleView } from '../../../shared/sale.ts'
import { FIXED_NOW_MS, saleOf } from '../../testing/fixtures.ts'
import { lastSales } from './lastSales.ts'

const MIDNIGHT_MS = new Date(FIXED_NOW_MS).setHours(0, 0, 0, 0)

function sale(sequence: number, part: Partial<SaleView> = {}): SaleView {
  const recordedAtMs = MIDNIGHT_MS + sequence * 60_000
  return saleOf({ transactionId: `S${sequence}`, sequence, state: 'accepted', recordedAtMs, ...part })
}

const ids = (sales: readonly SaleView[]) => sales.map(({ transactionId }) => transactionId)

test('a sale that is being checked stays in its group, with any number of newer ones', () => {
  const lost = sale(1, { state: 'unknown' })
  const newer = Array.from({ length: 20 }, (_, place) => sale(10 + place)).toReversed()
  const { checking, today } = lastSales(newer, [lost], MIDNIGHT_MS)
  expect(ids(checking)).toEqual(['S1'])
  expect(today).toHaveLength(20)
})

test('waiting sales stay among those of today, in their order, and no sale is listed twice', () => {
  const waits = sale(2, { state: 'queued' })
  const { checking, today } = lastSales([sale(4), sale(3), waits], [waits], MIDNIGHT_MS)
  expect(checking).toEqual([])
  expect(ids(today)).toEqual(['S4', 'S3', 'S2'])
})

test('just after midnight the sum starts again, and earlier sales are listed apart from those of today', () => {
  const yesterday = [8, 7, 6, 5, 4, 3].map((sequence) =>
    sale(sequence, { recordedAtMs: MIDNIGHT_MS - (10 - sequence) * 60_000 }),
  )
  const held = sale(1, { state: 'held', recordedAtMs: MIDNIGHT_MS - 60 * 60_000 })
  const lost = sale(2, { state: 'unknown', recordedAtMs: MIDNIGHT_MS - 50 * 60_000 })
  const groups = lastSales([sale(9, { recordedAtMs: MIDNIGHT_MS }), ...yesterday], [held, lost], MIDNIGHT_MS)
  expect(ids(groups.checking)).toEqual(['S2'])
  expect(ids(groups.today)).toEqual(['S9'])
  expect(ids(groups.before)).toEqual(['S8', 'S7', 'S6', 'S5', 'S1'])
})
