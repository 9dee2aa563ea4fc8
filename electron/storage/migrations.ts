import { StorageError, type Database } from './database.ts'

export interface Migration {
  /** Ascending from 1 without a gap; what was released never changes. */
  readonly version: number
  readonly sql: string
}

/**
 * The tables. Rows are never deleted and the audit is append-only: triggers hold that against our own mistakes.
 * `due_awake_ms` and `…_awake_ms` count awake time (outbox/awakeClock.ts), which no wall clock can move.
 */
const sales: Migration = {
  version: 1,
  sql: `
    CREATE TABLE meta (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE sale (
      sequence INTEGER PRIMARY KEY,
      transaction_id TEXT NOT NULL UNIQUE COLLATE NOCASE,
      environment TEXT NOT NULL,
      partner_url TEXT NOT NULL,
      client_id TEXT NOT NULL,
      terminal_id TEXT NOT NULL,
      amount_kobo INTEGER NOT NULL CHECK (amount_kobo > 0),
      amount_wire TEXT NOT NULL,
      note TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN
        ('queued', 'sending', 'unknown', 'review', 'conflict', 'refused', 'held', 'accepted', 'cancelled',
         'writtenOff')),
      version INTEGER NOT NULL,
      recorded_at_ms INTEGER NOT NULL,
      recorded_boot TEXT NOT NULL,
      recorded_awake_ms INTEGER NOT NULL,
      send_count INTEGER NOT NULL DEFAULT 0,
      sent_awake_ms INTEGER,
      resend_count INTEGER NOT NULL DEFAULT 0,
      failure_count INTEGER NOT NULL DEFAULT 0,
      due_awake_ms INTEGER NOT NULL,
      unknown_since_awake_ms INTEGER,
      check_count INTEGER NOT NULL DEFAULT 0,
      last_check_at_ms INTEGER,
      looked_up_awake_ms INTEGER,
      not_found_count INTEGER NOT NULL DEFAULT 0,
      last_not_found_awake_ms INTEGER,
      accepted_at_ms INTEGER,
      bank_message TEXT,
      review_reason TEXT CHECK (review_reason IN ('absenceProven', 'unsettled')),
      record_json TEXT,
      record_at_ms INTEGER,
      date_paid TEXT,
      held_reason TEXT,
      corrects TEXT REFERENCES sale (transaction_id)
    ) STRICT;
    CREATE INDEX sale_open ON sale (environment, partner_url, client_id, state, sequence)
      WHERE state IN ('queued', 'sending', 'unknown', 'review', 'conflict', 'held');
    CREATE INDEX sale_due ON sale (environment, partner_url, client_id, state, due_awake_ms)
      WHERE state IN ('queued', 'unknown', 'review', 'refused', 'cancelled', 'writtenOff');
    CREATE INDEX sale_sending ON sale (sequence) WHERE state = 'sending';
    CREATE INDEX sale_sent ON sale (environment, partner_url, client_id, terminal_id, sequence)
      WHERE send_count > 0;
    CREATE INDEX sale_unpaid ON sale (environment, partner_url, client_id, due_awake_ms)
      WHERE state = 'accepted' AND date_paid IS NULL;
    CREATE INDEX sale_known ON sale (environment, partner_url, client_id, sequence)
      WHERE state = 'accepted' AND record_json IS NOT NULL;
    CREATE INDEX sale_recorded ON sale (environment, partner_url, client_id, recorded_at_ms);
    CREATE INDEX sale_amount ON sale (environment, partner_url, client_id, amount_kobo, recorded_at_ms);
    CREATE TRIGGER sale_stays BEFORE DELETE ON sale
      BEGIN SELECT RAISE(ABORT, 'a sale is never deleted'); END;
    CREATE TRIGGER sale_identity BEFORE UPDATE OF sequence, transaction_id, environment, partner_url, client_id,
        terminal_id, amount_kobo, amount_wire, recorded_at_ms, corrects ON sale
      BEGIN SELECT RAISE(ABORT, 'what was recorded never changes'); END;

    CREATE TABLE attempt (
      id INTEGER PRIMARY KEY,
      sale_sequence INTEGER NOT NULL REFERENCES sale (sequence),
      kind TEXT NOT NULL CHECK (kind IN ('send', 'statusLookUp', 'search')),
      boot TEXT NOT NULL,
      started_at_ms INTEGER NOT NULL,
      started_awake_ms INTEGER NOT NULL,
      elapsed_ms INTEGER,
      phase TEXT,
      http_status INTEGER,
      verdict TEXT,
      body_sha256 TEXT,
      body_excerpt TEXT,
      server_date TEXT
    ) STRICT;
    CREATE INDEX attempt_of_sale ON attempt (sale_sequence, id);
    CREATE TRIGGER attempt_stays BEFORE DELETE ON attempt
      BEGIN SELECT RAISE(ABORT, 'an attempt is never deleted'); END;

    CREATE TABLE audit (
      id INTEGER PRIMARY KEY,
      sale_sequence INTEGER REFERENCES sale (sequence),
      at_ms INTEGER NOT NULL,
      kind TEXT NOT NULL,
      from_state TEXT,
      to_state TEXT,
      detail TEXT,
      previous_hash TEXT NOT NULL,
      hash TEXT NOT NULL
    ) STRICT;
    CREATE INDEX audit_of_sale ON audit (sale_sequence, id);
    CREATE TRIGGER audit_fixed BEFORE UPDATE ON audit
      BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
    CREATE TRIGGER audit_stays BEFORE DELETE ON audit
      BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
  `,
}

export const migrations: readonly Migration[] = [sales]

/** @throws StorageError `newer` where a later Tillside wrote the file: going on could misread its sales. */
export function versionOf(database: Database, steps: readonly Migration[] = migrations): number {
  const { user_version: version } = database.get('PRAGMA user_version') as { user_version: number }
  if (version > steps.length) {
    throw new StorageError('newer', 'The sales file was written by a newer Tillside; install that version')
  }
  return version
}

/**
 * Brings an open file to the newest version, all steps in one transaction. A file with sales in it is never migrated in
 * place: migrateFile.ts does so to a copy.
 * @throws StorageError `newer`
 */
export function migrate(database: Database, steps: readonly Migration[] = migrations): void {
  steps.forEach((step, index) => {
    if (step.version !== index + 1) throw new Error(`migration ${step.version} is out of order`)
  })
  const current = versionOf(database, steps)
  if (current === steps.length) return
  database.transaction(() => {
    for (const step of steps.slice(current)) database.exec(step.sql)
    database.exec(`PRAGMA user_version = ${steps.length}`)
  })
}
