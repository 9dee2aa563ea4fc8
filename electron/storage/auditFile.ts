import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { err, ok, type Result } from '../../shared/result.ts'
import { verifyAudit, type AuditReport } from './audit.ts'
import { logOf } from './files.ts'

/**
 * The audit of a file that nobody has open. SQLite needs the log beside a file and may write on reading it, so a copy
 * of both is what is opened, read-only.
 */
export function verifyFile(
  file: string,
): Result<{ readonly sales: number; readonly audit: AuditReport }, string> {
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
      const { sales } = connection.prepare('SELECT COUNT(*) AS sales FROM sale').get() as { sales: number }
      return ok({ sales, audit: verifyAudit({ all }) })
    } finally {
      connection.close()
    }
  } catch (error) {
    return err(error instanceof Error ? error.message : 'cannot be read')
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
