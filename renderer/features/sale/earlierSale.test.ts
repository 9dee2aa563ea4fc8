import { expect, test } from 'vitest'
import { FIXED_NOW_MS, saleOf, saleOfEveryState } from '../../testing/fixtures.ts'
import { earlierText, usedAdvice, usedText } from './earlierSale.ts'

const lost = saleOf({
  transactionId: 'SLIP-4475',
  sequence: 3,
  state: 'unknown',
  amountKobo: 660_000,
  recordedAtMs: FIXED_NOW_MS - 3 * 60_000,
})

test('an open sale is named by its state, at any age, with what follows from it', () => {
  expect(earlierText(lost, 0, FIXED_NOW_MS)).toEqual([
    'We are still making sure of a sale of ₦6,600.00 from 14:02. The bank may have it.',
    'If this is that sale, do not enter it again.',
  ])
  const yesterday = { ...lost, recordedAtMs: FIXED_NOW_MS - 24 * 60 * 60_000 }
  expect(earlierText(yesterday, 0, FIXED_NOW_MS)[0]).toContain('from 19 Nov, 14:05')
})

test('more open sales of the same amount are mentioned', () => {
  expect(earlierText(lost, 1, FIXED_NOW_MS)).toContain('One more sale of this amount is open.')
  expect(earlierText(lost, 2, FIXED_NOW_MS)).toContain('2 more sales of this amount are open.')
})

test('each open state has its own text, and none says that the sale was recorded a moment ago', () => {
  const open = saleOfEveryState().filter(({ state }) =>
    ['queued', 'sending', 'unknown', 'review', 'conflict', 'held'].includes(state),
  )
  expect(new Set(open.map(({ state }) => state)).size).toBe(6)
  for (const sale of open) {
    const text = earlierText(sale, 0, FIXED_NOW_MS).join(' ')
    expect(text).toContain('do not enter it again')
    expect(text).not.toContain('You recorded')
  }
})

test('a finished sale is described by its age', () => {
  const accepted = { ...lost, state: 'accepted' } as const
  expect(earlierText(accepted, 0, FIXED_NOW_MS)).toEqual([
    'You recorded ₦6,600.00 3 min ago. Is this a second sale?',
  ])
})

test('a used reference says which sale has it', () => {
  expect(usedText(lost, FIXED_NOW_MS)).toBe(
    'This slip number was used before: ₦6,600.00 from 14:02, Checking.',
  )
})

test('another reference is never suggested for a sale that may be at the bank, nor for one of another sign-in', () => {
  for (const sale of [...saleOfEveryState(), undefined]) {
    const advice = usedAdvice(sale)
    expect(advice).toMatch(/^Nothing was recorded now/u)
    expect(advice).not.toMatch(/another reference|its own|new reference/u)
    const isOpen = ['queued', 'sending', 'unknown', 'review', 'conflict'].includes(sale?.state ?? '')
    expect(advice.includes('Do not enter it again'), sale?.state).toBe(isOpen)
  }
})
