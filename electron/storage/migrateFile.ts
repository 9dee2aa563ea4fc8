import { auditHead } from './audit.ts'
import { bindAsFound, FACTS_SINCE_VERSION } from './boundFacts.ts'
import { assertSound } from './check.ts'
import { openDatabase, StorageError, type Database } from './database.ts'
import { clearScratch, copyDurably, logOf, nameBeside, renameDurably, sizeOf, syncFile } from './files.ts'
import { migrate, versionOf, type Migration } from './migrations.ts'

/** Where a test lets the process end. */
export type MigrationStep =
  'copied' | 'migrated' | 'compared' | 'synced' | 'oldClosed' | 'oldKept' | 'swapped'

/** What must be the same before and after every migration. */
interface Contents {
  readonly sales: number
  readonly kobo: number
  readonly attempts: number
  readonly entries: number
  readonly headId: number
  readonly headHash: string
  /** Rows that name a missing sale. */
  readonly danglingLinks: string
}

export interface MigrateFileOptions {
  readonly wallNowMs: () => number
  readonly migrations: readonly Migration[]
  readonly reached?: (step: MigrationStep) => void
}

/**
 * Migrates a copy, compares it with the original, and replaces the original by one rename. A crash at any step leaves
 * the complete old file or the complete new one. The old file stays beside it, its version in its name, for at least 90
 * days; nothing here removes it.
 * @param database the open original; closed on return, and on a throw
 * @returns the name of the kept old file
 */
export function migrateFile(
  file: string,
  database: Database,
  { wallNowMs, migrations: steps, reached = () => undefined }: MigrateFileOptions,
): string {
  const copy = `${file}.migrating`
  let isOpen = true
  try {
    const version = versionOf(database, steps)
    const before = contentsOf(database)
    clearScratch(copy)
    // Copying by the file system would drop our locks with its descriptor, and miss the write-ahead log.
    database.run('VACUUM INTO ?', copy)
    reached('copied')
    const migrated = openDatabase(copy)
    try {
      if (versionOf(migrated, steps) !== version) throw new Error('the copy has another version')
      // A link to a sale lost by damage must not block all others; the comparison below shows that none is added.
      migrated.exec('PRAGMA foreign_keys = OFF')
      migrate(migrated, steps)
      reached('migrated')
      assertSound(migrated)
      assertSame(before, contentsOf(migrated))
      // Only here, once in the life of a file: later, a sale without its facts has lost them.
      if (version < FACTS_SINCE_VERSION) migrated.transaction(() => bindAsFound(migrated, wallNowMs()))
      reached('compared')
    } finally {
      migrated.close()
    }
    syncFile(copy)
    reached('synced')
    isOpen = false
    database.close()
    // A remaining log would be replayed into the new file and damage it.
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
  const dangling = database.all(
    'SELECT "table" AS child, rowid AS row, parent FROM pragma_foreign_key_check ORDER BY 1, 2, 3',
  )
  return {
    ...(sales as Pick<Contents, 'sales' | 'kobo'>),
    ...(attempts as Pick<Contents, 'attempts'>),
    ...(entries as Pick<Contents, 'entries'>),
    headId: head?.id ?? 0,
    headHash: head?.hash ?? '',
    danglingLinks: JSON.stringify(dangling),
  }
}

function assertSame(before: Contents, after: Contents): void {
  for (const key of Object.keys(before) as (keyof Contents)[]) {
    if (before[key] !== after[key]) throw new Error(`the migrated copy differs in ${key}`)
  }
}
