import { beforeEach, expect, test } from 'vitest'
import { createProofLedger, type ProofLedger } from './proofLedger.ts'

const MINUTE_MS = 60_000
const TERMINAL = '2TLS0001'
let nowMs = 0
let stalledMs = 0
let ledger: ProofLedger

beforeEach(() => {
  nowMs = 0
  stalledMs = 0
  ledger = createProofLedger({
    isOfNobody: (transactionId) => transactionId.startsWith('N'),
    nowMs: () => nowMs,
    trulyAwakeMs: () => nowMs,
    sleepCount: () => 0,
    stalledMs: () => stalledMs,
    quietMs: 10 * MINUTE_MS,
  })
})

function sentInVain(): void {
  ledger.claimed('S1', TERMINAL)
  ledger.sent('S1')
  ledger.sendEnded('S1')
}

/**
 * Three misses over the quiet period with a control each, a later sale, and a complete search that shows only that
 * one.
 */
function proveAbsence(
  skip: Partial<Record<'control' | 'shape' | 'miss' | 'search' | 'later', true>> = {},
): void {
  ledger.claimed('S2', TERMINAL)
  if (skip.shape !== true) for (const id of ['N1', 'N2']) ledger.answered(id, { missedAs: 'notFound' })
  for (const minute of skip.miss === true ? [5, 10] : [3, 6, 10]) {
    nowMs = minute * MINUTE_MS + 1
    ledger.answered('S1', { missedAs: 'notFound' })
    if (skip.control !== true) ledger.answered('S2', 'found')
  }
  ledger.searched(TERMINAL, skip.search !== true, skip.later === true ? [] : ['S2'])
}

test('a complete proof of absence is accepted', () => {
  sentInVain()
  proveAbsence()
  expect(ledger.lacks('S1', TERMINAL, true)).toBeNull()
})

test.each([
  ['control', 'only 0 "not found"'],
  ['shape', 'only 0 "not found"'],
  ['miss', 'only 2 "not found"'],
  ['search', 'the search was incomplete'],
  ['later', 'no later sale'],
] as const)('a proof without its %s is rejected', (part, lacking) => {
  sentInVain()
  proveAbsence({ [part]: true })
  expect(ledger.lacks('S1', TERMINAL, true)).toContain(lacking)
})

test('a proof is rejected before the quiet period is over, after any number of misses', () => {
  sentInVain()
  ledger.claimed('S2', TERMINAL)
  for (const id of ['N1', 'N2']) ledger.answered(id, { missedAs: 'notFound' })
  for (const minute of [3, 6, 9]) {
    nowMs = minute * MINUTE_MS
    ledger.answered('S1', { missedAs: 'notFound' })
    ledger.answered('S2', 'found')
  }
  ledger.searched(TERMINAL, true, ['S2'])
  expect(ledger.lacks('S1', TERMINAL, true)).toBe('the quiet period is not over')
})

test('a search counts from its answer, also while a slow disk delays the program', () => {
  sentInVain()
  proveAbsence()
  nowMs += MINUTE_MS
  expect(ledger.lacks('S1', TERMINAL, true)).toBe('no search')
  stalledMs = MINUTE_MS
  expect(ledger.lacks('S1', TERMINAL, true)).toBeNull()
})

test('a search that shows the sale does not prove its absence', () => {
  sentInVain()
  proveAbsence()
  ledger.searched(TERMINAL, true, ['S1', 'S2'])
  expect(ledger.lacks('S1', TERMINAL, true)).toBe('the search shows it')
})

/** Everything that releases a slip, except for one part. */
function askAbout(skip: Partial<Record<'shape' | 'answer' | 'control', true>> = {}): string | null {
  nowMs = 5 * MINUTE_MS
  if (skip.shape !== true) for (const id of ['N1', 'N2']) ledger.answered(id, { missedAs: 'notFound' })
  if (skip.control !== true) ledger.shown()
  nowMs += 30_000
  if (skip.answer !== true) ledger.answered('S1', { missedAs: 'notFound' })
  return ledger.isUnasked('S1')
}

test('a slip may be sent on an answer like those of references that cannot exist, while the bank shows records', () => {
  expect(askAbout()).toBeNull()
  nowMs += 32_000
  expect(ledger.isUnasked('S1')).toBe('the answer is old')
})

test('an answer covers one attempt of a slip, and no second one', () => {
  askAbout()
  ledger.sent('S1')
  expect(ledger.isUnasked('S1')).toBe('the bank was not asked')
})

test.each([
  ['shape', 'the answer was notFound'],
  ['answer', 'the bank was not asked'],
  ['control', 'no control'],
] as const)('a slip must not be sent without its %s', (part, lacking) => {
  expect(askAbout({ [part]: true })).toBe(lacking)
})

test('a slip must not be sent on a record, nor if the latest answer says nothing', () => {
  askAbout()
  ledger.answered('S1', { missedAs: 'portalPage' })
  expect(ledger.isUnasked('S1')).toBe('the answer was portalPage')
  ledger.answered('S1', 'found')
  expect(ledger.isUnasked('S1')).toBe('the bank shows it')
})

test('complete empty lists of all terminals replace a control, and one record ends that', () => {
  askAbout({ control: true })
  ledger.searched(TERMINAL, true, [])
  expect(ledger.isUnasked('S1')).toBe('no control')
  ledger.searched('2TLS0002', false, [])
  expect(ledger.isUnasked('S1')).toBe('no control')
  ledger.searched('2TLS0002', true, [])
  expect(ledger.isUnasked('S1')).toBeNull()
  ledger.searched('2TLS0002', true, ['S9'])
  expect(ledger.isUnasked('S1')).toBe('no control')
})
