import { expect, test } from 'vitest'
import { createGate } from './gate.ts'

function open(): { isOpenAfter(passed: { readonly monotonicMs: number; readonly wallMs: number }): boolean } {
  let monotonicMs = 1_000
  let wallMs = 1_000_000
  const gate = createGate({ monotonicNowMs: () => monotonicMs, wallNowMs: () => wallMs })
  gate.open('token')
  return {
    isOpenAfter: (passed) => {
      monotonicMs += passed.monotonicMs
      wallMs += passed.wallMs
      return gate.isOpen('token')
    },
  }
}

test('a good answer vouches for half a minute', () => {
  expect(open().isOpenAfter({ monotonicMs: 29_999, wallMs: 29_999 })).toBe(true)
  expect(open().isOpenAfter({ monotonicMs: 30_000, wallMs: 30_000 })).toBe(false)
})

test('after a sleep in which the monotonic clock rested it is closed before anybody is told of the waking', () => {
  expect(open().isOpenAfter({ monotonicMs: 5, wallMs: 720_000 })).toBe(false)
})

test('a clock that was set costs another question and no more', () => {
  expect(open().isOpenAfter({ monotonicMs: 5, wallMs: -3_600_000 })).toBe(false)
})

test('it is open to the token that was answered and to no other', () => {
  const gate = createGate({ monotonicNowMs: () => 0, wallNowMs: () => 0 })
  expect(gate.isOpen('token')).toBe(false)
  gate.open('token')
  expect(gate.isOpen('other')).toBe(false)
  expect(gate.isOpen(null)).toBe(false)
  gate.close()
  expect(gate.isOpen('token')).toBe(false)
})
