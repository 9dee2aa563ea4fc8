import { expect, test } from 'vitest'
import { FIXED_NOW_MS, saleOf, saleOfEveryState } from '../testing/fixtures.ts'
import { earlierText, usedAdvice, usedText } from './earlierSale.ts'

const lost = saleOf({
  transactionId: 'SLIP-4475',
  sequence: 3,
  state: 'unknown',
  amountKobo: 660_000,
  recordedAtMs: FIXED_NOW_MS - 3 * 60_000,
})

test('a sale whose outcome nobody knows is named for what it is, however old, with what follows from it', () => {
  expect(earlierText(lost, 0, FIXED_NOW_MS)).toEqual([
    'We are still making sure of a sale of ₦6,600.00 of 14:02. The bank may have it.',
    'If this is that sale, do not enter it again.',
  ])
  const yesterday = { ...lost, recordedAtMs: FIXED_NOW_MS - 24 * 60 * 60_000 }
  expect(earlierText(yesterday, 0, FIXED_NOW_MS)[0]).toContain('of 19 Nov, 14:05')
})

test('more open ones of the same amount are not passed over', () => {
  expect(earlierText(lost, 1, FIXED_NOW_MS)).toContain('One more sale of this amount is open.')
  expect(earlierText(lost, 2, FIXED_NOW_MS)).toContain('2 more sales of this amount are open.')
})

test('every open state is told from every other, and none of them is called recorded a moment ago', () => {
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

test('a sale that is done is told by how long ago it was', () => {
  const accepted = { ...lost, state: 'accepted' } as const
  expect(earlierText(accepted, 0, FIXED_NOW_MS)).toEqual([
    'You recorded ₦6,600.00 3 min ago. Is this a second sale?',
  ])
})

test('a reference used before says whose it is', () => {
  expect(usedText(lost, FIXED_NOW_MS)).toBe('This reference was used before: ₦6,600.00 of 14:02, Checking.')
})

test('another reference is never advised for a sale that may be at the bank, nor for one of somebody else', () => {
  for (const sale of [...saleOfEveryState(), undefined]) {
    const advice = usedAdvice(sale)
    expect(advice).toMatch(/^Nothing was recorded now/u)
    expect(advice).not.toMatch(/another reference|its own|new reference/u)
    const isOpen = ['queued', 'sending', 'unknown', 'review', 'conflict'].includes(sale?.state ?? '')
    expect(advice.includes('Do not enter it again'), sale?.state).toBe(isOpen)
  }
})
