import { expect, test } from 'vitest'
import { nextStep, PROBE_EVERY_MS, type Situation } from './policy.ts'

const ready: Situation = {
  nowMs: 1_000,
  isSignedIn: true,
  hostNotBeforeMs: 0,
  isLookUpDue: false,
  queued: { isVerified: true, isHeldBack: false },
  verifyNotBeforeMs: 0,
  isTokenFresh: true,
  isGateOpen: true,
  nextDueInMs: () => null,
  silentForMs: 0,
}

test('with everything in order the sale is sent', () => {
  expect(nextStep(ready).kind).toBe('send')
})

test.for([
  ['signed out', { isSignedIn: false }, 'sleep'],
  ['the host is held back', { hostNotBeforeMs: 5_000 }, 'sleep'],
  ['a look-up is due', { isLookUpDue: true }, 'lookUp'],
  ['too many outcomes are unknown', { queued: { isVerified: true, isHeldBack: true } }, 'sleep'],
  ['the token may be old', { isTokenFresh: false }, 'renewToken'],
  ['the sale is not verified', { queued: { isVerified: false, isHeldBack: false } }, 'verify'],
  [
    'a verification just ended incomplete',
    { queued: { isVerified: false, isHeldBack: false }, verifyNotBeforeMs: 9_000 },
    'sleep',
  ],
  ['the gate is closed', { isGateOpen: false }, 'openGate'],
] as const)('%s: nothing is sent, the step is another', ([, change, kind]) => {
  expect(nextStep({ ...ready, ...change }).kind).toBe(kind)
})

test('no situation but the one in order leads to a send', () => {
  const yesNo = [true, false]
  let sends = 0
  for (const isSignedIn of yesNo)
    for (const hostNotBeforeMs of [0, 5_000])
      for (const isVerified of yesNo)
        for (const isHeldBack of yesNo)
          for (const isTokenFresh of yesNo)
            for (const isGateOpen of yesNo)
              for (const isLookUpDue of yesNo) {
                const queued = { isVerified, isHeldBack }
                const situation = {
                  ...ready,
                  isSignedIn,
                  hostNotBeforeMs,
                  queued,
                  isTokenFresh,
                  isGateOpen,
                  isLookUpDue,
                }
                if (nextStep(situation).kind === 'send') sends += 1
              }
  expect(sends).toBe(1)
})

test('with nothing to send the loop sleeps until the next due time, and asks now and then whether the service is there', () => {
  const idle = { ...ready, queued: null }
  expect(nextStep({ ...idle, nextDueInMs: () => 7_000 })).toEqual({ kind: 'sleep', forMs: 7_000 })
  expect(nextStep({ ...idle, silentForMs: PROBE_EVERY_MS })).toEqual({ kind: 'probe' })
  expect(nextStep({ ...idle, silentForMs: null })).toEqual({ kind: 'probe' })
})

test('a sleep is never zero, or the loop would spin', () => {
  const step = nextStep({ ...ready, queued: null, nextDueInMs: () => 0 })
  expect(step.kind === 'sleep' && step.forMs > 0).toBe(true)
})
