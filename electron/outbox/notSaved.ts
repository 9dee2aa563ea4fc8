import { TRANSACTION_ID_LENGTH_MAX } from '../../shared/transactionId.ts'
import type { Log, SettingsStore } from '../ports.ts'
import { isSameReference } from './rules/references.ts'

/**
 * References whose commit failed and that a person was told are not saved, which must become true. They are kept
 * outside the sales file, which may have stored them after all, and outlive the program.
 */
export interface NotSaved {
  has(transactionId: string): boolean
  all(): readonly string[]
  add(transactionId: string): void
  /**
   * Removes settled references.
   * @returns false if that cannot be written: the next start would remove such a sale, so all of them stay listed
   */
  drop(transactionIds: readonly string[]): boolean
}

const KEY = 'notSaved'
/** More failed commits than occur before a person looks at the disk. */
const KEPT_MAX = 200

export function createNotSaved(settings: Pick<SettingsStore, 'get' | 'set'>, log: Log): NotSaved {
  /** Never fewer than the stored ones, or the next start would remove a sale that was saved later. */
  let listed = readKept(settings)

  function keep(references: readonly string[]): boolean {
    try {
      settings.set(KEY, references.slice(-KEPT_MAX))
      return true
    } catch (error) {
      log('error', 'notSaved.notKept', { name: error instanceof Error ? error.name : 'unknown' })
      return false
    }
  }

  const has = (transactionId: string): boolean =>
    listed.some((reference) => isSameReference(reference, transactionId))

  return {
    has,
    all: () => listed,
    add: (transactionId) => {
      if (has(transactionId)) return
      listed = [...listed, transactionId]
      // If this write fails too, the run's list remains.
      keep(listed)
    },
    drop: (transactionIds) => {
      const left = listed.filter(
        (reference) => !transactionIds.some((each) => isSameReference(each, reference)),
      )
      if (left.length === listed.length) return true
      if (!keep(left)) return false
      listed = left
      return true
    },
  }
}

/** Unreadable or foreign settings give no reference. */
function readKept(settings: Pick<SettingsStore, 'get'>): readonly string[] {
  try {
    const kept = settings.get(KEY)
    if (!Array.isArray(kept)) return []
    return kept.filter(isReference).slice(-KEPT_MAX)
  } catch {
    return []
  }
}

function isReference(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= TRANSACTION_ID_LENGTH_MAX
}
