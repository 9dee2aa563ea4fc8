import { expect, test } from 'vitest'
import { SaleState } from '../../shared/sale.ts'
import { FRESH_LOOK_UP_MS, nextState, transitions, type GuardFacts } from './machine.ts'

const states = SaleState.options
const sale = (state: SaleState, change: Partial<GuardFacts> = {}): GuardFacts => ({
  state,
  sendCount: 0,
  resendCount: 0,
  bankMessage: null,
  lookUpAgeMs: null,
  ...change,
})

/** Where each state may lead, as design §4 lists it. */
const design: Readonly<Record<SaleState, readonly SaleState[]>> = {
  // `unknown` after a salvage only: the row may be older than what happened.
  queued: ['sending', 'accepted', 'conflict', 'held', 'cancelled', 'unknown'],
  sending: ['accepted', 'queued', 'unknown'],
  unknown: ['accepted', 'conflict', 'refused', 'review', 'queued'],
  review: ['accepted', 'conflict', 'queued', 'writtenOff'],
  conflict: ['accepted', 'writtenOff'],
  refused: ['accepted', 'conflict'],
  held: ['queued', 'cancelled'],
  accepted: [],
  cancelled: ['conflict'],
  writtenOff: ['accepted', 'conflict'],
}

test.for(states)('%s leads where the design says, and nowhere else', (from) => {
  const leadsTo = new Set(transitions.filter((each) => each.from === from).map(({ to }) => to))
  expect(leadsTo).toEqual(new Set(design[from]))
})

test('each pair of state and event leads to one state at most', () => {
  const keys = transitions.map(({ from, event }) => `${from} ${event}`)
  expect(new Set(keys).size).toBe(keys.length)
})

test('nothing but a claim leads to sending, and only a queued sale can be claimed', () => {
  expect(transitions.filter(({ to }) => to === 'sending')).toEqual([
    { from: 'queued', event: 'claimed', to: 'sending' },
  ])
})

test('back to the queue leads only proof that nothing left, proof of absence, a manager, or a mended hold', () => {
  const ways = transitions.filter(({ to }) => to === 'queued').map(({ from, event }) => `${from} ${event}`)
  expect(ways).toEqual([
    'sending provenUnsent',
    'unknown absentResend',
    'review managerSendsAgain',
    'held released',
  ])
})

test('acceptance rests on an answer, on a record, or on a manager who saw the record', () => {
  const events = new Set(transitions.filter(({ to }) => to === 'accepted').map(({ event }) => event))
  expect(events).toEqual(new Set(['acceptedByAnswer', 'foundAtBank', 'managerAccepts']))
})

test('a sale that was ever sent cannot be removed', () => {
  for (const state of ['queued', 'held'] as const) {
    expect(nextState(sale(state), 'cancelled')).toBe('cancelled')
    expect(nextState(sale(state, { sendCount: 1 }), 'cancelled')).toBeUndefined()
  }
})

test('a proven absence sends again once and never twice', () => {
  expect(nextState(sale('unknown'), 'absentResend')).toBe('queued')
  expect(nextState(sale('unknown', { resendCount: 1 }), 'absentResend')).toBeUndefined()
})

test("only the bank's own no makes a refusal", () => {
  expect(nextState(sale('unknown'), 'absentAfterNo')).toBeUndefined()
  expect(nextState(sale('unknown', { bankMessage: 'no' }), 'absentAfterNo')).toBe('refused')
})

test('a manager decides only on a look-up that is fresh', () => {
  for (const lookUpAgeMs of [null, FRESH_LOOK_UP_MS]) {
    expect(nextState(sale('review', { lookUpAgeMs }), 'managerSendsAgain')).toBeUndefined()
    expect(nextState(sale('conflict', { lookUpAgeMs }), 'managerAccepts')).toBeUndefined()
  }
  const fresh = { lookUpAgeMs: FRESH_LOOK_UP_MS - 1 }
  expect(nextState(sale('review', fresh), 'managerSendsAgain')).toBe('queued')
  expect(nextState(sale('conflict', fresh), 'managerAccepts')).toBe('accepted')
})
