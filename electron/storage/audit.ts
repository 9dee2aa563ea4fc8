import { createHash } from 'node:crypto'
import type { Database } from './database.ts'

export interface AuditEntry {
  readonly saleSequence: number | null
  /** This computer's clock, ms; for people, never for a decision. */
  readonly atMs: number
  readonly kind: string
  readonly fromState: string | null
  readonly toState: string | null
  readonly detail: string | null
}

/** The hash that the first entry follows. */
const GENESIS = '0'.repeat(64)

function hashOf(previousHash: string, entry: AuditEntry): string {
  const { saleSequence, atMs, kind, fromState, toState, detail } = entry
  return createHash('sha256')
    .update(JSON.stringify([previousHash, saleSequence, atMs, kind, fromState, toState, detail]))
    .digest('hex')
}

/** Appends one entry behind the newest, inside the caller's transaction. */
export function appendAudit(database: Database, entry: AuditEntry): void {
  const newest = database.get('SELECT hash FROM audit ORDER BY id DESC LIMIT 1') as
    { hash: string } | undefined
  const previousHash = newest?.hash ?? GENESIS
  database.run(
    `INSERT INTO audit (sale_sequence, at_ms, kind, from_state, to_state, detail, previous_hash, hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    entry.saleSequence,
    entry.atMs,
    entry.kind,
    entry.fromState,
    entry.toState,
    entry.detail,
    previousHash,
    hashOf(previousHash, entry),
  )
}

interface AuditRow {
  readonly id: number
  readonly sale_sequence: number | null
  readonly at_ms: number
  readonly kind: string
  readonly from_state: string | null
  readonly to_state: string | null
  readonly detail: string | null
  readonly previous_hash: string
  readonly hash: string
}

const VERIFY_SLICE_ROWS = 1_000

/** @returns the id of the first entry that does not follow from the one before it, or undefined for a whole chain. */
export function firstBrokenAuditEntry(database: Database): number | undefined {
  let previousHash = GENESIS
  let after = 0
  for (;;) {
    const rows = database.all(
      'SELECT * FROM audit WHERE id > ? ORDER BY id LIMIT ?',
      after,
      VERIFY_SLICE_ROWS,
    ) as AuditRow[]
    if (rows.length === 0) return undefined
    for (const row of rows) {
      const entry: AuditEntry = {
        saleSequence: row.sale_sequence,
        atMs: row.at_ms,
        kind: row.kind,
        fromState: row.from_state,
        toState: row.to_state,
        detail: row.detail,
      }
      if (row.previous_hash !== previousHash || row.hash !== hashOf(previousHash, entry)) return row.id
      previousHash = row.hash
      after = row.id
    }
  }
}
