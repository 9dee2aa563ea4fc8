import { expect, test } from 'vitest'
import { usualPayTime } from './usualPayTime.ts'

const none = (): number => 0
const upTo = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, place) => (place + 1) * 1_000).toReversed()

test('fewer than five payments say nothing', () => {
  expect(usualPayTime([], none)).toBeNull()
  expect(usualPayTime(upTo(4), none)).toBeNull()
  expect(usualPayTime(upTo(5), none)).toBe(5_000)
})

test('nine of ten were paid within it: one slow payment of ten does not count, two do', () => {
  expect(usualPayTime(upTo(10), none)).toBe(9_000)
  expect(usualPayTime([...upTo(9), 9_000_000], none)).toBe(9_000)
  expect(usualPayTime([...upTo(8), 9_000_000, 9_000_000], none)).toBe(9_000_000)
})

test('sales that are still unpaid after that time count as slower; many of them, and nothing is said', () => {
  expect(usualPayTime(upTo(19), () => 1)).toBe(18_000)
  expect(usualPayTime(upTo(10), () => 1)).toBe(10_000)
  expect(usualPayTime(upTo(10), () => 2)).toBeNull()
})

test('only those unpaid for longer than the payments took are asked for', () => {
  const asked: number[] = []
  usualPayTime(upTo(10), (limitMs) => {
    asked.push(limitMs)
    return 0
  })
  expect(asked).toEqual([9_000])
})
