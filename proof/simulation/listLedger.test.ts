import { beforeEach, expect, test } from 'vitest'
import { createListLedger, type ListLedger } from './listLedger.ts'

const MINUTE_MS = 60_000
const SOLD = { transactionId: 'S1', terminalId: 'T1', amountKobo: 5_000 }
let nowMs = 0
let lists: ListLedger

beforeEach(() => {
  nowMs = 0
  lists = createListLedger(
    () => nowMs,
    () => nowMs,
    10 * MINUTE_MS,
  )
})

function sent(): void {
  lists.owns('S1')
  nowMs = 5 * MINUTE_MS
  lists.claimed('S1')
  nowMs += 1_000
  lists.sendEnded('S1')
}

const row = { reference: 'X1', amountKobo: 5_000, receivedAtMs: 5 * MINUTE_MS + 500 }

test('a record of its terminal, amount and time that no sale has may be the one in doubt', () => {
  sent()
  lists.searched('T1', true, [row])
  expect(lists.unaccounted(SOLD)).toContain('X1')
})

test.each([
  ['of another amount', { ...row, amountKobo: 5_001 }],
  ['of another sale here', { ...row, reference: 'S1' }],
  ['from before the send', { ...row, receivedAtMs: 5 * MINUTE_MS - 1 }],
  ['from after the quiet period', { ...row, receivedAtMs: 15 * MINUTE_MS + 1_001 }],
])('a record %s is not', (_what, other) => {
  sent()
  lists.searched('T1', true, [other])
  expect(lists.unaccounted(SOLD)).toBeNull()
})

test('nor is one that a manager has called another sale, or taken for one', () => {
  sent()
  lists.searched('T1', true, [row])
  lists.dismissed('S2', 'X1')
  expect(lists.unaccounted(SOLD)).not.toBeNull()
  lists.dismissed('S1', 'X1')
  expect(lists.unaccounted(SOLD)).toBeNull()
  lists.searched('T1', true, [{ ...row, reference: 'X2' }])
  lists.owns('X2')
  expect(lists.unaccounted(SOLD)).toBeNull()
})

test('a slip needs a young list, unless a longer and a shorter one of its kind were shown', () => {
  expect(lists.lacksList(SOLD)).toContain('no list')
  lists.searched('T1', true, [])
  expect(lists.lacksList(SOLD)).toBeNull()
  nowMs = 5 * MINUTE_MS
  expect(lists.lacksList(SOLD)).toContain('old')
  lists.found('KEPT-0012')
  expect(lists.lacksList(SOLD)).toContain('old')
  lists.found('7')
  expect(lists.lacksList(SOLD)).toBeNull()
})

test.each(['22', 's22', 'K'])('a longer one such as %s, of fewer kinds, is not enough', (shown) => {
  lists.found(shown)
  lists.found('S')
  expect(lists.lacksList(SOLD)).not.toBeNull()
})

test('after minutes without any list a slip goes without one', () => {
  lists.searched('T1', false, [])
  expect(lists.lacksList(SOLD)).not.toBeNull()
  nowMs = 5 * MINUTE_MS
  expect(lists.lacksList(SOLD)).toBeNull()
})
