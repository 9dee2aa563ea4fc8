import type { Vault } from '../ports.ts'

/** The vault as a keeper of texts, with every doubt taken as a no. What it fails with is told to nobody. */
export interface Sealing {
  isProtected(): Promise<boolean>
  /** @returns null where the system offers no real protection, or failed to seal */
  seal(text: string): Promise<string | null>
  /** @returns null where it cannot be opened now; a locked key store may open it tomorrow */
  open(sealed: string): Promise<string | null>
}

/** @param onSealingFailed the system promised protection, and then failed */
export function createSealing(vault: Vault, onSealingFailed: () => void): Sealing {
  async function isProtected(): Promise<boolean> {
    try {
      return await vault.isProtected()
    } catch {
      // Doubt about the protection is no protection.
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
        // The error's own text may quote what was opened, so it goes nowhere.
        return null
      }
    },
  }
}
