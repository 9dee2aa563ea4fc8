import { verifyAudit } from '../electron/storage/audit.ts'
import { openDatabase, salesFile } from '../electron/storage/database.ts'

/** A sale as it stands in the file. */
export interface StoredSale {
  readonly transactionId: string
  readonly state: string
  readonly amountKobo: number
  readonly sendCount: number
}

/** What a sales file says when nobody has it open any more. */
export interface SalesFile {
  readonly sales: readonly StoredSale[]
  /** SQLite's own words; `ok` for a whole file. */
  readonly integrity: string
  /** The id of the first entry that breaks the chain; null for none. */
  readonly brokenAuditEntry: number | null
}

/** Reads the file of a counter that has ended. A file that cannot be read has no sales, and says why. */
export function readSalesFile(dataDir: string): SalesFile {
  try {
    return readWhole(salesFile(dataDir))
  } catch (error) {
    return {
      sales: [],
      integrity: error instanceof Error ? error.message : 'unreadable',
      brokenAuditEntry: null,
    }
  }
}

function readWhole(file: string): SalesFile {
  const database = openDatabase(file)
  try {
    const integrity = database.get('PRAGMA integrity_check') as { readonly integrity_check: string }
    const rows = database.all('SELECT transaction_id, state, amount_kobo, send_count FROM sale') as {
      readonly transaction_id: string
      readonly state: string
      readonly amount_kobo: number
      readonly send_count: number
    }[]
    return {
      sales: rows.map((row) => ({
        transactionId: row.transaction_id,
        state: row.state,
        amountKobo: row.amount_kobo,
        sendCount: row.send_count,
      })),
      integrity: integrity.integrity_check,
      brokenAuditEntry: verifyAudit(database).firstBroken?.id ?? null,
    }
  } finally {
    database.close()
  }
}
