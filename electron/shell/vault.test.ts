import { expect, test } from 'vitest'
import { createVault, type SafeStoragePort } from './vault.ts'

/** Reverses the bytes, which shows that the vault stores the system's result and not the text. */
function fakeStorage(overrides: Partial<SafeStoragePort> = {}, tag = 'v11'): SafeStoragePort {
  const around = (bytes: Buffer): Buffer => Buffer.from(bytes.toReversed())
  return {
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (text) => Buffer.concat([Buffer.from(tag), around(Buffer.from(text))]),
    decryptStringAsync: async (sealed) => ({ result: around(sealed.subarray(tag.length)).toString() }),
    getSelectedStorageBackend: () => 'gnome_libsecret',
    ...overrides,
  }
}

test.each(['v11', 'v12'])(
  'a text sealed with a key of the Linux keyring, %s, can be opened and does not contain the plain text',
  async (tag) => {
    const vault = createVault(fakeStorage({}, tag), 'linux')
    expect(await vault.isProtected()).toBe(true)
    const sealed = await vault.seal('secret ₦')
    expect(Buffer.from(sealed, 'base64').toString()).not.toContain('secret')
    expect(await vault.open(sealed)).toBe('secret ₦')
  },
)

test.each(['v10', 'v13', '', 'clear'])(
  'on Linux a text sealed as %j is not protected, with any name of the back end',
  async (tag) => {
    const vault = createVault(fakeStorage({}, tag), 'linux')
    expect(await vault.isProtected()).toBe(false)
    await expect(vault.seal('secret')).rejects.toThrow('protects')
    const sealed = Buffer.from(`${tag}terces`).toString('base64')
    await expect(vault.open(sealed)).rejects.toThrow('protected')
  },
)

test('on Windows and macOS v10 is the prefix of the system’s own key', async () => {
  for (const platform of ['win32', 'darwin'] as const) {
    const vault = createVault(fakeStorage({}, 'v10'), platform)
    expect(await vault.isProtected()).toBe(true)
    expect(await vault.open(await vault.seal('secret'))).toBe('secret')
  }
})

test.each(['basic_text', 'unknown'])(
  'the Linux back end %s does not protect and refuses to seal, without a dialog',
  async (backend) => {
    let asked = 0
    const ask = async (): Promise<never> => {
      asked += 1
      throw new Error('asked')
    }
    const vault = createVault(
      fakeStorage({
        getSelectedStorageBackend: () => backend,
        isAsyncEncryptionAvailable: ask,
        encryptStringAsync: ask,
      }),
      'linux',
    )
    expect(await vault.isProtected()).toBe(false)
    await expect(vault.seal('secret')).rejects.toThrow('protects')
    expect(asked).toBe(0)
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

test('on other systems the back end’s name is not read, since only Linux has the call', async () => {
  const { getSelectedStorageBackend: _unused, ...storage } = fakeStorage()
  expect(await createVault(storage, 'win32').isProtected()).toBe(true)
  expect(await createVault(storage, 'linux').isProtected()).toBe(false)
})
