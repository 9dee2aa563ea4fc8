import { expect, test } from 'vitest'
import { KEY_STORE_MS_MAX } from './patience.ts'
import { deferred, FakeVault, settle } from './testing/fakes.ts'
import { ada, bench, bola } from './testing/sessionBench.ts'

/** A key store whose prompt is answered when the test says so. */
function silentVault() {
  const vault = new FakeVault()
  const answer = deferred<boolean>()
  vault.isProtected = () => answer.promise
  return { vault, answer: answer.resolve }
}

const keptAs = (as: 'sealed' | 'thisRunOnly' | 'thisRunSoFar') => ({
  status: 'signedIn',
  clientId: 'ADA-CLIENT',
  keptAs: as,
})

test('a sign-in does not wait for a silent key store, and reports that it is kept for this run so far', async () => {
  const { vault, answer } = silentVault()
  const { session, settings, time, views, answerLogin } = bench({ vault })
  const done = session.signIn(ada)
  await answerLogin('ada-token-1')
  await time.pass(KEY_STORE_MS_MAX)
  expect(await done).toEqual({ ok: true, value: keptAs('thisRunSoFar') })
  expect([session.token(), settings.values.size]).toEqual(['ada-token-1', 0])
  answer(true)
  await settle()
  expect(views).toEqual([keptAs('thisRunSoFar'), keptAs('sealed')])
  const next = bench({ settings })
  await next.session.restore()
  expect(next.session.token()).toBe('ada-token-1')
})

test('a key store that finally refuses leaves the sign-in for this run only', async () => {
  const { vault, answer } = silentVault()
  const { session, time, answerLogin } = bench({ vault })
  void session.signIn(ada)
  await answerLogin('ada-token-1')
  await time.pass(KEY_STORE_MS_MAX)
  answer(false)
  await settle()
  expect(session.view()).toEqual(keptAs('thisRunOnly'))
})

test('what is sealed later is the newest token, and never that of an earlier sign-in', async () => {
  const { vault, answer } = silentVault()
  const { session, settings, time, answerLogin } = bench({ vault })
  void session.signIn(ada)
  await answerLogin('ada-token-1')
  await time.pass(KEY_STORE_MS_MAX)
  void session.renew('ada-token-1')
  await settle()
  await answerLogin('ada-token-2')
  void session.signIn(bola)
  await answerLogin('bola-token-1')
  await time.pass(KEY_STORE_MS_MAX)
  void session.renew('bola-token-1')
  await settle()
  await answerLogin('bola-token-2')
  answer(true)
  await settle()
  expect(session.view()).toMatchObject({ clientId: 'BOLA-CLIENT', keptAs: 'sealed' })
  const next = bench({ settings })
  await next.session.restore()
  expect([next.session.clientId(), next.session.token()]).toEqual(['BOLA-CLIENT', 'bola-token-2'])
})

test('after a sign-out a key store that answers writes nothing', async () => {
  const { vault, answer } = silentVault()
  const { session, settings, time, answerLogin } = bench({ vault })
  void session.signIn(ada)
  await answerLogin('ada-token-1')
  await time.pass(KEY_STORE_MS_MAX)
  session.signOut()
  answer(true)
  await settle()
  expect([session.view().status, settings.values.size]).toEqual(['signedOut', 0])
})

test('a start waits no longer than the limit for a stored sign-in, and takes it when it opens', async () => {
  const first = bench()
  await first.signIn(ada, 'ada-token-1')
  const { vault, answer } = silentVault()
  const next = bench({ settings: first.settings, vault })
  const restored = next.session.restore()
  await next.time.pass(KEY_STORE_MS_MAX)
  await restored
  expect(next.session.view().status).toBe('signedOut')
  answer(true)
  await settle()
  expect(next.session.view()).toEqual(keptAs('sealed'))
})
