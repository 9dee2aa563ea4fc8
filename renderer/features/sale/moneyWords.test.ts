import { expect, test } from 'vitest'
import { todayTotal } from '../../../shared/today.ts'
import { saleOfEveryState } from '../../testing/fixtures.ts'
import { queueOf } from '../../testing/salesDouble.ts'
import { moneyRows, netText, notCountedText, paidText, usualText } from './moneyWords.ts'

const none = { count: 0, kobo: 0 }
const parts = queueOf(saleOfEveryState(), 1).todayParts

test('the rows make up the total, and what is refused, removed or written off is told apart', () => {
  const rows = moneyRows(parts)
  const sum = rows.reduce((all, { count, kobo }) => ({ count: all.count + count, kobo: all.kobo + kobo }), {
    count: 0,
    kobo: 0,
  })
  expect(sum).toEqual(todayTotal(parts))
  expect(notCountedText(parts)).toBe(
    'Not counted: 1 refused, ₦5,000.00; 1 removed, ₦5,000.00; 1 written off, ₦5,000.00.',
  )
  expect(notCountedText({ ...parts, refused: none, removed: none, writtenOff: none })).toBeNull()
})

test('what came into the account is said only where the records tell it', () => {
  expect(netText('4975.5')).toBe('Settled, after the bank’s fees: ₦4,975.50.')
  expect(netText(null)).toBeNull()
  expect(paidText(parts)).toBe('Of it ₦5,000.00 paid to you, before the bank’s fees')
  expect(paidText({ ...parts, paid: none })).toBe('None of it is paid yet.')
})

test('a part without a sale has no row', () => {
  const only = { ...parts, paid: none, checking: none, needsYou: none, waiting: none }
  expect(moneyRows(only).map(({ kind }) => kind)).toEqual(['onItsWay'])
})

test('the usual time of payment is rounded up, never down', () => {
  const said = (ms: number) => /within (.*)\.$/u.exec(usualText(ms))?.[1]
  expect([1, 5_000, 5_001, 12_400, 54_000].map(said)).toEqual(['5 s', '5 s', '10 s', '15 s', '55 s'])
  expect([55_001, 60_000, 60_001, 59 * 60_000].map(said)).toEqual([
    '1 minute',
    '1 minute',
    '2 minutes',
    '59 minutes',
  ])
  expect([59 * 60_000 + 1, 23 * 3_600_000, 23 * 3_600_000 + 1].map(said)).toEqual([
    '1 hour',
    '23 hours',
    '1 day',
  ])
})
