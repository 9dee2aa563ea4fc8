import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { err, ok, type Result } from '../../shared/result.ts'
import {
  type AuditClose,
  auditCloses,
  type AuditHead,
  type AuditReport,
  hasAuditDigits,
  hasAuditEntry,
  verifyAudit,
} from './audit.ts'
import { assertPagesSound } from './check.ts'
import { logOf } from './files.ts'
import { migrations, versionOf } from './migrations.ts'
import { foreignIn } from './schema.ts'
import { salesFile } from './database.ts'
import { createAuditCheckpoint } from './auditCheckpoint.ts'
import { verifyFacts, type FactsReport } from './verifyFacts.ts'

export interface VerifiedFile {
  /** What the schema holds that Tillside never wrote, and what it lacks (schema.ts). */
  readonly foreign: readonly string[]
  readonly audit: AuditReport
  readonly facts: FactsReport
  /** Entries that Tillside remembers outside the file, and that the file lacks: it was cut, or is an older one. */
  readonly missing: readonly AuditHead[]
  /** Whether the noted entry is in the file; null if none was given. */
  readonly hasNoted: boolean | null
  readonly closes: readonly AuditClose[]
}

/**
 * Verifies the audit of a closed file, and its sales against it. SQLite needs the file's log and may write when
 * reading, so this opens a read-only copy of both.
 *
 * The schema comes first: a view in a table's place may never end, and a page that stands in two places costs more at
 * each level. After that the work is bounded by the size of the file.
 * @param noted the head of the chain as exported before, or the digits on the paper of a close
 */
export function verifyFile(
  file: string,
  noted: AuditHead | string | null = null,
): Result<VerifiedFile, string> {
  if (!existsSync(file)) return err('there is no such file')
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-audit-'))
  try {
    const copy = path.join(dir, 'copy.db')
    copyFileSync(file, copy)
    if (existsSync(logOf(file))) copyFileSync(logOf(file), logOf(copy))
    const connection = new DatabaseSync(copy, { readOnly: true })
    try {
      const all = (sql: string, ...parameters: SQLInputValue[]): unknown[] =>
        connection.prepare(sql).all(...parameters)
      const get = (sql: string, ...parameters: SQLInputValue[]): unknown =>
        connection.prepare(sql).get(...parameters)
      const version = versionOf({ get })
      const foreign = foreignIn({ all }, migrations, version)
      // Their rows are read below.
      if (foreign.some((each) => /^(?:no )?(?:table|view) (?:sale|audit)$/iu.test(each)))
        return err(`its schema is not one that Tillside wrote: ${foreign.join(', ')}`)
      assertPagesSound({ all })
      const missing = rememberedBeside(file).filter((head) => !hasAuditEntry({ get }, head))
      return ok({
        foreign,
        audit: verifyAudit({ all }),
        facts: verifyFacts({ all }),
        missing: [...new Map(missing.map((head) => [head.id, head])).values()],
        hasNoted: noted === null ? null : hasIn({ get }, noted),
        closes: auditCloses({ all }),
      })
    } finally {
      connection.close()
    }
  } catch (error) {
    return err(error instanceof Error ? error.message : 'cannot be read')
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

function hasIn(database: Parameters<typeof hasAuditEntry>[0], noted: AuditHead | string): boolean {
  return typeof noted === 'string' ? hasAuditDigits(database, noted) : hasAuditEntry(database, noted)
}

/** What the program remembers outside its sales file; nothing for a file kept or moved elsewhere. */
function rememberedBeside(file: string): readonly AuditHead[] {
  const dir = path.dirname(file)
  if (path.resolve(file) !== path.resolve(salesFile(dir))) return []
  const settings = (): Record<string, unknown> =>
    JSON.parse(readFileSync(path.join(dir, 'settings.json'), 'utf8')) as Record<string, unknown>
  return createAuditCheckpoint(dir, { get: (key) => settings()[key], set: () => undefined }).recall()
}
