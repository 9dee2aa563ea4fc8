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
  /** The canonical text of the facts that the entry binds (saleFacts.ts); a hash alone cannot show what they were. */
  readonly content?: string | null
}

const GENESIS = '0'.repeat(64)

/** An entry without content hashes a text that starts with a hash, so neither kind can pass for the other. */
const WITH_CONTENT = 'tillside audit entry with content'

/** The text whose SHA-256, as UTF-8, is the hash of an entry. */
export function hashedText(previousHash: string, entry: AuditEntry): string {
  const { saleSequence, atMs, kind, fromState, toState, detail, content = null } = entry
  const plain = [previousHash, saleSequence, atMs, kind, fromState, toState, detail]
  const hashed = content === null ? plain : [WITH_CONTENT, ...plain, content]
  return JSON.stringify(hashed)
}

export function hashOf(previousHash: string, entry: AuditEntry): string {
  return createHash('sha256').update(hashedText(previousHash, entry)).digest('hex')
}

/** Appends an entry after the newest, inside the caller's transaction. */
export function appendAudit(database: Pick<Database, 'get' | 'run'>, entry: AuditEntry): void {
  const newest = database.get('SELECT hash FROM audit ORDER BY id DESC LIMIT 1') as
    { hash: string } | undefined
  const previousHash = newest?.hash ?? GENESIS
  database.run(
    `INSERT INTO audit (sale_sequence, at_ms, kind, from_state, to_state, detail, previous_hash, hash, content)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    entry.saleSequence,
    entry.atMs,
    entry.kind,
    entry.fromState,
    entry.toState,
    entry.detail,
    previousHash,
    hashOf(previousHash, entry),
    entry.content ?? null,
  )
}

export interface AuditRow {
  readonly id: number
  readonly sale_sequence: number | null
  readonly at_ms: number
  readonly kind: string
  readonly from_state: string | null
  readonly to_state: string | null
  readonly detail: string | null
  readonly content: string | null
  readonly previous_hash: string
  readonly hash: string
}

const VERIFY_SLICE_ROWS = 1_000

/** The newest entry: its hash covers everything written before it. */
export interface AuditHead {
  readonly id: number
  readonly hash: string
}

export function auditHead(database: Database): AuditHead | undefined {
  return database.get('SELECT id, hash FROM audit ORDER BY id DESC LIMIT 1') as AuditHead | undefined
}

/** Whether this file has this entry, and so everything before it. */
export function hasAuditEntry(database: Pick<Database, 'get'>, head: AuditHead): boolean {
  const row = database.get('SELECT hash FROM audit WHERE id = ?', head.id) as { hash: string } | undefined
  return row?.hash === head.hash
}

/** Whether this file has an entry whose hash begins with these digits, in small letters. */
export function hasAuditDigits(database: Pick<Database, 'get'>, digits: string): boolean {
  return database.get('SELECT 1 FROM audit WHERE substr(hash, 1, ?) = ?', digits.length, digits) !== undefined
}

/** A close of the day, by what its paper says. */
export interface AuditClose {
  readonly hash: string
  readonly number: number
  readonly day: string
}

/** Every close that can be read, the oldest first. */
export function auditCloses(database: Pick<Database, 'all'>): readonly AuditClose[] {
  return database.all(
    `SELECT hash, content ->> '$.facts.number' AS number, content ->> '$.facts.day' AS day FROM audit
     WHERE kind = 'dayClosed' AND typeof(hash) = 'text' AND json_valid(content) ORDER BY id`,
  ) as AuditClose[]
}

export interface AuditReport {
  readonly entries: number
  readonly brokenEntries: number
  readonly firstBroken: { readonly id: number; readonly kind: string; readonly atMs: number } | null
  /** The newest entry, so that a later check can tell whether the chain continues from here. */
  readonly last: (AuditHead & { readonly kind: string; readonly atMs: number }) | null
}

/** Whether an entry is unchanged, as far as it alone can show. */
export function isWhole(row: AuditRow): boolean {
  return row.hash === hashOf(row.previous_hash, entryOf(row))
}

/** Checks the whole chain. An entry is broken if it does not follow from the previous one as stored now. */
export function verifyAudit(database: Pick<Database, 'all'>): AuditReport {
  let previousHash = GENESIS
  let after = 0
  let report: AuditReport = { entries: 0, brokenEntries: 0, firstBroken: null, last: null }
  for (;;) {
    const rows = database.all(
      'SELECT * FROM audit WHERE id > ? ORDER BY id LIMIT ?',
      after,
      VERIFY_SLICE_ROWS,
    ) as AuditRow[]
    if (rows.length === 0) return report
    for (const row of rows) {
      const isBroken = row.previous_hash !== previousHash || !isWhole(row)
      report = {
        entries: report.entries + 1,
        brokenEntries: report.brokenEntries + (isBroken ? 1 : 0),
        firstBroken:
          report.firstBroken ?? (isBroken ? { id: row.id, kind: row.kind, atMs: row.at_ms } : null),
        last: { id: row.id, hash: row.hash, kind: row.kind, atMs: row.at_ms },
      }
      previousHash = row.hash
      after = row.id
    }
  }
}

/** What an entry says, without its place in the chain. */
export function entryOf(row: AuditRow): AuditEntry {
  return {
    saleSequence: row.sale_sequence,
    atMs: row.at_ms,
    kind: row.kind,
    fromState: row.from_state,
    toState: row.to_state,
    detail: row.detail,
    content: row.content,
  }
}
