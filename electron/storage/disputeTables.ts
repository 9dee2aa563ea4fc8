const said = (field: string): string => `json_extract(NEW.content, '$.${field}')`
const dispute = (field: string): string => said(`dispute.${field}`)

const FOLLOW = `
  INSERT INTO dispute (dispute_id, environment, partner_url, client_id, first_entry, entry, state, answer_by)
    SELECT ${dispute('disputeId')}, ${said('owner.environment')}, ${said('owner.partnerUrl')},
      ${said('owner.clientId')}, NEW.id, NEW.id, ${dispute('state')}, ${dispute('answerBy')} WHERE true
    ON CONFLICT (dispute_id) DO UPDATE
      SET entry = excluded.entry, state = excluded.state, answer_by = excluded.answer_by;
  INSERT INTO dispute_step (dispute_id, entry) VALUES (${dispute('disputeId')}, NEW.id);
  INSERT OR IGNORE INTO dispute_sale (dispute_id, transaction_id)
    SELECT ${dispute('disputeId')}, json_extract(value, '$.transactionId') FROM json_each(NEW.content, '$.dispute.about');
`

/**
 * Cases with the bank. As with the tills, the audit alone says what happened, and triggers keep the rows by which it is
 * found: each entry repeats the whole case. `place`: open ones stand by their answer day, those without one last.
 */
export const DISPUTE_TABLES = `
  CREATE TABLE dispute (
    id INTEGER PRIMARY KEY,
    dispute_id TEXT NOT NULL UNIQUE,
    environment TEXT NOT NULL,
    partner_url TEXT NOT NULL,
    client_id TEXT NOT NULL,
    first_entry INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    state TEXT NOT NULL,
    answer_by TEXT NOT NULL,
    is_open INTEGER NOT NULL GENERATED ALWAYS AS (state IN ('toReport', 'withBank')) VIRTUAL,
    place TEXT NOT NULL GENERATED ALWAYS AS (
      CASE WHEN state NOT IN ('toReport', 'withBank') THEN '' WHEN answer_by = '' THEN '9999' ELSE answer_by END) VIRTUAL
  ) STRICT;
  CREATE INDEX dispute_own ON dispute (environment, partner_url, client_id, is_open, place, id);
  CREATE TRIGGER dispute_stays BEFORE DELETE ON dispute
    BEGIN SELECT RAISE(ABORT, 'a case is never deleted'); END;
  CREATE TABLE dispute_step (
    id INTEGER PRIMARY KEY,
    dispute_id TEXT NOT NULL,
    entry INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX dispute_steps ON dispute_step (dispute_id, entry);
  CREATE TABLE dispute_sale (
    id INTEGER PRIMARY KEY,
    dispute_id TEXT NOT NULL,
    transaction_id TEXT NOT NULL,
    UNIQUE (dispute_id, transaction_id)
  ) STRICT;
  CREATE INDEX dispute_of_sale ON dispute_sale (transaction_id);
  CREATE TRIGGER dispute_follows AFTER INSERT ON audit WHEN NEW.kind = 'disputeStep' AND json_valid(NEW.content)
    BEGIN ${FOLLOW} END;
`
