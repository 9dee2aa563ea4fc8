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

/**
 * How a text begins that a key of the Linux keyring sealed: v11 (Secret Service, KWallet), v12 (the desktop's portal). The
 * back end's name is the desktop's and says nothing of the key: where the keyring is missing, or its question was
 * dismissed, encryption stays available and a fixed key of Chromium's seals, with v10. On Windows and macOS v10 marks the
 * system's own key. Chromium 153, components/os_crypt/async/browser: freedesktop_secret_key_provider.cc,
 * secret_portal_key_provider.h, posix_key_provider.cc; Electron 45, shell/browser/browser_process_impl.cc.
 */
const KEYRING_TAGS: ReadonlySet<string> = new Set(['v11', 'v12'])
const TAG_BYTES = 3
const PROBE = 'tillside'

/** Sealing by the operating system; a sealed text is base64 of what the system returned. */
export function createVault(safeStorage: SafeStoragePort, platform: NodeJS.Platform): Vault {
  const isLinux = platform === 'linux'

  function isOfKeyring(sealed: Buffer): boolean {
    return !isLinux || KEYRING_TAGS.has(sealed.toString('latin1', 0, TAG_BYTES))
  }

  /** First what can be told without a question to a person. */
  async function isOffered(): Promise<boolean> {
    const backend = safeStorage.getSelectedStorageBackend?.() ?? 'unknown'
    if (isLinux && UNPROTECTED_BACKENDS.has(backend)) return false
    return safeStorage.isAsyncEncryptionAvailable()
  }

  async function isProtected(): Promise<boolean> {
    try {
      return (await isOffered()) && (!isLinux || isOfKeyring(await safeStorage.encryptStringAsync(PROBE)))
    } catch {
      // A keyring that fails is no protection; the caller then keeps the secret for this run only.
      return false
    }
  }

  return {
    isProtected,
    seal: async (text) => {
      // Asked again here, so that no caller can seal with a key that protects from nobody.
      const sealed = (await isOffered()) ? await safeStorage.encryptStringAsync(text) : null
      if (sealed === null || !isOfKeyring(sealed))
        throw new Error('nothing protects a secret on this computer')
      return sealed.toString('base64')
    },
    open: async (text) => {
      const sealed = Buffer.from(text, 'base64')
      // Any program could have made it, and any may read it.
      if (!isOfKeyring(sealed)) throw new Error('this text was not protected')
      return (await safeStorage.decryptStringAsync(sealed)).result
    },
  }
}
