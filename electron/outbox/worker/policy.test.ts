import { expect, test } from 'vitest'
import { heldReason, IDLE_PROBE_EVERY_MS, nextStep, PROBE_EVERY_MS, type Situation } from './policy.ts'

const ready: Situation = {
  nowMs: 1_000,
  isSignedIn: true,
  hostNotBeforeMs: 0,
  isLookUpDue: false,
  queued: { isVerified: true, isSearchGivenUp: false, isHeldBack: false, trial: null },
  verifyNotBeforeMs: 0,
  isTokenFresh: true,
  isGateOpen: true,
  nextDueInMs: () => null,
  silentForMs: 0,
  isAnythingAwaited: () => true,
}

test('with everything in order the sale is sent', () => {
  expect(nextStep(ready).kind).toBe('send')
})

test.for([
  ['signed out', { isSignedIn: false }, 'sleep'],
  ['the host is held back', { hostNotBeforeMs: 5_000 }, 'sleep'],
  ['a look-up is due', { isLookUpDue: true }, 'lookUp'],
  [
    'too many outcomes are unknown',
    { queued: { isVerified: true, isSearchGivenUp: false, isHeldBack: true, trial: null } },
    'sleep',
  ],
  ['the token may be old', { isTokenFresh: false }, 'renewToken'],
  [
    'the sale is not verified',
    { queued: { isVerified: false, isSearchGivenUp: false, isHeldBack: false, trial: null } },
    'verify',
  ],
  [
    'a verification just ended incomplete',
    {
      queued: { isVerified: false, isSearchGivenUp: false, isHeldBack: false, trial: null },
      verifyNotBeforeMs: 9_000,
    },
    'sleep',
  ],
  ['the gate is closed', { isGateOpen: false }, 'openGate'],
] as const)('%s: nothing is sent, the step is another', ([, change, kind]) => {
  expect(nextStep({ ...ready, ...change }).kind).toBe(kind)
})

test('only the situation in order leads to a send', () => {
  const yesNo = [true, false]
  let sends = 0
  for (const isSignedIn of yesNo)
    for (const hostNotBeforeMs of [0, 5_000])
      for (const isVerified of yesNo)
        for (const isHeldBack of yesNo)
          for (const isTokenFresh of yesNo)
            for (const isGateOpen of yesNo)
              for (const isLookUpDue of yesNo) {
                const queued = { isVerified, isSearchGivenUp: false, isHeldBack, trial: null }
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

test('a search that is given up is tried again when it may be, and keeps no sale meanwhile', () => {
  const queued = { isVerified: false, isSearchGivenUp: true, isHeldBack: false, trial: null }
  expect(nextStep({ ...ready, queued }).kind).toBe('verify')
  expect(nextStep({ ...ready, queued, verifyNotBeforeMs: 9_000 }).kind).toBe('send')
  expect(nextStep({ ...ready, queued, verifyNotBeforeMs: 9_000, isGateOpen: false }).kind).toBe('openGate')
})

test('with nothing to send the loop sleeps until the next due time, and probes the service now and then', () => {
  const idle = { ...ready, queued: null }
  expect(nextStep({ ...idle, nextDueInMs: () => 7_000 })).toEqual({ kind: 'sleep', forMs: 7_000 })
  expect(nextStep({ ...idle, silentForMs: PROBE_EVERY_MS })).toEqual({ kind: 'probe' })
  expect(nextStep({ ...idle, silentForMs: null })).toEqual({ kind: 'probe' })
})

test('with nothing awaited the service is probed less often', () => {
  const idle = { ...ready, queued: null, isAnythingAwaited: () => false }
  expect(nextStep({ ...idle, silentForMs: 0 })).toEqual({ kind: 'sleep', forMs: IDLE_PROBE_EVERY_MS })
  expect(nextStep({ ...idle, silentForMs: IDLE_PROBE_EVERY_MS })).toEqual({ kind: 'probe' })
  expect(nextStep({ ...idle, silentForMs: PROBE_EVERY_MS, isAnythingAwaited: () => true })).toEqual({
    kind: 'probe',
  })
})

test('a sleep is never zero, or the loop would spin', () => {
  const step = nextStep({ ...ready, queued: null, nextDueInMs: () => 0 })
  expect(step.kind === 'sleep' && step.forMs > 0).toBe(true)
})

test('while the host backs off the loop checks again soon, since another loop may have had a good answer', () => {
  expect(nextStep({ ...ready, hostNotBeforeMs: 301_000 })).toEqual({ kind: 'sleep', forMs: 20_000 })
  expect(nextStep({ ...ready, hostNotBeforeMs: 3_000 })).toEqual({ kind: 'sleep', forMs: 2_000 })
})

const trial = (turnInMs: number, readInMs: number | null): Situation => ({
  ...ready,
  queued: { isVerified: true, isSearchGivenUp: false, isHeldBack: false, trial: { turnInMs, readInMs } },
})

test('a trial is sent when its turn has come and the gate was answered often enough, and not before', () => {
  expect(nextStep(trial(0, null))).toEqual({ kind: 'send' })
  expect(nextStep(trial(-1, 0))).toEqual({ kind: 'openGate' })
  expect(nextStep(trial(0, 9_000))).toEqual({ kind: 'sleep', forMs: 9_000 })
  expect(nextStep(trial(4_000, null))).toEqual({ kind: 'sleep', forMs: 4_000 })
})

test('the reads before a trial start early enough not to delay it', () => {
  expect(nextStep(trial(60_000, 0))).toEqual({ kind: 'sleep', forMs: 45_000 })
  expect(nextStep(trial(15_000, 0))).toEqual({ kind: 'openGate' })
})

test('while a trial waits, other due work is not slept over, and the service is probed', () => {
  expect(nextStep({ ...trial(60_000, null), nextDueInMs: () => 2_000 })).toEqual({
    kind: 'sleep',
    forMs: 2_000,
  })
  expect(nextStep({ ...trial(60_000, null), silentForMs: PROBE_EVERY_MS })).toEqual({ kind: 'probe' })
})

const putOff = (sleepMs: number, of: Situation = ready): Situation => ({
  ...of,
  queued: of.queued && { ...of.queued, isVerified: false },
  verifyNotBeforeMs: of.nowMs + sleepMs,
})

test('while the search before a first send is delayed, other due work is not slept over, and the service is probed', () => {
  expect(nextStep(putOff(9_000))).toEqual({ kind: 'sleep', forMs: 9_000 })
  expect(nextStep({ ...putOff(290_000), nextDueInMs: () => 2_000 })).toEqual({ kind: 'sleep', forMs: 2_000 })
  expect(nextStep(putOff(290_000))).toEqual({ kind: 'sleep', forMs: PROBE_EVERY_MS })
  expect(nextStep({ ...putOff(290_000), silentForMs: PROBE_EVERY_MS })).toEqual({ kind: 'probe' })
})

test('a trial whose turn has come and that is searched for first says so', () => {
  expect(heldReason(trial(0, null))).toBe('oneAtATime')
  expect(heldReason(putOff(9_000, trial(0, 0)))).toBe('checkingFirst')
  expect(heldReason(putOff(9_000, trial(60_000, null)))).toBe('oneAtATime')
})
