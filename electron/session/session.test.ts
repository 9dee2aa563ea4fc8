import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { answerOf, deferred, failureOf, FakeVault, http, settle, unsent } from './testing/fakes.ts'
import { said } from './callErrors.ts'
import { ada, bench, bola } from './testing/sessionBench.ts'

test('a sign-in seals token and secret and shows neither', async () => {
  const { session, settings, lines, views, signIn, logins } = bench()
  const result = await signIn(ada, 'ada-token-1')
  const view = { status: 'signedIn', clientId: 'ADA-CLIENT', keptAs: 'sealed' }
  expect(result).toEqual({ ok: true, value: view })
  expect(views).toEqual([view])
  expect(session.token()).toBe('ada-token-1')
  expect(logins[0]?.sent).toEqual(ada)
  expect(settings.values.size).toBe(1)
  const everything = [
    settings.text(),
    lines.join(),
    JSON.stringify(views),
    JSON.stringify(session),
    inspect(session, { depth: 9, showHidden: true }),
    String(session),
  ].join()
  for (const secret of ['ada-secret-key', 'ada-login-token', 'ada-token-1'])
    expect(everything).not.toContain(secret)
})

test('empty fields are named and the service is not asked', async () => {
  const { session, logins } = bench()
  const result = await session.signIn({ clientId: '  ', secretKey: '', loginToken: '' })
  expect(result).toMatchObject({
    ok: false,
    error: {
      code: 'invalid',
      fields: [
        { field: 'clientId', problem: 'empty' },
        { field: 'secretKey', problem: 'empty' },
      ],
    },
  })
  expect(logins).toHaveLength(0)
})

test.each([
  [{ kind: 'declined', message: 'Wrong password' }, 'credentialsRefused', 'Wrong password'],
  [http(401, 'No'), 'credentialsRefused', 'No'],
  [http(503, 'Down'), 'noAnswer', 'Down'],
  [http(404), 'badAnswer', null],
  [unsent, 'unreachable', null],
  [{ kind: 'noAnswer', reason: 'timeout', phase: 'request' }, 'noAnswer', null],
  [{ kind: 'malformed', path: 'data.auth_token', problem: 'must be string' }, 'badAnswer', null],
] as const)(
  'a sign-in that fails with %j is %s and leaves nothing behind',
  async (error, code, bankMessage) => {
    const { session, settings, answerLogin, views } = bench()
    const done = session.signIn(ada)
    await answerLogin(failureOf(error))
    expect(await done).toMatchObject({ ok: false, error: { code, ...said(bankMessage) } })
    expect(session.view()).toEqual({ status: 'signedOut', clientId: null, keptAs: 'nothing' })
    expect(settings.values.size).toBe(0)
    expect(views).toEqual([])
  },
)

test('a failed sign-in leaves the earlier session as it was', async () => {
  const { session, signIn, answerLogin, settings } = bench()
  await signIn(ada, 'ada-token-1')
  const before = settings.text()
  const done = session.signIn(bola)
  await answerLogin(failureOf(http(401)))
  expect(await done).toMatchObject({ ok: false })
  expect([session.clientId(), session.token(), settings.text()]).toEqual([
    'ADA-CLIENT',
    'ada-token-1',
    before,
  ])
})

test('an unprotected vault writes nothing, and the view says so', async () => {
  const vault = new FakeVault()
  vault.hasProtection = false
  const { session, settings, signIn, answerLogin } = bench({ vault })
  await signIn(ada, 'ada-token-1')
  expect(session.view().keptAs).toBe('thisRunOnly')
  void session.renew('ada-token-1')
  await settle()
  await answerLogin('ada-token-2')
  expect(session.token()).toBe('ada-token-2')
  expect(settings.values.size).toBe(0)
})

test('a sign-in that cannot be sealed removes the stored one', async () => {
  const { session, vault, settings, signIn, lines } = bench()
  await signIn(ada, 'ada-token-1')
  vault.isLocked = true
  await signIn(bola, 'bola-token-1')
  expect(session.view()).toEqual({ status: 'signedIn', clientId: 'BOLA-CLIENT', keptAs: 'thisRunOnly' })
  expect(settings.values.size).toBe(0)
  expect(lines.join()).not.toMatch(/secret-key|token-1/u)
})

test('the next start is signed in from the sealed text, without asking the service', async () => {
  const first = bench()
  await first.signIn(ada, 'ada-token-1')
  const next = bench({ settings: first.settings, vault: first.vault })
  await next.session.restore()
  expect(next.session.view()).toEqual({ status: 'signedIn', clientId: 'ADA-CLIENT', keptAs: 'sealed' })
  expect(next.session.token()).toBe('ada-token-1')
  expect(next.logins).toHaveLength(0)
  expect(next.views).toHaveLength(1)
})

test('another destination neither sees nor removes the session of this one', async () => {
  const live = bench()
  await live.signIn(ada, 'ada-token-1')
  const practice = bench({ settings: live.settings, vault: live.vault, destinationKey: 'practice' })
  await practice.session.restore()
  expect(practice.session.view().status).toBe('signedOut')
  await practice.signIn(bola, 'bola-token-1')
  expect(practice.session.signOut().ok).toBe(true)
  const again = bench({ settings: live.settings, vault: live.vault })
  await again.session.restore()
  expect(again.session.token()).toBe('ada-token-1')
})

test.each([
  ['a locked key store', (vault: FakeVault) => void (vault.isLocked = true)],
  ['a system without protection', (vault: FakeVault) => void (vault.hasProtection = false)],
])(
  '%s at start shows expired, keeps the sealed text, and opens it at a later start',
  async (_name, hinder) => {
    const first = bench()
    await first.signIn(ada, 'ada-token-1')
    const kept = first.settings.text()
    const hindered = new FakeVault()
    hinder(hindered)
    const next = bench({ settings: first.settings, vault: hindered })
    await next.session.restore()
    expect(next.session.view()).toEqual({ status: 'expired', clientId: 'ADA-CLIENT', keptAs: 'nothing' })
    expect(await next.session.freshToken(0)).toEqual({
      ok: false,
      error: { kind: 'expired', bankMessage: null },
    })
    expect(next.settings.text()).toBe(kept)
    const later = bench({ settings: first.settings })
    await later.session.restore()
    expect(later.session.token()).toBe('ada-token-1')
  },
)

test.each([
  ['a string'],
  [{ clientId: 7 }],
  [{ clientId: 'ADA-CLIENT', sealed: 'zz' }],
  [{ clientId: 'A', sealed: 'x', more: 1 }],
])('a damaged entry %j does not stop the start', async (entry) => {
  const first = bench()
  await first.signIn(ada, 'ada-token-1')
  const [key = ''] = [...first.settings.values.keys()]
  first.settings.set(key, entry)
  const next = bench({ settings: first.settings })
  await next.session.restore()
  expect(next.session.token()).toBeNull()
  expect(next.session.view().status).not.toBe('signedIn')
  expect(next.settings.get(key)).toEqual(entry)
})

test('a sign-out while a sign-in is being sealed wins', async () => {
  const { session, answerLogin, settings, vault, views } = bench()
  const sealing = deferred<void>()
  vault.beforeSeal = () => sealing.promise
  const done = session.signIn(ada)
  await answerLogin('ada-token-1')
  session.signOut()
  sealing.resolve()
  expect(await done).toMatchObject({ ok: false, error: { code: 'notSignedIn', reason: 'overtaken' } })
  expect([session.token(), settings.values.size, views]).toEqual([null, 0, []])
})

test('a sign-out during a sign-in wins', async () => {
  const { session, answerLogin, settings } = bench()
  const done = session.signIn(ada)
  session.signOut()
  await answerLogin('ada-token-1')
  expect(await done).toMatchObject({ ok: false, error: { code: 'notSignedIn', reason: 'overtaken' } })
  expect([session.token(), settings.values.size]).toEqual([null, 0])
})

test('of two sign-ins at the same time the later one decides, in any order of the answers', async () => {
  const { session, logins } = bench()
  const first = session.signIn(ada)
  const second = session.signIn(bola)
  logins[1]?.resolve(answerOf({ authToken: 'bola-token-1' }))
  expect(await second).toMatchObject({ ok: true })
  logins[0]?.resolve(answerOf({ authToken: 'ada-token-1' }))
  expect(await first).toMatchObject({ ok: false, error: { reason: 'overtaken' } })
  expect(session.token()).toBe('bola-token-1')
})

test('a restore that ends after a sign-out brings nothing back', async () => {
  const first = bench()
  await first.signIn(ada, 'ada-token-1')
  const next = bench({ settings: first.settings })
  const restored = next.session.restore()
  next.session.signOut()
  await restored
  expect(next.session.token()).toBeNull()
  expect(next.views).toEqual([])
})

test('a sign-out that the disk refuses forgets in memory and reports that it is not saved', async () => {
  const { session, signIn, settings } = bench()
  await signIn(ada, 'ada-token-1')
  settings.isBroken = true
  expect(session.signOut()).toMatchObject({ ok: false, error: { code: 'notSaved' } })
  expect(session.token()).toBeNull()
})
