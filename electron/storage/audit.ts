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

/** The newest entry: its hash stands for everything that was written before it. */
export interface AuditHead {
  readonly id: number
  readonly hash: string
}

export function auditHead(database: Database): AuditHead | undefined {
  return database.get('SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1') as AuditHead | undefined
}

/** Whether this file has the very entry, and so all that led to it. */
export function hasAuditEntry(database: Database, head: AuditHead): boolean {
  const row = database.get('SELECT hash FROM audit WHERE id = ?', head.id) as { hash: string } | undefined
  return row?.hash === head.hash
}

export interface AuditReport {
  readonly entries: number
  readonly brokenEntries: number
  readonly firstBroken: { readonly id: number; readonly kind: string; readonly atMs: number } | null
}

/** Walks the whole chain. An entry is broken where it does not follow from the one before it as that stands now. */
export function verifyAudit(database: Pick<Database, 'all'>): AuditReport {
  let previousHash = GENESIS
  let after = 0
  let report: AuditReport = { entries: 0, brokenEntries: 0, firstBroken: null }
  for (;;) {
    const rows = database.all(
      'SELECT * FROM audit WHERE id > ? ORDER BY id LIMIT ?',
      after,
      VERIFY_SLICE_ROWS,
    ) as AuditRow[]
    if (rows.length === 0) return report
    for (const row of rows) {
      const isBroken = row.previous_hash !== previousHash || row.hash !== hashOf(previousHash, entryOf(row))
      report = {
        entries: report.entries + 1,
        brokenEntries: report.brokenEntries + (isBroken ? 1 : 0),
        firstBroken:
          report.firstBroken ?? (isBroken ? { id: row.id, kind: row.kind, atMs: row.at_ms } : null),
      }
      previousHash = row.hash
      after = row.id
    }
  }
}

function entryOf(row: AuditRow): AuditEntry {
  return {
    saleSequence: row.sale_sequence,
    atMs: row.at_ms,
    kind: row.kind,
    fromState: row.from_state,
    toState: row.to_state,
    detail: row.detail,
  }
}
