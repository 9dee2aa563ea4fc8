import type { Vault } from '../ports.ts'

/** Wraps the vault (safeStorage); any error means unavailable. Its errors are dropped. */
export interface Sealing {
  isProtected(): Promise<boolean>
  /** @returns null if the system offers no real protection, or failed to seal */
  seal(text: string): Promise<string | null>
  /** @returns null if it cannot be opened now; a locked key store may open it tomorrow */
  open(sealed: string): Promise<string | null>
}

/** @param onSealingFailed the system promised protection, and then failed */
export function createSealing(vault: Vault, onSealingFailed: () => void): Sealing {
  async function isProtected(): Promise<boolean> {
    try {
      return await vault.isProtected()
    } catch {
      // An error means no protection.
      return false
    }
  }

  return {
    isProtected,
    seal: async (text) => {
      if (!(await isProtected())) return null
      try {
        return await vault.seal(text)
      } catch {
        onSealingFailed()
        return null
      }
    },
    open: async (sealed) => {
      if (!(await isProtected())) return null
      try {
        return await vault.open(sealed)
      } catch {
        // The error's own text may quote the secret, so it is dropped.
        return null
      }
    },
  }
}
