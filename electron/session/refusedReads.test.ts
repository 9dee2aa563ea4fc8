import { expect, test } from 'vitest'
import { failureOf, settle, unsent } from './testing/fakes.ts'
import { ada, bench } from './testing/sessionBench.ts'

const MINUTE_MS = 60_000
const believed = { ok: false, error: { kind: 'believed' } }

/** Signed in `ageMs` ago, so that the token may no longer be fresh. */
async function signedIn(ageMs: number) {
  const shop = bench()
  await shop.signIn(ada, 'ada-token-1')
  shop.clock.monotonicMs += ageMs
  return shop
}

test.each(['callRefused', 'saidNo'] as const)(
  'a no (%s) right after the sign-in is believed, a minute later it renews the token',
  async (no) => {
    const { session, clock, logins, answerLogin } = await signedIn(1_000)
    expect(await session.renew('ada-token-1', no)).toEqual(believed)
    expect(logins).toHaveLength(1)
    clock.monotonicMs += MINUTE_MS
    const renewing = session.renew('ada-token-1', no)
    await settle()
    await answerLogin('ada-token-2')
    expect(await renewing).toEqual({ ok: true, value: 'ada-token-2' })
  },
)

test('a 401 is clearly about the token: it renews even one that came a moment ago', async () => {
  const { session, answerLogin } = await signedIn(100)
  const renewing = session.renew('ada-token-1', 'tokenRefused')
  await settle()
  await answerLogin('ada-token-2')
  expect(await renewing).toEqual({ ok: true, value: 'ada-token-2' })
})

test('a token of an earlier run has no known age: the first no renews it', async () => {
  const { signIn, settings } = bench()
  await signIn(ada, 'ada-token-1')
  const next = bench({ settings })
  await next.session.restore()
  const renewing = next.session.renew('ada-token-1', 'saidNo')
  await settle()
  await next.answerLogin('ada-token-2')
  expect(await renewing).toMatchObject({ ok: true })
})

test('a hundred references that the bank does not have cost one renewal in five minutes', async () => {
  const { session, clock, logins, answerLogin } = await signedIn(MINUTE_MS)
  const first = session.renew('ada-token-1', 'saidNo')
  await settle()
  await answerLogin('ada-token-2')
  expect(await first).toMatchObject({ ok: true })
  for (let asked = 0; asked < 100; asked += 1) {
    clock.monotonicMs += 2_900
    expect(await session.renew('ada-token-2', 'saidNo')).toEqual(believed)
  }
  expect(logins).toHaveLength(2)
  clock.monotonicMs += 10_001
  void session.renew('ada-token-2', 'saidNo')
  await settle()
  expect(logins).toHaveLength(3)
})

test('a bank that refuses every token is asked for no more than four a minute', async () => {
  const { session, clock, logins, answerLogin } = await signedIn(MINUTE_MS)
  for (let minute = 0; minute < 2; minute += 1) {
    const before = logins.length
    for (let asked = 0; asked < 9; asked += 1) {
      const renewing = session.renew(session.token() ?? '', 'tokenRefused')
      await settle()
      if (logins.length - before > asked) await answerLogin(`ada-token-${minute}-${asked}`)
      await renewing
      clock.monotonicMs += 6_000
    }
    expect(logins.length - before).toBe(4)
    clock.monotonicMs += MINUTE_MS
  }
})

test.each(['saidNo', 'callRefused', 'foundNothing', 'saidNothing'] as const)(
  'login says no after %s: the token is kept, and login is asked again after 5, 10, 20, 40 and 60 minutes',
  async (refusal) => {
    const { session, clock, logins, answerLogin } = await signedIn(MINUTE_MS)
    const askedAt: number[] = []
    for (let minute = 0; minute <= 136; minute += 1) {
      const before = logins.length
      // A drain that wants a fresh token does not ask any more often.
      const renewing = minute % 2 === 0 ? session.renew('ada-token-1', refusal) : session.freshToken(0)
      await settle()
      if (logins.length > before) {
        askedAt.push(minute)
        await answerLogin(failureOf({ kind: 'declined', message: 'Blocked' }))
      }
      expect(await renewing).toMatchObject(minute % 2 === 0 ? believed : {})
      expect([session.token(), session.view().status]).toEqual(['ada-token-1', 'signedIn'])
      clock.monotonicMs += MINUTE_MS
    }
    expect(askedAt).toEqual([0, 5, 15, 35, 75, 135])
  },
)

test('a 401 asks login in spite of that, and its no ends the sign-in', async () => {
  const { session, answerLogin } = await refusedOnce()
  const renewing = session.renew('ada-token-1', 'tokenRefused')
  await settle()
  await answerLogin(failureOf({ kind: 'declined', message: 'Blocked' }))
  expect(await renewing).toMatchObject({ error: { kind: 'expired', bankMessage: 'Blocked' } })
  expect([session.view().status, session.token()]).toEqual(['expired', null])
})

test('a login that works again ends the wait', async () => {
  const { session, clock, logins, answerLogin } = await refusedOnce()
  const renewing = session.renew('ada-token-1', 'tokenRefused')
  await settle()
  await answerLogin('ada-token-2')
  expect(await renewing).toEqual({ ok: true, value: 'ada-token-2' })
  clock.monotonicMs += MINUTE_MS
  void session.renew('ada-token-2', 'saidNo')
  await settle()
  expect(logins).toHaveLength(4)
})

test('login out of reach: that is reported, and once it is back the next no renews', async () => {
  const { session, clock, answerLogin } = await signedIn(MINUTE_MS)
  const failing = session.renew('ada-token-1', 'saidNo')
  await settle()
  await answerLogin(failureOf(unsent))
  expect(await failing).toMatchObject({ ok: false, error: { kind: 'notRenewed' } })
  clock.monotonicMs += 30_000
  const again = session.renew('ada-token-1', 'saidNo')
  await settle()
  await answerLogin('ada-token-2')
  expect(await again).toEqual({ ok: true, value: 'ada-token-2' })
})

test('a no to a token replaced meanwhile: the newer one is returned, without another login', async () => {
  const { session, logins, answerLogin } = await signedIn(MINUTE_MS)
  const both = [session.renew('ada-token-1', 'saidNo'), session.renew('ada-token-1', 'tokenRefused')]
  await settle()
  expect(logins).toHaveLength(2)
  await answerLogin('ada-token-2')
  for (const each of both) expect(await each).toEqual({ ok: true, value: 'ada-token-2' })
  expect(await session.renew('ada-token-1', 'saidNo')).toEqual({ ok: true, value: 'ada-token-2' })
  expect(logins).toHaveLength(2)
})

/** Login has said no once, to a token that works. */
async function refusedOnce() {
  const shop = await signedIn(MINUTE_MS)
  const renewing = shop.session.renew('ada-token-1', 'saidNo')
  await settle()
  await shop.answerLogin(failureOf({ kind: 'declined', message: 'Try later' }))
  await renewing
  return shop
}

test('a server in trouble: a token older than a minute is renewed, and in vain again after 5, 10, 20, 40 and 60 minutes', async () => {
  const { session, clock, logins, answerLogin } = await signedIn(MINUTE_MS - 1)
  expect(await session.renew('ada-token-1', 'saidNothing')).toEqual(believed)
  clock.monotonicMs += 1
  const waits: number[] = []
  let token = 'ada-token-1'
  for (let since = 0; waits.length < 6; since += 1) {
    const renewing = session.renew(token, 'saidNothing')
    await settle()
    if (logins.length > 2 + waits.length - 1) {
      waits.push(since)
      since = 0
      token = `ada-token-${logins.length}`
      await answerLogin(token)
    }
    await renewing
    clock.monotonicMs += MINUTE_MS
  }
  expect(waits).toEqual([0, 5, 10, 20, 40, 60])
  // It helped, so the next trouble is met at once.
  session.helped()
  void session.renew(token, 'saidNothing')
  await settle()
  expect(logins).toHaveLength(8)
})
