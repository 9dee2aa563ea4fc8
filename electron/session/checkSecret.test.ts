import { expect, test } from 'vitest'
import { failureOf, http, settle, unsent } from './testing/fakes.ts'
import { ada, bench } from './testing/sessionBench.ts'

test('the secret of a good sign-in is compared here: the service is not asked, and guesses lock no account', async () => {
  const { session, signIn, logins } = bench()
  await signIn(ada, 'token-1')
  expect(session.holdsSecret()).toBe(true)
  expect(await session.checkSecret(ada.clientId, ada.secretKey)).toEqual({ ok: true, value: true })
  for (const guess of ['', 'ada-secret-ke', 'ada-secret-key ', 'ADA-SECRET-KEY', ada.loginToken]) {
    expect(await session.checkSecret(ada.clientId, guess), guess).toEqual({ ok: true, value: false })
  }
  expect(logins).toHaveLength(1)
})

test('signed out, the service is asked about the named client; its token is not used', async () => {
  const { session, logins, answerLogin, settings, views } = bench()
  expect(session.holdsSecret()).toBe(false)
  const checking = session.checkSecret('ADA-CLIENT', 'ada-secret-key')
  await answerLogin('token-of-the-check')
  expect(await checking).toEqual({ ok: true, value: true })
  expect(logins[0]?.sent).toEqual({ clientId: 'ADA-CLIENT', secretKey: 'ada-secret-key', loginToken: '' })
  expect([session.token(), session.clientId(), views, settings.text()]).toEqual([null, null, [], '[]'])
})

test.each([
  [
    { kind: 'declined', message: 'No' },
    { ok: true, value: false },
  ],
  [http(401), { ok: true, value: false }],
  [http(503), { ok: false, error: { code: 'noAnswer' } }],
  [unsent, { ok: false, error: { code: 'unreachable' } }],
] as const)('the service says %j to a check: %j', async (error, came) => {
  const { session, answerLogin } = bench()
  const checking = session.checkSecret('ADA-CLIENT', 'x')
  await answerLogin(failureOf(error))
  expect(await checking).toMatchObject(came)
})

test('after the service has refused the held secret, that may be outdated: the service is asked', async () => {
  const { session, signIn, logins, answerLogin } = bench()
  await signIn(ada, 'token-1')
  const renewing = session.renew('token-1')
  await settle()
  await answerLogin(failureOf({ kind: 'declined', message: 'No' }))
  await renewing
  expect([session.view().status, session.holdsSecret()]).toEqual(['expired', false])
  const checking = session.checkSecret(ada.clientId, 'the new secret')
  await answerLogin('token-2')
  expect(await checking).toEqual({ ok: true, value: true })
  expect(logins.at(-1)?.sent).toEqual({ ...ada, secretKey: 'the new secret' })
  expect(session.view().status).toBe('expired')
})

test('the service is asked about another client than the one signed in, even with a secret held here', async () => {
  const { session, signIn, logins, answerLogin } = bench()
  await signIn(ada, 'token-1')
  const checking = session.checkSecret('BOLA-CLIENT', ada.secretKey)
  await answerLogin(failureOf({ kind: 'declined', message: 'No' }))
  expect(await checking).toEqual({ ok: true, value: false })
  expect(logins.at(-1)?.sent).toMatchObject({ clientId: 'BOLA-CLIENT' })
  expect(session.token()).toBe('token-1')
})

test('no client ever signed in: there is no secret to check', async () => {
  const { session, logins } = bench()
  expect(await session.checkSecret(null, 'x')).toMatchObject({ ok: false, error: { code: 'notSignedIn' } })
  expect(logins).toEqual([])
})
