import { expect, test } from 'vitest'
import { FIXED_NOW_MS, saleOf, saleOfEveryState } from '../../testing/fixtures.ts'
import { strings } from '../../strings/strings.ts'
import { wordOf } from '../sales/saleWords.ts'
import { lookOf, stepsOf } from './saleStep.ts'

const steps = (sale: Parameters<typeof stepsOf>[0]) =>
  stepsOf(sale, FIXED_NOW_MS).map(({ mark, text }) => `${mark}: ${text}`)

test('a paid sale has three times, each by its own clock', () => {
  const [paid] = saleOfEveryState()
  expect(paid && steps(paid)).toEqual(['done: 12:30', 'done: 12:30', 'done: 20 Nov 2026, 13:41, Bank time'])
})

test('what is not known has no time and no tick', () => {
  const waiting = saleOf({ transactionId: 'W', sequence: 1 })
  expect(steps(waiting)).toEqual(['done: 08:05', 'notYet: not yet', 'notYet: not yet'])
  expect(steps({ ...waiting, state: 'unknown', sendCount: 1 })).toEqual([
    'done: 08:05',
    'notKnown: not known',
    'notKnown: not known',
  ])
  expect(steps({ ...waiting, state: 'refused', sendCount: 1 })).toEqual([
    'done: 08:05',
    'never: no',
    'never: no',
  ])
  const empty = {
    ...waiting,
    state: 'accepted',
    settlement: 'paid',
    datePaid: '0001-01-01T00:00:00',
  } as const
  expect(steps({ ...empty, acceptedAtMs: FIXED_NOW_MS })).toEqual([
    'done: 08:05',
    'done: 14:05',
    'notYet: not yet',
  ])
})

test('every state has its own word, and every state that does not go on by itself says what to do', () => {
  const kinds = saleOfEveryState().map((sale) => lookOf(sale, FIXED_NOW_MS))
  expect(new Set(kinds.map(wordOf)).size).toBe(new Set(kinds).size)
  const silent = kinds.filter((kind) => strings.lastSale.next[kind] === '')
  expect([...new Set(silent)].toSorted()).toEqual(['accepted', 'paid', 'saved'])
})
