import { renameSync } from 'node:fs'
import path from 'node:path'
import type { Clock, Log } from '../ports.ts'
import type { SideFile } from './database.ts'
import { clearScratch, nameBeside, stampOf } from './files.ts'
import type { Migration } from './migrations.ts'
import { openSideFile } from './sideFile.ts'

/**
 * The bank's records as they were read (docs/decisions/0031). `…_turn` orders questions and answers; `…_at_ms` is the
 * clock of this computer, which may be wrong, for display.
 *
 * - `question`: one row for each different question, with its first and newest answer, and when a list of it was last
 *   complete.
 * - `record`: one row for each record of an owner, by the bank's record id as the bank writes it. Several may have one
 *   reference; an id that comes with two references is two records.
 * - `version`: what was read of a record; a row for each change, never changed. The first and the newest of a record
 *   stay; those between them go, so that a bank that changes a text with every answer cannot fill the file.
 */
export const VERSIONS_FIRST = 10
export const VERSIONS_NEWEST = 40

const kept: Migration = {
  version: 1,
  sql: `
    CREATE TABLE run (id INTEGER PRIMARY KEY, begun_at_ms INTEGER NOT NULL) STRICT;

    CREATE TABLE owner (
      id INTEGER PRIMARY KEY,
      environment TEXT NOT NULL,
      partner_url TEXT NOT NULL,
      client_id TEXT NOT NULL,
      UNIQUE (environment, partner_url, client_id)
    ) STRICT;

    CREATE TABLE question (
      id INTEGER PRIMARY KEY,
      owner INTEGER NOT NULL REFERENCES owner (id),
      kind TEXT NOT NULL CHECK (kind IN ('reference', 'days')),
      subject TEXT NOT NULL,
      date_from TEXT NOT NULL,
      date_to TEXT NOT NULL,
      is_before_send INTEGER NOT NULL CHECK (is_before_send IN (0, 1)),
      first_at_ms INTEGER NOT NULL,
      answer_count INTEGER NOT NULL,
      answered_at_ms INTEGER,
      answered_turn INTEGER,
      failure_count INTEGER NOT NULL DEFAULT 0,
      failed_at_ms INTEGER,
      failed_turn INTEGER,
      failure TEXT,
      complete_asked_at_ms INTEGER,
      complete_asked_turn INTEGER,
      complete_at_ms INTEGER,
      complete_turn INTEGER,
      complete_count INTEGER,
      UNIQUE (owner, kind, subject, date_from, date_to, is_before_send)
    ) STRICT;
    CREATE TRIGGER question_stays BEFORE DELETE ON question
      BEGIN SELECT RAISE(ABORT, 'a question is never deleted'); END;

    CREATE TABLE record (
      id INTEGER PRIMARY KEY,
      owner INTEGER NOT NULL REFERENCES owner (id),
      record_id TEXT NOT NULL,
      reference TEXT NOT NULL,
      terminal_id TEXT NOT NULL,
      day TEXT NOT NULL,
      newest INTEGER NOT NULL,
      content TEXT NOT NULL,
      account_print TEXT NOT NULL,
      account_ending TEXT NOT NULL,
      first_question INTEGER NOT NULL REFERENCES question (id),
      first_at_ms INTEGER NOT NULL,
      last_question INTEGER NOT NULL REFERENCES question (id),
      last_at_ms INTEGER NOT NULL,
      last_turn INTEGER NOT NULL,
      lacked_question INTEGER REFERENCES question (id),
      lacked_at_ms INTEGER,
      lacked_turn INTEGER,
      UNIQUE (owner, record_id, reference)
    ) STRICT;
    CREATE INDEX record_of_day ON record (owner, terminal_id, day);
    CREATE INDEX record_of_reference ON record (owner, reference);
    CREATE TRIGGER record_identity BEFORE UPDATE OF id, owner, record_id, reference, first_question, first_at_ms ON record
      BEGIN SELECT RAISE(ABORT, 'whose record it is never changes'); END;
    CREATE TRIGGER record_stays BEFORE DELETE ON record
      BEGIN SELECT RAISE(ABORT, 'a record is never deleted'); END;

    CREATE TABLE version (
      id INTEGER PRIMARY KEY,
      record INTEGER NOT NULL REFERENCES record (id),
      number INTEGER NOT NULL,
      transaction_id TEXT NOT NULL,
      terminal_id TEXT NOT NULL,
      terminal_record_id TEXT,
      amount TEXT NOT NULL,
      amount_kobo INTEGER,
      net TEXT,
      net_kobo INTEGER,
      fee TEXT,
      fee_percentage TEXT,
      as_given TEXT,
      is_paid INTEGER NOT NULL CHECK (is_paid IN (0, 1)),
      date_paid TEXT NOT NULL,
      time_received TEXT NOT NULL,
      account_ending TEXT NOT NULL,
      account_print TEXT NOT NULL,
      service_reference TEXT NOT NULL,
      reason TEXT,
      response_code TEXT,
      response_message TEXT,
      unread TEXT,
      question INTEGER NOT NULL REFERENCES question (id),
      asked_turn INTEGER NOT NULL,
      read_turn INTEGER NOT NULL,
      read_at_ms INTEGER NOT NULL,
      UNIQUE (record, number)
    ) STRICT;
    CREATE TRIGGER version_fixed BEFORE UPDATE ON version
      BEGIN SELECT RAISE(ABORT, 'what was read never changes'); END;
    CREATE TRIGGER version_stays BEFORE DELETE ON version
      WHEN OLD.number <= ${VERSIONS_FIRST}
        OR OLD.number > (SELECT newest FROM record WHERE id = OLD.record) - ${VERSIONS_NEWEST}
      BEGIN SELECT RAISE(ABORT, 'what was read is never deleted'); END;
  `,
}

/** A list's last day may be left out (docs/decisions/0022); a record received on it shows that it was not. */
const lastDay: Migration = {
  version: 2,
  sql: `
    ALTER TABLE question ADD COLUMN shows_last_day INTEGER NOT NULL DEFAULT 0 CHECK (shows_last_day IN (0, 1));
  `,
}

/**
 * What the bank says in words is one column, so that another text of the record needs none. An older row keeps its words
 * in the columns of the first version: what was read never changes.
 */
const wordsInOne: Migration = {
  version: 3,
  sql: `
    ALTER TABLE version ADD COLUMN texts TEXT;
  `,
}

export const recordMigrations: readonly Migration[] = [kept, lastDay, wordsInOne]

/** 4 GB: more than five million records. */
const PAGES_MAX = 1_000_000
/** Checking the pages of such a file takes about 15 ms. */
const CHECKED_BYTES_MAX = 4 * 1_024 * 1_024

export function recordsFilePath(dataDir: string): string {
  return path.join(dataDir, 'records.db')
}

export function openRecordsFile(
  dataDir: string,
  { wallNowMs }: Pick<Clock, 'wallNowMs'>,
  log: Log,
): SideFile {
  return openSideFile({
    file: recordsFilePath(dataDir),
    name: 'recordsFile',
    steps: recordMigrations,
    pagesMax: PAGES_MAX,
    checkedBytesMax: CHECKED_BYTES_MAX,
    // A newer Tillside's file stays where it is, and nothing is kept meanwhile.
    isLost: (failure) => failure === 'damaged',
    setAside: (file) => setAside(file, wallNowMs(), log),
    log,
  })
}

/** Every one is kept, with its log, which may have the newest pages. It is evidence. */
function setAside(file: string, nowMs: number, log: Log): void {
  const aside = nameBeside(file, `damaged-${stampOf(nowMs)}`)
  renameSync(file, aside)
  try {
    renameSync(`${file}-wal`, `${aside}-wal`)
  } catch {
    // There is none after a clean end.
  }
  clearScratch(file)
  log('error', 'recordsFile.setAside', { keptAs: path.basename(aside) })
}
