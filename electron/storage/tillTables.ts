const said = (what: 'till' | 'handover', field: string): string =>
  `json_extract(NEW.content, '$.${what}.${field}')`
const till = (field: string): string => said('till', field)
const handover = (field: string): string => said('handover', field)

/** Facts of a hand-over that each of its entries repeats, so that any one of them is enough to know its key for ever. */
const KEYED = `
  INSERT OR IGNORE INTO handover
      (till_id, key, environment, partner_url, client_id, terminal_id, amount_kobo, slip, sold_at_ms, handed_at_ms, entry)
    SELECT ${handover('tillId')}, ${handover('key')}, ${handover('environment')}, ${handover('partnerUrl')},
      ${handover('clientId')}, ${handover('terminalId')}, ${handover('amountKobo')}, ${handover('slip')},
      ${handover('soldAtMs')}, ${handover('handedAtMs')}, NEW.id;`

const FOLLOW = `
  INSERT INTO till (till_id, entry) SELECT ${till('id')}, NEW.id WHERE NEW.kind = 'tillChanged'
    ON CONFLICT (till_id) DO UPDATE SET entry = excluded.entry;
`
const FOLLOW_HANDOVER = `${KEYED}
  UPDATE handover SET state = ${handover('state')}, ended_entry = NEW.id, sale_sequence = ${handover('saleSequence')},
      same_as = ${handover('sameAs')}
    WHERE NEW.kind = 'handoverEnded' AND till_id = ${handover('tillId')} AND key = ${handover('key')}
      AND state = 'waiting';
`

/**
 * The shop's own programs that hand sales over, and what they handed over. As with the changes of terminals, the audit
 * alone says what happened, and triggers keep the rows by which it is found. A key is never forgotten and a hand-over
 * ends once, so no two sales come of one.
 */
export const TILL_TABLES = `
  CREATE TABLE till (
    id INTEGER PRIMARY KEY,
    till_id TEXT NOT NULL UNIQUE,
    entry INTEGER NOT NULL
  ) STRICT;
  CREATE TRIGGER till_stays BEFORE DELETE ON till
    BEGIN SELECT RAISE(ABORT, 'a till is never deleted'); END;
  CREATE TRIGGER till_follows AFTER INSERT ON audit WHEN NEW.kind = 'tillChanged' AND json_valid(NEW.content)
    BEGIN ${FOLLOW} END;

  CREATE TABLE handover (
    id INTEGER PRIMARY KEY,
    till_id TEXT NOT NULL,
    key TEXT NOT NULL,
    environment TEXT NOT NULL,
    partner_url TEXT NOT NULL,
    client_id TEXT NOT NULL,
    terminal_id TEXT NOT NULL,
    amount_kobo INTEGER NOT NULL,
    slip TEXT NOT NULL COLLATE NOCASE,
    sold_at_ms INTEGER NOT NULL,
    handed_at_ms INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'recorded', 'known', 'sentBack', 'cancelled')),
    ended_entry INTEGER,
    sale_sequence INTEGER,
    same_as INTEGER,
    UNIQUE (till_id, key)
  ) STRICT;
  CREATE INDEX handover_of_till ON handover (till_id, handed_at_ms);
  CREATE INDEX handover_waiting ON handover (environment, partner_url, client_id, id) WHERE state = 'waiting';
  CREATE INDEX handover_slip ON handover (environment, partner_url, client_id, slip) WHERE state = 'waiting';
  CREATE INDEX handover_sale ON handover (sale_sequence) WHERE sale_sequence IS NOT NULL;
  CREATE TRIGGER handover_stays BEFORE DELETE ON handover
    BEGIN SELECT RAISE(ABORT, 'a hand-over is never deleted'); END;
  CREATE TRIGGER handover_follows AFTER INSERT ON audit
      WHEN NEW.kind IN ('handedOver', 'handoverEnded') AND json_valid(NEW.content)
    BEGIN ${FOLLOW_HANDOVER} END;
`
