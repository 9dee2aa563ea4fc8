import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Terminal } from '../gateway/answer.ts'
import { fakeLog, FakeSettings, FakeVault, settle, terminal } from '../session/testing/fakes.ts'
import { createMacKey, MAC_KEY } from '../session/macKey.ts'
import { createSeededRandom } from '../testing/virtualTime.ts'
import { createTerminalVersions } from './terminalVersions.ts'

function run(reuse: { settings?: FakeSettings; vault?: FakeVault; seed?: number } = {}) {
  const settings = reuse.settings ?? new FakeSettings()
  const vault = reuse.vault ?? new FakeVault()
  const { log, lines } = fakeLog()
  const waiting: (() => void)[] = []
  const timers = {
    after: (_delayMs: number, act: () => void) => {
      waiting.push(act)
      return () => undefined
    },
  }
  const random = createSeededRandom(reuse.seed ?? 1)
  return {
    versions: createTerminalVersions(createMacKey({ vault, settings, random, timers, log })),
    settings,
    vault,
    lines,
    timeIsUp: () => waiting.forEach((act) => act()),
  }
}

/** A run's version of a terminal once its key is settled. */
async function versionIn({ versions }: ReturnType<typeof run>, of = terminal(1)): Promise<string> {
  await versions.ready()
  return versions.of(of)
}

const others: { readonly [Field in keyof Terminal]: Partial<Terminal> } = {
  recordId: { recordId: '2' },
  merchantRecordId: { merchantRecordId: '2' },
  terminalId: { terminalId: 'X' },
  merchantId: { merchantId: 'X' },
  // The same last digits: the screen sees no difference.
  accountNumber: { accountNumber: '0123406789' },
  accountName: { accountName: 'X' },
  serialNumber: { serialNumber: 'X' },
  isActive: { isActive: false },
  isReceivingPayment: { isReceivingPayment: false },
  // The same number, and another text.
  feePercentageSource: { feePercentageSource: '0.5' },
  dateCreated: { dateCreated: 'X' },
}

test.each(Object.entries(others))('another %s is another version', async (_field, other) => {
  const own = run()
  const version = await versionIn(own)
  expect(own.versions.of(terminal(1, other))).not.toBe(version)
  expect(own.versions.of(terminal(1))).toBe(version)
})

test('a value of one field cannot pass as the next one', async () => {
  const own = run()
  const version = await versionIn(own, terminal(1, { terminalId: 'T1', merchantId: '2' }))
  expect(own.versions.of(terminal(1, { terminalId: 'T', merchantId: '12' }))).not.toBe(version)
})

test('after a restart it is the same, with the key sealed', async () => {
  const first = run()
  const version = await versionIn(first)
  expect(await versionIn(run({ ...first, seed: 2 }))).toBe(version)
  const kept = first.settings.get(MAC_KEY)
  const key = await first.vault.open(String(kept))
  expect(Buffer.from(key, 'base64')).toHaveLength(32)
  expect(first.settings.text()).not.toContain(key)
})

test('without the key, all of a terminal’s fields do not give its version', async () => {
  const version = await versionIn(run())
  const plain = createHash('sha256')
    .update(JSON.stringify(Object.values(terminal(1))))
    .digest('base64url')
  expect(plain).not.toContain(version)
  expect(await versionIn(run({ seed: 2 }))).not.toBe(version)
})

test('without protection, the key is on no disk and lasts for this run', async () => {
  const vault = new FakeVault()
  vault.hasProtection = false
  const first = run({ vault })
  const version = await versionIn(first)
  expect(first.versions.of(terminal(1))).toBe(version)
  expect(first.settings.values.size).toBe(0)
  expect(await versionIn(run({ ...first, seed: 2 }))).not.toBe(version)
})

test.each(['', 'AAAA', '{"key":1}', Buffer.alloc(33).toString('base64')])(
  'an invalid stored key (%j) is replaced by a new one',
  async (text) => {
    const first = run()
    first.settings.set(MAC_KEY, await first.vault.seal(text))
    const version = await versionIn(first)
    const kept = await first.vault.open(String(first.settings.get(MAC_KEY)))
    expect(Buffer.from(kept, 'base64')).toHaveLength(32)
    expect(await versionIn(run({ ...first, seed: 2 }))).toBe(version)
  },
)

test('a disk that refuses the key does not stop the list from being read, and is logged without the key', async () => {
  const own = run()
  own.settings.isBroken = true
  const version = await versionIn(own)
  expect(own.versions.of(terminal(1))).toBe(version)
  expect(own.lines.join()).toContain('terminals.versionKeyNotKept')
})

test('a key store that asks its owner is not awaited, and its late key does not mix with this run’s', async () => {
  const earlier = run()
  await versionIn(earlier)
  const vault = new FakeVault()
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const opened = vault.open.bind(vault)
  vault.open = async (sealed) => {
    await answered
    return opened(sealed)
  }
  const own = run({ settings: earlier.settings, vault, seed: 2 })
  const ready = own.versions.ready()
  await settle()
  own.timeIsUp()
  await ready
  const version = own.versions.of(terminal(1))
  answer()
  await settle()
  expect(own.versions.of(terminal(1))).toBe(version)
})
