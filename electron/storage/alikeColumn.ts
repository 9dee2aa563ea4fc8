/**
 * The reference in the form that people do not tell apart (`alikeReference`), so that the same slip in other letters is
 * found. For the sales of an older file, SQL makes that form as far as it can: of letters, digits, spaces and dashes.
 */
export const ALIKE_COLUMN = `
  ALTER TABLE sale ADD COLUMN alike TEXT;
  UPDATE sale SET alike = lower(replace(replace(transaction_id, ' ', ''), '-', ''));
  CREATE INDEX sale_alike ON sale (environment, partner_url, client_id, alike);
  CREATE TRIGGER sale_alike_stays BEFORE UPDATE OF alike ON sale
    BEGIN SELECT RAISE(ABORT, 'what was recorded never changes'); END;
`
