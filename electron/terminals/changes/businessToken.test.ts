import { expect, test } from 'vitest'
import { deferred, fakeLog, FakeSettings, FakeVault, settle } from '../../session/testing/fakes.ts'
import { KEY_STORE_MS_MAX } from '../../session/patience.ts'
import { createVirtualTime } from '../../testing/virtualTime.ts'
import { createBusinessToken } from './businessToken.ts'

const TOKEN = 'bUsInEsS-ToKeN'

function bench(reuse: { settings?: FakeSettings; vault?: FakeVault; destinationKey?: string } = {}) {
  const settings = reuse.settings ?? new FakeSettings()
  const vault = reuse.vault ?? new FakeVault()
  const { log, lines } = fakeLog()
  const time = createVirtualTime()
  const who: { clientId: string | null } = { clientId: 'ADA' }
  const changes = { count: 0 }
  const token = createBusinessToken({
    session: { clientId: () => who.clientId },
    vault,
    settings,
    timers: time.timers,
    log,
    destinationKey: reuse.destinationKey ?? 'live https://partner https://business',
    onChange: () => {
      changes.count += 1
    },
  })
  return { token, settings, vault, time, lines, who, changes }
}

test('the entered token is stored sealed, and opened again by the next start', async () => {
  const first = bench()
  expect(await first.token.set(`  ${TOKEN}\n`)).toEqual({ ok: true, value: null })
  expect(await first.token.read()).toBe(TOKEN)
  expect(first.changes.count).toBe(1)
  expect(first.settings.text() + first.lines.join()).not.toContain(TOKEN)
  const next = bench({ settings: first.settings })
  next.token.clientChanged()
  expect(await next.token.read()).toBe(TOKEN)
  expect(next.token.isKnown()).toBe(true)
  expect(next.changes.count).toBe(1)
})

test('if the system cannot seal, it is kept for this run only', async () => {
  const vault = new FakeVault()
  vault.hasProtection = false
  const first = bench({ vault })
  await first.token.set(TOKEN)
  expect(await first.token.read()).toBe(TOKEN)
  expect(first.settings.values.size).toBe(0)
  expect(await bench({ settings: first.settings, vault }).token.read()).toBeNull()
})

test('another client, another destination and a signed-out counter have none', async () => {
  const first = bench()
  await first.token.set(TOKEN)
  for (const clientId of ['BOLA', null]) {
    first.who.clientId = clientId
    expect(first.token.isKnown()).toBe(false)
    expect(await first.token.read()).toBeNull()
  }
  first.who.clientId = 'ADA'
  expect(await first.token.read()).toBe(TOKEN)
  const elsewhere = bench({ settings: first.settings, destinationKey: 'live https://partner https://other' })
  expect(await elsewhere.token.read()).toBeNull()
  first.who.clientId = null
  expect(await first.token.set(TOKEN)).toMatchObject({ error: { code: 'notSignedIn' } })
})

test('an empty entry deletes it, on the disk too, and a disk that fails to is reported', async () => {
  const first = bench()
  await first.token.set(TOKEN)
  first.settings.isBroken = true
  expect(await first.token.set('')).toMatchObject({ error: { code: 'notSaved' } })
  expect(await first.token.read()).toBeNull()
  first.settings.isBroken = false
  expect((await first.token.set('  ')).ok).toBe(true)
  expect(first.settings.values.size).toBe(0)
})

test('another one is entered while the first is being sealed: the first does not overwrite it', async () => {
  const { token, vault, settings } = bench()
  const gate = deferred<undefined>()
  vault.beforeSeal = () => gate.promise.then(() => undefined)
  const first = token.set('first-token')
  await settle()
  vault.beforeSeal = () => Promise.resolve()
  await token.set(TOKEN)
  gate.resolve(undefined)
  await first
  expect(await token.read()).toBe(TOKEN)
  expect(await bench({ settings }).token.read()).toBe(TOKEN)
})

test('one is entered while an earlier one is still being opened: the new one stays', async () => {
  const { settings } = await (async () => {
    const first = bench()
    await first.token.set('first-token')
    return first
  })()
  const next = bench({ settings })
  next.token.clientChanged()
  await next.token.set(TOKEN)
  await settle()
  expect(await next.token.read()).toBe(TOKEN)
})

test.each(['two words', 'line\nbreak', 'ünïcode', 'nul\0', 'x'.repeat(4_001)])(
  'a text that would not fit a header is refused at its field: %j',
  async (text) => {
    const { token } = bench()
    expect(await token.set(text)).toMatchObject({
      error: { code: 'invalid', fields: [{ field: 'token', problem: 'hiddenCharacter' }] },
    })
    expect(token.isKnown()).toBe(false)
  },
)

test.each([
  null,
  7,
  'x',
  {},
  { sealed: 7 },
  { sealed: 'zz-not-hexadecimal' },
  { sealed: Buffer.from('a b').toString('hex') },
])('an invalid stored value is ignored: %j', async (kept) => {
  const first = bench()
  await first.token.set(TOKEN)
  const [key = ''] = first.settings.values.keys()
  first.settings.values.set(key, kept)
  const next = bench({ settings: first.settings })
  expect(await next.token.read()).toBeNull()
  expect(next.lines.join()).not.toContain('zz-not')
})

test('a refused token is reported as refused until another is entered; a late answer about an old one is ignored', async () => {
  const { token, changes, who } = bench()
  await token.set(TOKEN)
  const before = changes.count
  token.noteUse(TOKEN, true)
  expect([token.isRefused(), changes.count]).toEqual([false, before])
  token.noteUse(TOKEN, false)
  token.noteUse(TOKEN, false)
  expect([token.isRefused(), token.isKnown(), changes.count]).toEqual([true, true, before + 1])
  await token.set('another')
  expect(token.isRefused()).toBe(false)
  token.noteUse(TOKEN, false)
  expect(token.isRefused()).toBe(false)
  token.noteUse('another', false)
  who.clientId = 'BOLA'
  expect(token.isRefused()).toBe(false)
})

test('a silent key store delays neither entry nor reading, and is used when it answers', async () => {
  const { token, vault, settings, time } = bench()
  const gate = deferred<undefined>()
  vault.beforeSeal = () => gate.promise.then(() => undefined)
  const set = token.set(TOKEN)
  await time.pass(KEY_STORE_MS_MAX)
  expect([await set, await token.read(), settings.values.size]).toEqual([{ ok: true, value: null }, TOKEN, 0])
  gate.resolve(undefined)
  await settle()
  const next = bench({ settings })
  const opens = deferred<undefined>()
  const opened = next.vault.open.bind(next.vault)
  next.vault.open = (sealed) => opens.promise.then(() => opened(sealed))
  const read = next.token.read()
  await next.time.pass(KEY_STORE_MS_MAX)
  expect(await read).toBeNull()
  opens.resolve(undefined)
  await settle()
  expect(await next.token.read()).toBe(TOKEN)
})
