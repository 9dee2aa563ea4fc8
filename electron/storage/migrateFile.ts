import { auditHead } from './audit.ts'
import { assertSound } from './check.ts'
import { openDatabase, StorageError, type Database } from './database.ts'
import { clearScratch, copyDurably, logOf, nameBeside, renameDurably, sizeOf, syncFile } from './files.ts'
import { migrate, versionOf, type Migration } from './migrations.ts'

/** Where a test lets the process end. */
export type MigrationStep =
  'copied' | 'migrated' | 'compared' | 'synced' | 'oldClosed' | 'oldKept' | 'swapped'

/** What must be the same before and after, whatever a migration does to the shape. */
interface Contents {
  readonly sales: number
  readonly kobo: number
  readonly attempts: number
  readonly entries: number
  readonly headId: number
  readonly headHash: string
}

/**
 * Migrates a copy, compares it with the original, and puts it in the original's place by one rename. Ended at any step,
 * the file under its name is the old one or the new one, whole. The old file stays beside, its version in its name, for
 * 90 days at least; nothing here removes it.
 * @param database the open original; closed on return, and on a throw
 * @returns the name under which the old file was kept
 */
export function migrateFile(
  file: string,
  database: Database,
  steps: readonly Migration[],
  reached: (step: MigrationStep) => void = () => undefined,
): string {
  const copy = `${file}.migrating`
  let isOpen = true
  try {
    const version = versionOf(database, steps)
    const before = contentsOf(database)
    clearScratch(copy)
    // A copy by the file system would drop our locks with its descriptor, and would miss the write-ahead log.
    database.run('VACUUM INTO ?', copy)
    reached('copied')
    const migrated = openDatabase(copy)
    try {
      if (versionOf(migrated, steps) !== version) throw new Error('the copy has another version')
      migrate(migrated, steps)
      reached('migrated')
      assertSound(migrated)
      assertSame(before, contentsOf(migrated))
      reached('compared')
    } finally {
      migrated.close()
    }
    syncFile(copy)
    reached('synced')
    isOpen = false
    database.close()
    // A log that stayed would be replayed into the new file and ruin it.
    if (sizeOf(logOf(file)) > 0 || sizeOf(logOf(copy)) > 0) {
      throw new StorageError('unusable', 'The sales file could not be closed for its migration', { file })
    }
    reached('oldClosed')
    const kept = nameBeside(file, `v${version}`)
    copyDurably(file, kept)
    reached('oldKept')
    renameDurably(copy, file)
    reached('swapped')
    return kept
  } finally {
    if (isOpen) database.close()
  }
}

function contentsOf(database: Database): Contents {
  const sales = database.get('SELECT COUNT(*) AS sales, COALESCE(SUM(amount_kobo), 0) AS kobo FROM sale')
  const attempts = database.get('SELECT COUNT(*) AS attempts FROM attempt')
  const entries = database.get('SELECT COUNT(*) AS entries FROM audit')
  const head = auditHead(database)
  return {
    ...(sales as Pick<Contents, 'sales' | 'kobo'>),
    ...(attempts as Pick<Contents, 'attempts'>),
    ...(entries as Pick<Contents, 'entries'>),
    headId: head?.id ?? 0,
    headHash: head?.hash ?? '',
  }
}

function assertSame(before: Contents, after: Contents): void {
  for (const key of Object.keys(before) as (keyof Contents)[]) {
    if (before[key] !== after[key]) throw new Error(`the migrated copy differs in ${key}`)
  }
}
