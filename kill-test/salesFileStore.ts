import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { appendAudit, verifyAudit } from '../electron/storage/audit.ts'
import { openDatabase, salesFile } from '../electron/storage/database.ts'
import { logOf } from '../electron/storage/files.ts'
import { verifyFacts } from '../electron/storage/verifyFacts.ts'

export interface StoredSale {
  readonly transactionId: string
  readonly state: string
  readonly amountKobo: number
  readonly sendCount: number
}

export interface SalesFile {
  readonly sales: readonly StoredSale[]
  /** SQLite's own words; `ok` for a sound file. */
  readonly integrity: string
  /** The id of the first entry that breaks the chain; null for none. */
  readonly brokenAuditEntry: number | null
  /** Sales that differ from what the audit says was recorded, and why. */
  readonly notAsRecorded: readonly string[]
  readonly entries: readonly string[]
  /** Of the schema; 0 if unreadable. */
  readonly version: number
}

/** Reads the file of an ended counter. An unreadable file has no sales, and says why. */
export function readSalesFile(dataDir: string): SalesFile {
  return readFile(salesFile(dataDir))
}

/** The same of any file. It must exist: SQLite would create an empty one. */
export function readFile(file: string): SalesFile {
  try {
    return readWhole(file)
  } catch (error) {
    return {
      sales: [],
      integrity: error instanceof Error ? error.message : 'unreadable',
      brokenAuditEntry: null,
      notAsRecorded: [],
      entries: [],
      version: 0,
    }
  }
}

function readWhole(file: string): SalesFile {
  if (!existsSync(file)) throw new Error('the file is gone')
  const database = openDatabase(file)
  try {
    const integrity = database.get('PRAGMA integrity_check') as { readonly integrity_check: string }
    const rows = database.all('SELECT transaction_id, state, amount_kobo, send_count FROM sale') as {
      readonly transaction_id: string
      readonly state: string
      readonly amount_kobo: number
      readonly send_count: number
    }[]
    const entries = database.all('SELECT hash FROM audit ORDER BY id') as { readonly hash: string }[]
    const version = database.get('PRAGMA user_version') as { readonly user_version: number }
    return {
      sales: rows.map((row) => ({
        transactionId: row.transaction_id,
        state: row.state,
        amountKobo: row.amount_kobo,
        sendCount: row.send_count,
      })),
      integrity: integrity.integrity_check,
      brokenAuditEntry: verifyAudit(database).firstBroken?.id ?? null,
      notAsRecorded: verifyFacts(database, version.user_version).problems.map(
        ({ sequence, problem }) => `sale ${sequence}: ${problem}`,
      ),
      entries: entries.map(({ hash }) => hash),
      version: version.user_version,
    }
  } finally {
    database.close()
  }
}

/** Overwrites the first page of an index: the tables stay readable, and the file is damaged. */
export function ruinIndex(file: string, index: string): void {
  const database = openDatabase(file)
  let start: number
  let size: number
  try {
    const page = database.get('PRAGMA page_size') as { readonly page_size: number }
    const row = database.get('SELECT rootpage FROM sqlite_schema WHERE name = ?', index) as {
      readonly rootpage: number
    }
    size = page.page_size
    start = (row.rootpage - 1) * size
  } finally {
    database.close()
  }
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0xab, start, start + size))
}

/** Records a sale like an interrupted run: it is in the log and not yet in the file. */
export function recordAndCutOff(file: string, transactionId: string): void {
  const parts = [file, logOf(file)]
  const database = openDatabase(file)
  try {
    database.transaction(() => {
      database.run(
        `INSERT INTO sale (transaction_id, environment, partner_url, client_id, terminal_id, amount_kobo, amount_wire,
           note, state, version, recorded_at_ms, recorded_boot, recorded_awake_ms, due_awake_ms)
         SELECT ?, environment, partner_url, client_id, terminal_id, amount_kobo, amount_wire, note, 'queued', 1,
           recorded_at_ms, recorded_boot, recorded_awake_ms, due_awake_ms FROM sale ORDER BY sequence LIMIT 1`,
        transactionId,
      )
      const { sequence } = database.get('SELECT MAX(sequence) AS sequence FROM sale') as { sequence: number }
      appendAudit(database, {
        saleSequence: sequence,
        atMs: 0,
        kind: 'recorded',
        fromState: null,
        toState: 'queued',
        detail: null,
      })
    })
    for (const part of parts) copyFileSync(part, `${part}.cut`)
  } finally {
    // Closing would merge the log into the file.
    database.close()
    for (const part of parts) if (existsSync(`${part}.cut`)) renameSync(`${part}.cut`, part)
  }
}
