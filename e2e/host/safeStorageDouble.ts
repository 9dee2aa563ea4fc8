import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Encryption } from './hostMessages.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Stands in for the system's keyring: it really encrypts, so that a test which searches the files for a secret is
 * worth something. The key lies in a file of its own, which protects nobody; `npm start` therefore runs with `none`.
 */
export function createSafeStorage(encryption: () => Encryption, keyringDir: () => string) {
  const key = (): Buffer => {
    const file = path.join(keyringDir(), 'stand-in.keyring')
    if (!existsSync(file)) {
      mkdirSync(keyringDir(), { recursive: true })
      writeFileSync(file, randomBytes(32), { mode: 0o600 })
    }
    return readFileSync(file)
  }
  /**
   * Every call waits for the key ring to be opened, without a limit of its own: `pending_encrypts_` and its like in
   * shell/browser/api/electron_api_safe_storage.cc of Electron 45.
   */
  const keyringAnswers = (): Promise<void> =>
    encryption() === 'silent' ? new Promise(() => undefined) : Promise.resolve()
  return {
    isAsyncEncryptionAvailable: async (): Promise<boolean> => {
      await keyringAnswers()
      return encryption() === 'protected'
    },
    getSelectedStorageBackend: (): 'gnome_libsecret' | 'basic_text' =>
      encryption() === 'none' ? 'basic_text' : 'gnome_libsecret',
    encryptStringAsync: async (plainText: string): Promise<Buffer> => {
      await keyringAnswers()
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key(), iv)
      const body = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    decryptStringAsync: async (sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> => {
      await keyringAnswers()
      const decipher = createDecipheriv('aes-256-gcm', key(), sealed.subarray(0, IV_BYTES))
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      const body = sealed.subarray(IV_BYTES + TAG_BYTES)
      const result = Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      return { result, shouldReEncrypt: false }
    },
  }
}
