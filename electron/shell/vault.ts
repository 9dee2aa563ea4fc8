import type { Vault } from '../ports.ts'

/** Electron's `safeStorage`, as far as needed: only its asynchronous calls, since Electron 46 removes the others. */
export interface SafeStoragePort {
  isAsyncEncryptionAvailable(): Promise<boolean>
  encryptStringAsync(plainText: string): Promise<Buffer>
  decryptStringAsync(encrypted: Buffer): Promise<{ readonly result: string }>
  /** On Linux only. */
  getSelectedStorageBackend?(): string
}

/** On Linux these use a fixed key of the program, which protects nothing. */
const UNPROTECTED_BACKENDS: ReadonlySet<string> = new Set(['basic_text', 'unknown'])

/**
 * Prefixes of texts sealed with a key of the Linux keyring: v11 (Secret Service, KWallet), v12 (the desktop's portal).
 * The back end's name depends on the desktop, not on the key: if the keyring is missing or its dialog was dismissed,
 * encryption stays available and uses a fixed key of Chromium's, with v10. On Windows and macOS v10 means the system's
 * own key. Chromium 153, components/os_crypt/async/browser: freedesktop_secret_key_provider.cc,
 * secret_portal_key_provider.h, posix_key_provider.cc; Electron 45, shell/browser/browser_process_impl.cc.
 */
const KEYRING_TAGS: ReadonlySet<string> = new Set(['v11', 'v12'])
const TAG_BYTES = 3
const PROBE = 'tillside'

/** Seals texts with the operating system's encryption. A sealed text is the system's result in base64. */
export function createVault(safeStorage: SafeStoragePort, platform: NodeJS.Platform): Vault {
  const isLinux = platform === 'linux'

  function isOfKeyring(sealed: Buffer): boolean {
    return !isLinux || KEYRING_TAGS.has(sealed.toString('latin1', 0, TAG_BYTES))
  }

  /** Checks first what needs no dialog of the system. */
  async function isOffered(): Promise<boolean> {
    const backend = safeStorage.getSelectedStorageBackend?.() ?? 'unknown'
    if (isLinux && UNPROTECTED_BACKENDS.has(backend)) return false
    return safeStorage.isAsyncEncryptionAvailable()
  }

  async function isProtected(): Promise<boolean> {
    try {
      return (await isOffered()) && (!isLinux || isOfKeyring(await safeStorage.encryptStringAsync(PROBE)))
    } catch {
      // A failing keyring protects nothing. The caller then keeps the secret for this run only.
      return false
    }
  }

  return {
    isProtected,
    seal: async (text) => {
      // Checked again here, so that no caller can seal with a key that protects nothing.
      const sealed = (await isOffered()) ? await safeStorage.encryptStringAsync(text) : null
      if (sealed === null || !isOfKeyring(sealed))
        throw new Error('nothing protects a secret on this computer')
      return sealed.toString('base64')
    },
    open: async (text) => {
      const sealed = Buffer.from(text, 'base64')
      // The fixed key is public: any program could have sealed this text and can read it.
      if (!isOfKeyring(sealed)) throw new Error('this text was not protected')
      return (await safeStorage.decryptStringAsync(sealed)).result
    },
  }
}
