import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createVault } from '../../electron/shell/vault.ts'
import { createSafeStorage } from './safeStorageDouble.ts'

test('the double encrypts, decrypts again after a restart, and refuses changed data', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const open = () =>
    createSafeStorage(
      () => 'protected',
      () => dir,
      'linux',
    )
  const sealed = await open().encryptStringAsync('a secret ₦')
  expect(sealed.toString('utf8')).not.toContain('secret')
  expect(await open().decryptStringAsync(sealed)).toEqual({ result: 'a secret ₦', shouldReEncrypt: false })
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
  await expect(open().decryptStringAsync(sealed)).rejects.toThrow('authenticate')
})

test('without a keyring key the double seals with a fixed one, and shows it only in the first letters', async () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const open = (encryption: 'protected' | 'dismissed') =>
    createSafeStorage(
      () => encryption,
      () => dir,
      'linux',
    )
  const dismissed = open('dismissed')
  expect(await dismissed.isAsyncEncryptionAvailable()).toBe(true)
  expect(dismissed.getSelectedStorageBackend()).toBe('gnome_libsecret')
  const fixed = await dismissed.encryptStringAsync('a secret ₦')
  expect(fixed.toString('latin1', 0, 3)).toBe('v10')
  expect((await open('protected').decryptStringAsync(fixed)).result).toBe('a secret ₦')
  const sealed = await open('protected').encryptStringAsync('a secret ₦')
  expect(sealed.toString('latin1', 0, 3)).toBe('v11')
  await expect(dismissed.decryptStringAsync(sealed)).rejects.toThrow('temporarily unavailable')
})

test.each(['win32', 'darwin'] as const)(
  'on %s nothing is sealed without the system’s key, by main either',
  async (platform) => {
    const dir = mkdtempSync(path.join(tmpdir(), 'tillside-test-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    const open = (encryption: 'protected' | 'dismissed' | 'none') =>
      createSafeStorage(
        () => encryption,
        () => dir,
        platform,
      )
    for (const encryption of ['none', 'dismissed'] as const) {
      const vault = createVault(open(encryption), platform)
      expect(await vault.isProtected()).toBe(false)
      await expect(vault.seal('a secret')).rejects.toThrow('nothing protects')
      await expect(open(encryption).encryptStringAsync('a secret')).rejects.toThrow('not available')
    }
    const sealed = await createVault(open('protected'), platform).seal('a secret')
    expect(await createVault(open('protected'), platform).open(sealed)).toBe('a secret')
    await expect(createVault(open('none'), platform).open(sealed)).rejects.toThrow('not available')
  },
)
