import { DatabaseSync } from 'node:sqlite'

/* What another hand writes into the schema of a sales file. */

/** Each with its name in the file. */
export const ALTERATIONS: readonly (readonly [name: string, sql: string])[] = [
  [
    'trigger resend',
    `CREATE TRIGGER resend AFTER INSERT ON sale BEGIN
       UPDATE sale SET state = 'queued', version = version + 1, due_awake_ms = 0 WHERE state = 'accepted'; END`,
  ],
  [
    'trigger audit_stays',
    'DROP TRIGGER audit_stays; CREATE TRIGGER audit_stays AFTER DELETE ON audit BEGIN SELECT 1; END',
  ],
  ['no trigger sale_stays', 'DROP TRIGGER sale_stays'],
  ['view extra', 'CREATE VIEW extra AS SELECT * FROM sale'],
  ['table extra', 'CREATE TABLE extra (a)'],
  ['index odd', 'CREATE INDEX odd ON sale (upper(transaction_id))'],
  ['table words', 'CREATE VIRTUAL TABLE words USING fts5(word)'],
  ['table sale', "ALTER TABLE sale ADD COLUMN now TEXT GENERATED ALWAYS AS ('queued') VIRTUAL"],
]

export function alter(file: string, sql: string): void {
  const database = new DatabaseSync(file, { defensive: false })
  database.exec(sql)
  database.close()
}

/** A sales file in which reading `sale` never ends. */
export const ENDLESS_SALES = `ALTER TABLE sale RENAME TO hidden;
  CREATE VIEW sale AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT * FROM hidden, n`
