import { expect, test } from 'vitest'
import { parseUnknown } from '../../../shared/parse.ts'
import { draftKey, TerminalDrafts, type TerminalDraft } from '../../../shared/terminalChange.ts'
import { deferred, FakeClock, fakeLog, FakeSettings, FakeVault, settle } from '../../session/testing/fakes.ts'
import { KEY_STORE_MS_MAX } from '../../session/patience.ts'
import { createVirtualTime } from '../../testing/virtualTime.ts'
import { createDrafts } from './drafts.ts'

const ACCOUNT = '0123456789'

function bench(reuse: { settings?: FakeSettings; vault?: FakeVault; destinationKey?: string } = {}) {
  const settings = reuse.settings ?? new FakeSettings()
  const vault = reuse.vault ?? new FakeVault()
  const clock = new FakeClock()
  const { log, lines } = fakeLog()
  const time = createVirtualTime()
  const who: { clientId: string | null } = { clientId: 'ADA' }
  const drafts = createDrafts({
    session: { clientId: () => who.clientId },
    vault,
    settings,
    clock,
    timers: time.timers,
    log,
    destinationKey: reuse.destinationKey ?? 'live https://partner',
  })
  const kept = async (): Promise<readonly TerminalDraft[]> => {
    const all = await drafts.all()
    if (!all.ok) throw new Error(all.error.code)
    expect(parseUnknown(TerminalDrafts, all.value).ok).toBe(true)
    return all.value.drafts
  }
  return { drafts, settings, vault, clock, time, lines, who, kept }
}

const entered = {
  accountNumber: ACCOUNT,
  serialNumber: 'S1',
  isReceivingPayment: true,
  isActive: false,
  by: 'Ngozi',
  note: `pays ${ACCOUNT}`,
}
const registerDraft: TerminalDraft = {
  kind: 'register',
  form: { terminalId: 'T-1', merchantId: 'M-1', ...entered },
  keptAtMs: 0,
}
const editDraft = (recordId: string): TerminalDraft => ({
  kind: 'edit',
  form: { recordId, seen: 'v1', merchantRecordId: '7', ...entered },
  keptAtMs: 0,
})

test('drafts survive a restart with their account number, sealed, and with the time of keeping', async () => {
  const first = bench()
  await first.drafts.keep(registerDraft)
  expect(await first.drafts.keep(editDraft('2'))).toMatchObject({ value: { keepsAccounts: true } })
  expect(first.settings.text() + first.lines.join()).not.toContain(ACCOUNT)
  const next = bench({ settings: first.settings })
  const keptAtMs = first.clock.wallMs
  expect(await next.kept()).toEqual([
    { ...registerDraft, keptAtMs },
    { ...editDraft('2'), keptAtMs },
  ])
})

test('if the system cannot seal, the account number is left out, of the note as well', async () => {
  const vault = new FakeVault()
  vault.hasProtection = false
  const { drafts, settings, kept } = bench({ vault })
  expect(await drafts.keep(registerDraft)).toMatchObject({
    value: { keepsAccounts: false, drafts: [{ form: { accountNumber: '', note: 'pays ******6789' } }] },
  })
  await drafts.keep(editDraft('2'))
  expect(settings.text()).not.toContain(ACCOUNT)
  expect(await kept()).toMatchObject([{ form: { terminalId: 'T-1' } }, { form: { seen: 'v1' } }])
})

test('one registration and one edit of each terminal; a dropped one is gone from the disk', async () => {
  const { drafts, settings, kept } = bench()
  await drafts.keep(editDraft('1'))
  await drafts.keep(editDraft('2'))
  await drafts.keep({
    ...editDraft('1'),
    form: { ...editDraft('2').form, recordId: '1', serialNumber: 'S2' },
  } as TerminalDraft)
  expect((await kept()).map(({ form }) => form.serialNumber)).toEqual(['S1', 'S2'])
  await drafts.drop('edit 1')
  await drafts.drop('edit 3')
  expect(await kept()).toMatchObject([{ form: { recordId: '2' } }])
  await drafts.drop('edit 2')
  expect(settings.values.size).toBe(0)
})

test('twenty are kept; another one replaces the oldest', async () => {
  const { drafts, kept } = bench()
  for (let id = 1; id <= 22; id += 1) await drafts.keep(editDraft(String(id)))
  const ids = (await kept()).map((draft) => (draft.kind === 'edit' ? draft.form.recordId : ''))
  expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 3)))
})

test('two kept at the same time are both kept', async () => {
  const { drafts, kept } = bench()
  await Promise.all([drafts.keep(registerDraft), drafts.keep(editDraft('2')), drafts.keep(editDraft('3'))])
  expect(await kept()).toHaveLength(3)
})

test('another client and another destination see nothing, and a signed-out counter must sign in first', async () => {
  const { drafts, settings, who, kept } = bench()
  await drafts.keep(registerDraft)
  expect(await bench({ settings, destinationKey: 'practice' }).kept()).toEqual([])
  who.clientId = 'BOLA'
  expect(await kept()).toEqual([])
  who.clientId = null
  expect(await drafts.all()).toMatchObject({ error: { code: 'notSignedIn' } })
  expect(await drafts.keep(registerDraft)).toMatchObject({ error: { code: 'notSignedIn' } })
})

test('another client signs in while a draft is being sealed: it is kept for the first, and returned to neither', async () => {
  const { drafts, vault, who, kept } = bench()
  const gate = deferred<undefined>()
  vault.beforeSeal = () => gate.promise.then(() => undefined)
  const keeping = drafts.keep(registerDraft)
  await settle()
  who.clientId = 'BOLA'
  gate.resolve(undefined)
  expect(await keeping).toMatchObject({ error: { code: 'notSignedIn', reason: 'overtaken' } })
  expect(await kept()).toEqual([])
  who.clientId = 'ADA'
  expect(await kept()).toHaveLength(1)
})

test('a disk that refuses is reported, and the stored drafts stay', async () => {
  const { drafts, settings, kept } = bench()
  await drafts.keep(registerDraft)
  settings.isBroken = true
  expect(await drafts.keep(editDraft('2'))).toMatchObject({ error: { code: 'notSaved' } })
  expect(await drafts.drop('register')).toMatchObject({ error: { code: 'notSaved' } })
  settings.isBroken = false
  expect(await kept()).toHaveLength(1)
})

/** Unsealed drafts never have an account number. */
const good = { ...editDraft('5'), form: { ...editDraft('5').form, accountNumber: '' }, keptAtMs: 1 }
test.each([
  ['a number', 7, 0],
  ['a text', 'x'.repeat(100_000), 0],
  ['a list', [good], 0],
  ['half a value', { sealed: 7 }, 0],
  ['both', { sealed: '', drafts: [good] }, 0],
  ['sealed by another', { sealed: 'zz' }, 0],
  ['sealed half JSON', { sealed: Buffer.from('[{"kind":').toString('hex') }, 0],
  ['sealed and no list', { sealed: Buffer.from('{"0":1}').toString('hex') }, 0],
  ['one good among bad ones', { drafts: [null, 7, { kind: 'edit' }, { ...good, extra: 1 }, good] }, 1],
  ['a form of other types', { drafts: [{ ...good, form: { ...good.form, isActive: 'yes' } }, good] }, 1],
  ['one key twice', { drafts: [good, { ...good, keptAtMs: 2 }] }, 1],
  ['a prototype', JSON.parse('{"drafts":[{"__proto__":{"kind":"edit"}}]}'), 0],
  [
    'times that no clock shows',
    { drafts: [1e300, -1, 1.5, 8.64e15 + 1].map((keptAtMs) => ({ ...good, keptAtMs })) },
    0,
  ],
  ['parts that are none', { drafts: [good], unopened: [7, { sealed: 'x' }, { sealed: 7, dropped: [] }] }, 1],
  ['parts in hundreds of thousands', { drafts: [good], unopened: Array(300_000).fill({ sealed: 7 }) }, 1],
  [
    'a part of endless length',
    { drafts: [good], unopened: [{ sealed: 'f'.repeat(5_000_000), dropped: [] }] },
    1,
  ],
])('hostile or incomplete: %s is skipped, logged without its content', async (_name, value, count) => {
  const first = bench()
  await first.drafts.keep(registerDraft)
  const [key = ''] = first.settings.values.keys()
  first.settings.values.set(key, value)
  const next = bench({ settings: first.settings })
  expect(await next.kept()).toHaveLength(count)
  expect(next.lines.join()).not.toContain(ACCOUNT)
  expect((await next.drafts.keep(registerDraft)).ok).toBe(true)
  expect(await next.kept()).toHaveLength(count + 1)
})

const keysOf = (drafts: readonly TerminalDraft[]): readonly string[] => drafts.map(draftKey)

type Lock = (vault: FakeVault, isLocked: boolean) => void
const locks: readonly (readonly [string, Lock])[] = [
  ['fails', (vault, isLocked) => void (vault.isLocked = isLocked)],
  ['says that it protects nothing', (vault, isLocked) => void (vault.hasProtection = !isLocked)],
]

test.each(locks)('a key store that %s at one start loses nothing from before', async (_name, lock) => {
  const first = bench()
  await first.drafts.keep(registerDraft)
  await first.drafts.keep(editDraft('2'))
  lock(first.vault, true)
  const locked = bench(first)
  expect(await locked.kept()).toEqual([])
  expect(await locked.drafts.keep(editDraft('3'))).toMatchObject({ value: { keepsAccounts: false } })
  expect(keysOf(await locked.kept())).toEqual(['edit 3'])
  expect(locked.settings.text()).not.toContain(ACCOUNT)
  lock(first.vault, false)
  const next = bench(first)
  expect(await next.kept()).toMatchObject([
    { kind: 'register', form: { accountNumber: ACCOUNT } },
    { form: { recordId: '2', accountNumber: ACCOUNT } },
    { form: { recordId: '3', accountNumber: '' } },
  ])
  // From here on they are one sealed text again.
  await next.drafts.keep(editDraft('4'))
  expect([...first.settings.values.values()]).toEqual([{ sealed: expect.any(String) }])
  expect(keysOf(await next.kept())).toEqual(['register', 'edit 2', 'edit 3', 'edit 4'])
})

test('a draft replaced or dropped while the key store was locked does not come back', async () => {
  const first = bench()
  for (const draft of [registerDraft, editDraft('1'), editDraft('2')]) await first.drafts.keep(draft)
  first.vault.isLocked = true
  const locked = bench(first)
  await locked.drafts.drop('register')
  await locked.drafts.keep({
    ...editDraft('1'),
    form: { ...editDraft('1').form, serialNumber: 'NEW' },
  } as never)
  await locked.drafts.keep(editDraft('5'))
  await locked.drafts.drop('edit 5')
  first.vault.isLocked = false
  expect(await bench(first).kept()).toMatchObject([
    { form: { recordId: '2' } },
    { form: { recordId: '1', serialNumber: 'NEW' } },
  ])
})

test('unreadable sealed text stays byte for byte through any number of drafts, and the oldest part is dropped first', async () => {
  const first = bench()
  await first.drafts.keep(registerDraft)
  const [before] = first.settings.values.values()
  const { sealed } = before as { sealed: string }
  first.vault.open = (text) =>
    text === sealed ? Promise.reject(new Error('gone')) : FakeVault.prototype.open(text)
  for (let id = 1; id <= 30; id += 1) await bench(first).drafts.keep(editDraft(String(id)))
  expect(first.settings.text()).toContain(sealed)
  expect(await bench(first).kept()).toHaveLength(20)
  await bench(first).drafts.drop('edit 30')
  expect(first.settings.text()).toContain(sealed)
  // Otherwise a key store that forgets its key at each start would fill the settings.
  for (let start = 0; start < 10; start += 1) {
    first.vault.open = () => Promise.reject(new Error('gone'))
    await bench(first).drafts.keep(editDraft(String(start)))
  }
  const [after] = first.settings.values.values()
  expect((after as { unopened: unknown[] }).unopened).toHaveLength(5)
})

test('an unsealed draft with an account number was not written here, and is rejected', async () => {
  const { drafts, settings, kept, vault } = bench()
  await drafts.keep(registerDraft)
  const [key = ''] = settings.values.keys()
  const clear = { ...registerDraft, form: { ...registerDraft.form, accountNumber: '' } }
  settings.values.set(key, { drafts: [registerDraft, editDraft('2'), { ...clear, keptAtMs: 5 }] })
  expect(await kept()).toEqual([{ ...clear, keptAtMs: 5 }])
  vault.hasProtection = false
  expect(await kept()).toEqual([{ ...clear, keptAtMs: 5 }])
})

test('a silent key store delays no draft: it is kept without the account number, and that is reported', async () => {
  const first = bench()
  await first.drafts.keep(editDraft('2'))
  const { drafts, vault, settings, time, kept } = bench({ settings: first.settings })
  const gate = deferred<boolean>()
  vault.isProtected = () => gate.promise
  const keeping = drafts.keep(registerDraft)
  await time.pass(2 * KEY_STORE_MS_MAX)
  expect(await keeping).toMatchObject({
    value: { keepsAccounts: false, drafts: [{ form: { accountNumber: '' } }] },
  })
  expect(settings.text()).not.toContain(ACCOUNT)
  gate.resolve(true)
  await settle()
  await drafts.keep(registerDraft)
  expect((await kept()).map(({ form }) => form.accountNumber)).toEqual([ACCOUNT, ACCOUNT])
})
