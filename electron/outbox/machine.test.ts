import { expect, test } from 'vitest'
import { SaleState } from '../../shared/sale.ts'
import { nextState, transitions } from './machine.ts'

const states = SaleState.options

test('each pair of state and event leads to one state at most', () => {
  const keys = transitions.map(({ from, event }) => `${from} ${event}`)
  expect(new Set(keys).size).toBe(keys.length)
})

test('nothing but a claim leads to sending, and only a queued sale can be claimed', () => {
  expect(transitions.filter(({ to }) => to === 'sending')).toEqual([
    { from: 'queued', event: 'claimed', to: 'sending' },
  ])
})

test('only the proof that nothing left brings a sale back to the queue', () => {
  expect(transitions.filter(({ to }) => to === 'queued').map(({ from, event }) => [from, event])).toEqual([
    ['sending', 'provenUnsent'],
  ])
})

test('an accepted sale and a conflict are left by no event: nothing on the wire may move them', () => {
  expect(transitions.filter(({ from }) => from === 'accepted' || from === 'conflict')).toEqual([])
})

test('a sale that was ever sent cannot be removed', () => {
  expect(nextState('queued', 'cancelled', 0)).toBe('cancelled')
  expect(nextState('queued', 'cancelled', 1)).toBeUndefined()
  for (const state of states.filter((other) => other !== 'queued')) {
    expect(nextState(state, 'cancelled', 0)).toBeUndefined()
  }
})

test('acceptance rests on an answer or on a record, never on anything else', () => {
  const events = new Set(transitions.filter(({ to }) => to === 'accepted').map(({ event }) => event))
  expect(events).toEqual(new Set(['acceptedByAnswer', 'foundAtBank']))
})
