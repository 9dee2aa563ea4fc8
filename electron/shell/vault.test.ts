import { expect, test } from 'vitest'
import { createVault, type SafeStoragePort } from './vault.ts'

/** Turns the bytes around: enough to show that the vault stores what the system made of it, and not the text. */
function fakeStorage(overrides: Partial<SafeStoragePort> = {}): SafeStoragePort {
  const around = (bytes: Buffer): Buffer => Buffer.from(bytes.toReversed())
  return {
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (text) => around(Buffer.from(text)),
    decryptStringAsync: async (sealed) => ({ result: around(sealed).toString() }),
    getSelectedStorageBackend: () => 'gnome_libsecret',
    ...overrides,
  }
}

test('a sealed text opens again and does not hold the text', async () => {
  const vault = createVault(fakeStorage(), 'linux')
  const sealed = await vault.seal('secret ₦')
  expect(Buffer.from(sealed, 'base64').toString()).not.toContain('secret')
  expect(await vault.open(sealed)).toBe('secret ₦')
})

test.each(['basic_text', 'unknown'])(
  'the Linux back end %s protects from nobody and refuses to seal',
  async (backend) => {
    const vault = createVault(fakeStorage({ getSelectedStorageBackend: () => backend }), 'linux')
    expect(await vault.isProtected()).toBe(false)
    await expect(vault.seal('secret')).rejects.toThrow('protects')
  },
)

test('a system without encryption, or with a keyring that fails, refuses to seal', async () => {
  const without = createVault(fakeStorage({ isAsyncEncryptionAvailable: async () => false }), 'win32')
  const failing = createVault(
    fakeStorage({
      isAsyncEncryptionAvailable: async () => {
        throw new Error('keyring')
      },
    }),
    'darwin',
  )
  expect([await without.isProtected(), await failing.isProtected()]).toEqual([false, false])
  await expect(without.seal('secret')).rejects.toThrow('protects')
})

test('outside Linux no back end is asked for, since only Linux has the call', async () => {
  const { getSelectedStorageBackend: _unused, ...storage } = fakeStorage()
  expect(await createVault(storage, 'win32').isProtected()).toBe(true)
  expect(await createVault(storage, 'linux').isProtected()).toBe(false)
})
