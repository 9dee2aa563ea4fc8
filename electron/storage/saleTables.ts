import { counted, COUNTED_COLUMNS, IS_COUNTED_ANEW, uncounted } from './saleTotals.ts'

/**
 * The tables of the sales file. Rows are never deleted and the audit is append-only: triggers enforce that against our
 * own mistakes. Recorded facts never change, but a tampered row may be restored to what the audit says.
 *
 * - `due_awake_ms` and `…_awake_ms` count awake time (awakeClock.ts), which no wall clock can change.
 * - `cashier_…`: who recorded a sale, as named then; null where no cashiers were set up, empty where their list was
 *   damaged.
 * - `alike`: the reference as people do not tell it apart (`alikeReference`), so that the same slip in other letters is
 *   found.
 * - `sale_total`, `sale_quarter`: totals, so that no screen counts all sales. They have no check: a damaged one must not
 *   stop a sale from being recorded.
 */
export const SALE_TABLES = `
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
    review_reason TEXT CHECK (review_reason IN ('absenceProven', 'unsettled', 'partOfStop')),
    record_json TEXT,
    record_at_ms INTEGER,
    date_paid TEXT,
    held_reason TEXT,
    corrects TEXT COLLATE NOCASE REFERENCES sale (transaction_id),
    ask_since_awake_ms INTEGER,
    ask_problem TEXT,
    ask_waived INTEGER NOT NULL DEFAULT 0 CHECK (ask_waived IN (0, 1)),
    answered_at_ms INTEGER,
    differing_json TEXT,
    differing_at_ms INTEGER,
    differing_open INTEGER NOT NULL DEFAULT 0 CHECK (differing_open IN (0, 1)),
    in_stop INTEGER NOT NULL DEFAULT 0 CHECK (in_stop IN (0, 1)),
    trial_number INTEGER NOT NULL DEFAULT 0,
    refusal_seen INTEGER NOT NULL DEFAULT 0 CHECK (refusal_seen IN (0, 1)),
    cashier_id TEXT,
    cashier_name TEXT,
    alike TEXT
  ) STRICT;
  CREATE INDEX sale_open ON sale (environment, partner_url, client_id, state, sequence)
    WHERE state IN ('queued', 'sending', 'unknown', 'review', 'conflict', 'held');
  CREATE INDEX sale_due ON sale (environment, partner_url, client_id, state, due_awake_ms)
    WHERE state IN ('queued', 'unknown', 'review', 'refused', 'held', 'cancelled', 'writtenOff');
  CREATE INDEX sale_sending ON sale (sequence) WHERE state = 'sending';
  CREATE INDEX sale_held ON sale (sequence) WHERE state = 'held';
  CREATE INDEX sale_queue ON sale (environment, partner_url, client_id, terminal_id, recorded_at_ms)
    WHERE state = 'queued';
  CREATE INDEX sale_open_alike ON sale (environment, partner_url, client_id, terminal_id, amount_kobo)
    WHERE state IN ('queued', 'sending', 'unknown', 'review', 'conflict', 'held');
  CREATE INDEX sale_sent ON sale (environment, partner_url, client_id, terminal_id, sent_awake_ms, sequence)
    WHERE send_count > 0;
  CREATE INDEX sale_unpaid ON sale (environment, partner_url, client_id, due_awake_ms)
    WHERE state = 'accepted' AND date_paid IS NULL;
  CREATE INDEX sale_unpaid_since ON sale
    (environment, partner_url, client_id, accepted_at_ms, answered_at_ms, differing_open, amount_kobo)
    WHERE state = 'accepted' AND date_paid IS NULL;
  CREATE INDEX sale_known ON sale (environment, partner_url, client_id, sequence)
    WHERE state = 'accepted' AND record_json IS NOT NULL;
  CREATE INDEX sale_refused ON sale (environment, partner_url, client_id, sequence) WHERE state = 'refused';
  CREATE INDEX sale_refusal ON sale (environment, partner_url, client_id, sequence)
    WHERE state = 'refused' AND refusal_seen = 0;
  CREATE INDEX sale_removed ON sale (environment, partner_url, client_id, terminal_id, amount_kobo, sequence)
    WHERE state = 'cancelled';
  CREATE INDEX sale_own ON sale (environment, partner_url, client_id, recorded_at_ms, sequence);
  CREATE INDEX sale_amount ON sale
    (environment, partner_url, client_id, amount_kobo, terminal_id, sequence, recorded_at_ms);
  CREATE INDEX sale_corrects ON sale (corrects) WHERE corrects IS NOT NULL;
  CREATE INDEX sale_differing ON sale (environment, partner_url, client_id, sequence) WHERE differing_open = 1;
  CREATE INDEX sale_alike ON sale (environment, partner_url, client_id, alike);
  CREATE TRIGGER sale_stays BEFORE DELETE ON sale
    BEGIN SELECT RAISE(ABORT, 'a sale is never deleted'); END;
  CREATE TRIGGER sale_identity BEFORE UPDATE OF sequence, transaction_id, environment, partner_url, client_id,
      terminal_id, amount_kobo, amount_wire, recorded_at_ms, corrects ON sale
    WHEN NOT (OLD.state IS 'held' AND OLD.held_reason IS 'factsChanged' AND EXISTS (SELECT 1 FROM audit
      WHERE sale_sequence = OLD.sequence AND kind IN ('recorded', 'bound')
        AND json_extract(content, '$.sale.sequence') IS NEW.sequence
        AND json_extract(content, '$.sale.transactionId') COLLATE BINARY IS NEW.transaction_id
        AND json_extract(content, '$.sale.environment') IS NEW.environment
        AND json_extract(content, '$.sale.partnerUrl') IS NEW.partner_url
        AND json_extract(content, '$.sale.clientId') IS NEW.client_id
        AND json_extract(content, '$.sale.terminalId') IS NEW.terminal_id
        AND json_extract(content, '$.sale.amountKobo') IS NEW.amount_kobo
        AND json_extract(content, '$.sale.amountWire') IS NEW.amount_wire
        AND json_extract(content, '$.sale.recordedAtMs') IS NEW.recorded_at_ms
        AND json_extract(content, '$.sale.corrects') IS NEW.corrects))
    BEGIN SELECT RAISE(ABORT, 'what was recorded never changes'); END;
  CREATE TRIGGER sale_cashier BEFORE UPDATE OF cashier_id, cashier_name ON sale
    BEGIN SELECT RAISE(ABORT, 'who recorded a sale never changes'); END;
  CREATE TRIGGER sale_alike_stays BEFORE UPDATE OF alike ON sale
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
    hash TEXT NOT NULL,
    content TEXT
  ) STRICT;
  CREATE INDEX audit_of_sale ON audit (sale_sequence, id);
  CREATE TRIGGER audit_fixed BEFORE UPDATE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;
  CREATE TRIGGER audit_stays BEFORE DELETE ON audit
    BEGIN SELECT RAISE(ABORT, 'the audit is append-only'); END;

  CREATE TABLE sale_total (
    environment TEXT NOT NULL,
    partner_url TEXT NOT NULL,
    client_id TEXT NOT NULL,
    facet TEXT NOT NULL,
    count INTEGER,
    kobo INTEGER,
    PRIMARY KEY (environment, partner_url, client_id, facet)
  ) WITHOUT ROWID;
  CREATE TABLE sale_quarter (
    environment TEXT NOT NULL,
    partner_url TEXT NOT NULL,
    client_id TEXT NOT NULL,
    quarter INTEGER NOT NULL,
    facet TEXT NOT NULL,
    count INTEGER,
    kobo INTEGER,
    PRIMARY KEY (environment, partner_url, client_id, quarter, facet)
  ) WITHOUT ROWID;
  CREATE TRIGGER sale_counted AFTER INSERT ON sale
    BEGIN ${counted('sale_total', 'sale_quarter')} END;
  CREATE TRIGGER sale_recounted AFTER UPDATE OF ${COUNTED_COLUMNS} ON sale WHEN ${IS_COUNTED_ANEW}
    BEGIN ${uncounted('sale_total', 'sale_quarter')} ${counted('sale_total', 'sale_quarter')} END;
`
