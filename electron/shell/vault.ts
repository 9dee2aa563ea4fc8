import type { Vault } from '../ports.ts'

/** What the vault needs of Electron's `safeStorage`: its asynchronous calls only, the others leave Electron with 46. */
export interface SafeStoragePort {
  isAsyncEncryptionAvailable(): Promise<boolean>
  encryptStringAsync(plainText: string): Promise<Buffer>
  decryptStringAsync(encrypted: Buffer): Promise<{ readonly result: string }>
  /** On Linux only. */
  getSelectedStorageBackend?(): string
}

/** On Linux these mean a key that stands in the program itself, which protects from nobody. */
const UNPROTECTED_BACKENDS: ReadonlySet<string> = new Set(['basic_text', 'unknown'])

/** Sealing by the operating system; a sealed text is base64 of what the system returned. */
export function createVault(safeStorage: SafeStoragePort, platform: NodeJS.Platform): Vault {
  const isProtected = async (): Promise<boolean> => {
    try {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) return false
      if (platform !== 'linux') return true
      return !UNPROTECTED_BACKENDS.has(safeStorage.getSelectedStorageBackend?.() ?? 'unknown')
    } catch {
      // A keyring that fails is no protection; the caller then keeps the secret for this run only.
      return false
    }
  }
  return {
    isProtected,
    seal: async (text) => {
      // Asked again here, so that no caller can seal with a key that protects from nobody.
      if (!(await isProtected())) throw new Error('nothing protects a secret on this computer')
      return (await safeStorage.encryptStringAsync(text)).toString('base64')
    },
    open: async (sealed) => (await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'))).result,
  }
}
