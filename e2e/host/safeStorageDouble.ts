import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Encryption } from './hostMessages.ts'

const IV_BYTES = 12
const AUTH_TAG_BYTES = 16
/** Which key sealed, as in Chromium 153 on Linux: components/os_crypt/async/browser, the `kEncryptionTag` of each. */
const KEYRING_TAG = 'v11'
const FIXED_TAG = 'v10'
/** Public, like that of posix_key_provider.cc. */
const FIXED_KEY = Buffer.alloc(32, 'peanuts')

/**
 * Replaces Electron's `safeStorage` on Linux (shell/browser/api/electron_api_safe_storage.cc of Electron 45): it really
 * encrypts, so that a test which searches files for a secret is meaningful. The key is in a file of its own, which
 * protects nothing; so `npm start` runs with `none`. As in Electron on Linux, encryption is always available, since a
 * fixed key replaces one that the keyring does not give. Windows and macOS have no such key: without their own, nothing
 * is sealed or opened.
 */
export function createSafeStorage(
  encryption: () => Encryption,
  keyringDir: () => string,
  platform: NodeJS.Platform = process.platform,
) {
  const isAvailable = (): boolean => platform === 'linux' || encryption() === 'protected'
  const available = async (): Promise<void> => {
    await keyringAnswers()
    if (!isAvailable()) throw new Error('Error while encrypting: encryption is not available')
  }
  const keyringKey = (): Buffer => {
    const file = path.join(keyringDir(), 'stand-in.keyring')
    if (!existsSync(file)) {
      mkdirSync(keyringDir(), { recursive: true })
      writeFileSync(file, randomBytes(32), { mode: 0o600 })
    }
    return readFileSync(file)
  }
  /** Every call waits for the key, without a time limit: `pending_encrypts_` and the like. */
  const keyringAnswers = (): Promise<void> =>
    encryption() === 'silent' ? new Promise(() => undefined) : Promise.resolve()
  return {
    isAsyncEncryptionAvailable: async (): Promise<boolean> => {
      await keyringAnswers()
      return isAvailable()
    },
    /** The desktop's, in any state of its keyring: `SetLinuxStorageBackend`, electron_browser_main_parts.cc. */
    getSelectedStorageBackend: (): 'gnome_libsecret' | 'basic_text' =>
      encryption() === 'none' ? 'basic_text' : 'gnome_libsecret',
    encryptStringAsync: async (plainText: string): Promise<Buffer> => {
      await available()
      const isKeyring = encryption() === 'protected'
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', isKeyring ? keyringKey() : FIXED_KEY, iv)
      const body = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from(isKeyring ? KEYRING_TAG : FIXED_TAG), iv, cipher.getAuthTag(), body])
    },
    decryptStringAsync: async (sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> => {
      await available()
      const isKeyring = sealed.toString('latin1', 0, KEYRING_TAG.length) === KEYRING_TAG
      if (isKeyring && encryption() !== 'protected')
        throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.')
      const rest = sealed.subarray(KEYRING_TAG.length)
      const decipher = createDecipheriv(
        'aes-256-gcm',
        isKeyring ? keyringKey() : FIXED_KEY,
        rest.subarray(0, IV_BYTES),
      )
      decipher.setAuthTag(rest.subarray(IV_BYTES, IV_BYTES + AUTH_TAG_BYTES))
      const body = rest.subarray(IV_BYTES + AUTH_TAG_BYTES)
      const result = Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      return { result, shouldReEncrypt: false }
    },
  }
}
