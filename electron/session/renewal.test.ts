import { expect, test } from 'vitest'
import type { TokenSource } from './tokenSource.ts'
import { answerOf, deferred, failureOf, http, settle, unsent } from './testing/fakes.ts'
import { ada, bench, bola } from './testing/sessionBench.ts'

test('callers whose token was refused at the same time share one login', async () => {
  const { session, signIn, logins, answerLogin } = bench()
  await signIn(ada, 'ada-token-1')
  const renewals = [session.renew('ada-token-1'), session.renew('ada-token-1'), session.freshToken(-1)]
  await settle()
  expect(logins).toHaveLength(2)
  await answerLogin('ada-token-2')
  for (const renewal of renewals) expect(await renewal).toEqual({ ok: true, value: 'ada-token-2' })
  expect(await session.renew('ada-token-1')).toEqual({ ok: true, value: 'ada-token-2' })
  expect(logins).toHaveLength(2)
})

test('after a renewal the newer token can be renewed in turn, and the next start opens it', async () => {
  const { session, signIn, logins, answerLogin, settings } = bench()
  await signIn(ada, 'ada-token-1')
  void session.renew('ada-token-1')
  await settle()
  await answerLogin('ada-token-2')
  const third = session.renew('ada-token-2')
  await settle()
  expect(logins).toHaveLength(3)
  await answerLogin('ada-token-3')
  expect(await third).toEqual({ ok: true, value: 'ada-token-3' })
  const next = bench({ settings })
  await next.session.restore()
  expect(next.session.token()).toBe('ada-token-3')
})

test('a login that throws fails its callers and does not block the next renewal', async () => {
  let isBroken = true
  const { session, signIn, answerLogin, logins } = bench()
  await signIn(ada, 'ada-token-1')
  const push = logins.push.bind(logins)
  logins.push = (...items) => {
    if (isBroken) throw new Error('a defect')
    return push(...items)
  }
  await expect(session.renew('ada-token-1')).rejects.toThrow('a defect')
  isBroken = false
  const again = session.renew('ada-token-1')
  await settle()
  await answerLogin('ada-token-2')
  expect(await again).toEqual({ ok: true, value: 'ada-token-2' })
})

test('a network failure during renewal keeps token, secret and sealed text, and a later renewal succeeds', async () => {
  const { session, signIn, answerLogin, settings, views } = bench()
  await signIn(ada, 'ada-token-1')
  const kept = settings.text()
  const failing = session.renew('ada-token-1')
  await settle()
  await answerLogin(failureOf(unsent))
  expect(await failing).toMatchObject({ ok: false, error: { kind: 'notRenewed', error: { kind: 'unsent' } } })
  expect([session.token(), settings.text(), views.length]).toEqual(['ada-token-1', kept, 1])
  const again = session.renew('ada-token-1')
  await settle()
  await answerLogin('ada-token-2')
  expect(await again).toMatchObject({ ok: true })
})

test('a no from login expires the session once and for all callers, without another login', async () => {
  const { session, signIn, answerLogin, logins, views } = bench()
  await signIn(ada, 'ada-token-1')
  const renewals = [session.renew('ada-token-1'), session.renew('ada-token-1')]
  await settle()
  await answerLogin(failureOf({ kind: 'declined', message: 'Blocked' }))
  const expired = { ok: false, error: { kind: 'expired', bankMessage: 'Blocked' } }
  for (const renewal of renewals) expect(await renewal).toEqual(expired)
  expect(await session.renew('ada-token-1')).toEqual(expired)
  expect(await session.freshToken(60_000)).toEqual(expired)
  expect(logins).toHaveLength(2)
  expect(session.token()).toBeNull()
  expect(session.clientId()).toBe('ADA-CLIENT')
  expect(views.at(-1)).toEqual({ status: 'expired', clientId: 'ADA-CLIENT', keptAs: 'sealed' })
  await signIn(ada, 'ada-token-3')
  expect(session.view().status).toBe('signedIn')
})

test('a sign-out during a renewal wins: its token is dropped and nothing is written', async () => {
  const { session, signIn, answerLogin, settings, views } = bench()
  await signIn(ada, 'ada-token-1')
  const renewal = session.renew('ada-token-1')
  await settle()
  expect(session.signOut()).toEqual({
    ok: true,
    value: { status: 'signedOut', clientId: null, keptAs: 'nothing' },
  })
  await answerLogin('ada-token-2')
  expect(await renewal).toEqual({ ok: false, error: { kind: 'notSignedIn' } })
  expect([session.token(), session.clientId(), settings.values.size]).toEqual([null, null, 0])
  expect(views.map((view) => view.status)).toEqual(['signedIn', 'signedOut'])
})

test('a sign-out while the renewed token is being sealed wins: nothing is written afterwards', async () => {
  const { session, signIn, answerLogin, settings, vault } = bench()
  await signIn(ada, 'ada-token-1')
  const sealing = deferred<void>()
  vault.beforeSeal = () => sealing.promise
  void session.renew('ada-token-1')
  await settle()
  await answerLogin('ada-token-2')
  expect(session.token()).toBe('ada-token-2')
  session.signOut()
  sealing.resolve()
  await settle()
  expect(settings.values.size).toBe(0)
})

test('an older token sealed slowly does not overwrite a newer one', async () => {
  const { session, signIn, answerLogin, settings, vault } = bench()
  await signIn(ada, 'ada-token-1')
  const slow = deferred<void>()
  vault.beforeSeal = () => slow.promise
  void session.renew('ada-token-1')
  await settle()
  await answerLogin('ada-token-2')
  vault.beforeSeal = () => Promise.resolve()
  void session.renew('ada-token-2')
  await settle()
  await answerLogin('ada-token-3')
  slow.resolve()
  await settle()
  const next = bench({ settings })
  await next.session.restore()
  expect(next.session.token()).toBe('ada-token-3')
})

test('another sign-in during a renewal wins: the waiting caller gets no token of the other client', async () => {
  const { session, signIn, logins, settings } = bench()
  await signIn(ada, 'ada-token-1')
  const renewal = session.renew('ada-token-1')
  await settle()
  const [, renewing] = logins
  await signIn(bola, 'bola-token-1')
  renewing?.resolve(answerOf({ authToken: 'ada-token-2' }))
  expect(await renewal).toEqual({ ok: false, error: { kind: 'notSignedIn' } })
  expect(await session.renew('ada-token-1')).toEqual({ ok: false, error: { kind: 'notSignedIn' } })
  expect(session.token()).toBe('bola-token-1')
  const next = bench({ settings })
  await next.session.restore()
  expect([next.session.clientId(), next.session.token()]).toEqual(['BOLA-CLIENT', 'bola-token-1'])
})

test('a refusal of an overtaken renewal does not expire the session that replaced it', async () => {
  const { session, signIn, logins } = bench()
  await signIn(ada, 'ada-token-1')
  const renewal = session.renew('ada-token-1')
  await settle()
  const [, renewing] = logins
  await signIn(ada, 'ada-token-9')
  renewing?.resolve(failureOf(http(401)))
  expect(await renewal).toEqual({ ok: true, value: 'ada-token-9' })
  expect(session.view().status).toBe('signedIn')
  expect(await session.renew('ada-token-1')).toEqual({ ok: true, value: 'ada-token-9' })
})

test('a fresh token is returned without a login, an old one only after one', async () => {
  const { session, signIn, clock, logins, answerLogin } = bench()
  await signIn(ada, 'ada-token-1')
  clock.monotonicMs += 60_000
  expect(await session.freshToken(60_000)).toEqual({ ok: true, value: 'ada-token-1' })
  clock.monotonicMs += 1
  const fresh = session.freshToken(60_000)
  await settle()
  expect(logins).toHaveLength(2)
  await answerLogin('ada-token-2')
  expect(await fresh).toEqual({ ok: true, value: 'ada-token-2' })
})

test('a token of an earlier run counts as old, because its age is unknown', async () => {
  const first = bench()
  await first.signIn(ada, 'ada-token-1')
  const next = bench({ settings: first.settings })
  await next.session.restore()
  void next.session.freshToken(60_000)
  await settle()
  expect(next.logins).toHaveLength(1)
})

test('signed out, neither a renewal nor a fresh token asks the service', async () => {
  const { session, logins } = bench()
  const none: Awaited<ReturnType<TokenSource['renew']>> = { ok: false, error: { kind: 'notSignedIn' } }
  expect(await session.renew('ada-token-1')).toEqual(none)
  expect(await session.freshToken(0)).toEqual(none)
  expect(logins).toHaveLength(0)
})
