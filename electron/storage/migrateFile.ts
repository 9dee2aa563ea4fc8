import { auditHead } from './audit.ts'
import { bindAsFound, FACTS_SINCE_VERSION } from './boundFacts.ts'
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
  /** Rows that name a sale which is not there. */
  readonly danglingLinks: string
}

export interface MigrateFileOptions {
  readonly wallNowMs: () => number
  readonly migrations: readonly Migration[]
  readonly reached?: (step: MigrationStep) => void
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
  { wallNowMs, migrations: steps, reached = () => undefined }: MigrateFileOptions,
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
      // A link to a sale that a damage took is no reason to refuse all others; that none is added is compared below.
      migrated.exec('PRAGMA foreign_keys = OFF')
      migrate(migrated, steps)
      reached('migrated')
      assertSound(migrated)
      assertSame(before, contentsOf(migrated))
      // Only here, once in the life of a file: later, a sale without its facts is one that lost them.
      if (version < FACTS_SINCE_VERSION) migrated.transaction(() => bindAsFound(migrated, wallNowMs()))
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
