const KINDS = "('terminalAsked', 'terminalEnded', 'terminalReadBack', 'terminalGivenUp')"
const said = (field: string): string => `json_extract(NEW.detail, '$.${field}')`

/** What an audit entry about a change says to its row. The first end and the first giving up count, and the last comparison. */
const FOLLOW = `
  INSERT OR IGNORE INTO terminal_change
      (change_id, environment, partner_url, client_id, terminal_id, record_id, asked_entry)
    SELECT ${said('changeId')}, ${said('environment')}, ${said('partnerUrl')}, ${said('clientId')},
      ${said('terminalId')}, CAST(${said('recordId')} AS INTEGER), NEW.id
    WHERE NEW.kind = 'terminalAsked';
  UPDATE terminal_change SET ended_entry = NEW.id, state = ${said('state')},
      record_id = COALESCE(record_id, CAST(${said('recordId')} AS INTEGER))
    WHERE NEW.kind = 'terminalEnded' AND change_id = ${said('changeId')} AND ended_entry IS NULL;
  UPDATE terminal_change SET compared_entry = NEW.id, outcome = ${said('outcome')},
      was_seen = was_seen OR ${said('outcome')} IS 'asAsked',
      record_id = COALESCE(record_id, CAST(${said('recordId')} AS INTEGER))
    WHERE NEW.kind = 'terminalReadBack' AND change_id = ${said('changeId')};
  UPDATE terminal_change SET given_up_entry = NEW.id
    WHERE NEW.kind = 'terminalGivenUp' AND change_id = ${said('changeId')} AND given_up_entry IS NULL;
`

/**
 * The changes of terminals that this computer asked the bank for (docs/decisions/0028). What was asked and answered is
 * in the audit alone; a row has the numbers of its entries, and is written by a trigger in the same statement, so that
 * it also follows when a damaged file is taken over entry by entry. `is_open` is `mayStillTakeEffect` of
 * shared/terminalChange.ts.
 */
export const TERMINAL_CHANGE_TABLE = `
  CREATE TABLE terminal_change (
    id INTEGER PRIMARY KEY,
    change_id TEXT NOT NULL UNIQUE,
    environment TEXT NOT NULL,
    partner_url TEXT NOT NULL,
    client_id TEXT NOT NULL,
    terminal_id TEXT NOT NULL COLLATE NOCASE,
    record_id INTEGER,
    asked_entry INTEGER NOT NULL,
    ended_entry INTEGER,
    compared_entry INTEGER,
    given_up_entry INTEGER,
    state TEXT,
    outcome TEXT,
    was_seen INTEGER NOT NULL DEFAULT 0 CHECK (was_seen IN (0, 1)),
    is_open INTEGER NOT NULL GENERATED ALWAYS AS (given_up_entry IS NULL AND was_seen = 0 AND state IS NOT 'unsent'
      AND NOT (state IS 'refused' AND (outcome IS 'asBefore' OR outcome IS 'notThere'))) VIRTUAL
  ) STRICT;
  CREATE INDEX terminal_change_own ON terminal_change (environment, partner_url, client_id, id);
  CREATE INDEX terminal_change_open ON terminal_change (environment, partner_url, client_id, id) WHERE is_open = 1;
  CREATE TRIGGER terminal_change_stays BEFORE DELETE ON terminal_change
    BEGIN SELECT RAISE(ABORT, 'a change is never deleted'); END;
  CREATE TRIGGER terminal_change_follows AFTER INSERT ON audit WHEN NEW.kind IN ${KINDS} AND json_valid(NEW.detail)
    BEGIN ${FOLLOW} END;
`
