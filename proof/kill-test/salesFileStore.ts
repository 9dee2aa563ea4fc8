import { existsSync } from 'node:fs'
import { verifyAudit } from '../../electron/storage/audit.ts'
import { openDatabase, salesFile } from '../../electron/storage/database.ts'
import { verifyFacts } from '../../electron/storage/verifyFacts.ts'

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
  /** What tills handed over: the keys, and the sale that each became, by its reference. */
  readonly handovers: readonly { readonly key: string; readonly reference: string | null }[]
}

/** Reads the file of an ended counter. An unreadable file has no sales, and says why. */
export function readSalesFile(dataDir: string): SalesFile {
  try {
    return readWhole(salesFile(dataDir))
  } catch (error) {
    return {
      sales: [],
      integrity: error instanceof Error ? error.message : 'unreadable',
      brokenAuditEntry: null,
      notAsRecorded: [],
      entries: [],
      handovers: [],
    }
  }
}

/** It must exist: SQLite would create an empty one. */
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
    return {
      sales: rows.map((row) => ({
        transactionId: row.transaction_id,
        state: row.state,
        amountKobo: row.amount_kobo,
        sendCount: row.send_count,
      })),
      integrity: integrity.integrity_check,
      brokenAuditEntry: verifyAudit(database).firstBroken?.id ?? null,
      notAsRecorded: verifyFacts(database).problems.map(
        ({ sequence, problem }) => `sale ${sequence}: ${problem}`,
      ),
      entries: entries.map(({ hash }) => hash),
      handovers: database.all(
        `SELECT key, sale.transaction_id AS reference FROM handover
         LEFT JOIN sale ON sale.sequence = handover.sale_sequence`,
      ) as { key: string; reference: string | null }[],
    }
  } finally {
    database.close()
  }
}
