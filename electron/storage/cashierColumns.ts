/** Who recorded a sale: id and name then; null where no cashiers were set up, empty where their list was damaged. */
export const CASHIER_COLUMNS = `
  ALTER TABLE sale ADD COLUMN cashier_id TEXT;
  ALTER TABLE sale ADD COLUMN cashier_name TEXT;
  CREATE TRIGGER sale_cashier BEFORE UPDATE OF cashier_id, cashier_name ON sale
    BEGIN SELECT RAISE(ABORT, 'who recorded a sale never changes'); END;
`
