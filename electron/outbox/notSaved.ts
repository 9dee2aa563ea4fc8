import { TRANSACTION_ID_LENGTH_MAX } from '../../shared/transactionId.ts'
import type { Log, SettingsStore } from '../ports.ts'
import { isSameReference } from './verdicts.ts'

/**
 * References whose commit failed, and of which a person was told that they were not saved: that has to become true. They
 * are kept outside the sales file, which may have taken them after all, and outlive the program.
 */
export interface NotSaved {
  has(transactionId: string): boolean
  all(): readonly string[]
  add(transactionId: string): void
  /**
   * What was said of these is settled.
   * @returns false where that cannot be written down: the next start would remove such a sale, so all of them stay listed
   */
  drop(transactionIds: readonly string[]): boolean
}

const KEY = 'notSaved'
/** More than a disk refuses before a person looks at it. */
const KEPT_MAX = 200

export function createNotSaved(settings: Pick<SettingsStore, 'get' | 'set'>, log: Log): NotSaved {
  /** Never less than what is kept, or a sale that was saved later would be removed at the next start. */
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
      // A disk that refuses this too leaves the list of this run.
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

/** Settings that cannot be read, or hold something else there, name no reference. */
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
