import { expect, test } from 'vitest'
import { SaleState } from '../../../shared/sale.ts'
import { FRESH_LOOK_UP_MS, nextState, transitions, type GuardFacts } from './machine.ts'

const states = SaleState.options
const sale = (state: SaleState, change: Partial<GuardFacts> = {}): GuardFacts => ({
  state,
  sendCount: 0,
  unknownSinceAwakeMs: null,
  resendCount: 0,
  inStop: false,
  bankMessage: null,
  heldReason: null,
  lookUpAgeMs: null,
  differingOpen: false,
  transactionId: 'SALE-1',
  record: null,
  ...change,
})

/** Where each state may lead (docs/delivery.md, "States"). */
const design: Readonly<Record<SaleState, readonly SaleState[]>> = {
  // `unknown` only after a salvage: the row may be older than the facts.
  queued: ['sending', 'accepted', 'conflict', 'held', 'cancelled', 'unknown'],
  // `held` from here on: only where no entry of the audit names the state.
  sending: ['accepted', 'queued', 'unknown', 'held'],
  unknown: ['accepted', 'conflict', 'refused', 'review', 'queued', 'unknown', 'held'],
  review: ['accepted', 'conflict', 'queued', 'writtenOff', 'unknown', 'held'],
  // `unknown` only from a record under another reference.
  conflict: ['accepted', 'writtenOff', 'unknown', 'held'],
  refused: ['accepted', 'conflict', 'held'],
  // `writtenOff` only if its facts were changed and it was sent before.
  held: ['queued', 'accepted', 'conflict', 'cancelled', 'writtenOff', 'unknown', 'held'],
  // Only to itself: a differing record is stored beside it, and a manager settles that.
  accepted: ['accepted'],
  cancelled: ['conflict', 'held'],
  writtenOff: ['accepted', 'conflict', 'held'],
}

test.for(states)('from %s there are exactly the transitions of the design', (from) => {
  const leadsTo = new Set(transitions.filter((each) => each.from === from).map(({ to }) => to))
  expect(leadsTo).toEqual(new Set(design[from]))
})

test('each pair of state and event leads to at most one state', () => {
  const keys = transitions.map(({ from, event }) => `${from} ${event}`)
  expect(new Set(keys).size).toBe(keys.length)
})

test('a conflict leads back only if the record is under another reference, on a fresh look-up', () => {
  const other = { record: { transactionId: 'SALE' }, lookUpAgeMs: 1 }
  expect(nextState(sale('conflict', other), 'managerSaysOther')).toBe('unknown')
  for (const less of [{ record: { transactionId: 'sale-1' } }, { record: null }, { lookUpAgeMs: null }])
    expect(nextState(sale('conflict', { ...other, ...less }), 'managerSaysOther')).toBeUndefined()
})

test('nothing but a claim leads to sending, and only a queued sale can be claimed', () => {
  expect(transitions.filter(({ to }) => to === 'sending')).toEqual([
    { from: 'queued', event: 'claimed', to: 'sending' },
  ])
})

test('a sale returns to the queue only by proof that nothing left, proof of absence, a manager, or a fixed hold', () => {
  const ways = transitions.filter(({ to }) => to === 'queued').map(({ from, event }) => `${from} ${event}`)
  expect(ways).toEqual([
    'sending provenUnsent',
    'unknown absentResend',
    'review managerSendsAgain',
    'held released',
    'held managerRestores',
    'held managerSendsUnclear',
  ])
})

test('a sale held for changed facts is not released, but restored by a manager; no other is', () => {
  const changed = sale('held', { heldReason: 'factsChanged' })
  const other = sale('held', { heldReason: 'reference' })
  expect([nextState(changed, 'released'), nextState(other, 'released')]).toEqual([undefined, 'queued'])
  expect([nextState(changed, 'managerRestores'), nextState(other, 'managerRestores')]).toEqual([
    'queued',
    undefined,
  ])
})

test('a held sale is written off only if its facts were changed, it was sent before and the bank was asked', () => {
  const asked = { heldReason: 'factsChanged', sendCount: 1, lookUpAgeMs: 0 } as const
  expect(nextState(sale('held', asked), 'managerWritesOff')).toBe('writtenOff')
  for (const less of [{ heldReason: 'reference' }, { sendCount: 0 }, { lookUpAgeMs: null }] as const) {
    expect(nextState(sale('held', { ...asked, ...less }), 'managerWritesOff')).toBeUndefined()
  }
})

test('acceptance needs an answer, a record, or a manager who saw the record', () => {
  const ways = transitions.filter(({ from, to }) => to === 'accepted' && from !== 'accepted')
  const events = new Set(ways.map(({ event }) => event))
  expect(events).toEqual(new Set(['acceptedByAnswer', 'foundAtBank', 'managerAccepts']))
})

test('a record that differs after acceptance leaves the sale accepted, and a manager settles it on a fresh look-up', () => {
  const fresh = { differingOpen: true, lookUpAgeMs: FRESH_LOOK_UP_MS - 1 }
  expect(nextState(sale('accepted'), 'foundDiffering')).toBe('accepted')
  for (const event of ['managerKeepsOurs', 'managerTakesBanks'] as const) {
    expect(nextState(sale('accepted', fresh), event)).toBe('accepted')
    expect(nextState(sale('accepted', { ...fresh, differingOpen: false }), event)).toBeUndefined()
    expect(nextState(sale('accepted', { ...fresh, lookUpAgeMs: FRESH_LOOK_UP_MS }), event)).toBeUndefined()
  }
})

test('a sale that may have left cannot be removed', () => {
  for (const state of ['queued', 'held'] as const) {
    expect(nextState(sale(state), 'cancelled')).toBe('cancelled')
    expect(nextState(sale(state, { sendCount: 1 }), 'cancelled')).toBe('cancelled')
    for (const sendCount of [0, 1]) {
      const inDoubt = { sendCount, unknownSinceAwakeMs: 0 }
      expect(nextState(sale(state, inDoubt), 'cancelled')).toBeUndefined()
    }
  }
  const changed = { heldReason: 'factsChanged', sendCount: 1 } as const
  expect(nextState(sale('held', changed), 'cancelled')).toBeUndefined()
})

test('a proven absence sends again once and never twice', () => {
  expect(nextState(sale('unknown'), 'absentResend')).toBe('queued')
  expect(nextState(sale('unknown', { resendCount: 1 }), 'absentResend')).toBeUndefined()
})

test('after a proven absence a sale that was part of a stop is not resent', () => {
  expect(nextState(sale('unknown', { inStop: true }), 'absentResend')).toBeUndefined()
  expect(nextState(sale('unknown', { inStop: true }), 'absentAsk')).toBe('review')
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

test('without the bank’s answer a manager sends only a sale held for the lack of one, on fresh lists', () => {
  const fresh = { lookUpAgeMs: FRESH_LOOK_UP_MS - 1 }
  expect(nextState(sale('held', { ...fresh, heldReason: 'bankUnclear' }), 'managerSendsUnclear')).toBe(
    'queued',
  )
  expect(
    nextState(sale('held', { ...fresh, heldReason: 'reference' }), 'managerSendsUnclear'),
  ).toBeUndefined()
  for (const lookUpAgeMs of [null, FRESH_LOOK_UP_MS]) {
    const old = sale('held', { lookUpAgeMs, heldReason: 'bankUnclear' })
    expect(nextState(old, 'managerSendsUnclear')).toBeUndefined()
  }
})

test('a record settles a held sale, for every reason of the hold: another counter may have been paid', () => {
  for (const [event, to] of [
    ['foundAtBank', 'accepted'],
    ['foundDifferent', 'conflict'],
  ] as const) {
    expect(nextState(sale('held', { heldReason: 'bankUnclear' }), event)).toBe(to)
    expect(nextState(sale('held', { heldReason: 'reference' }), event)).toBe(to)
  }
})
