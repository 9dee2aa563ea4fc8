import { DatabaseSync } from 'node:sqlite'

/**
 * A database as SQL text that recreates it: readable in a review, and the same bytes on every checkout.
 * @param file of a closed database
 */
export function dumpSql(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const version = database.prepare('PRAGMA user_version').get() as { user_version: number }
    const schema = database
      .prepare('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid')
      .all() as { type: string; name: string; sql: string }[]
    const tables = schema.filter(({ type }) => type === 'table')
    const inserts = tables.flatMap(({ name }) =>
      database
        .prepare(`SELECT * FROM ${name} ORDER BY 1`)
        .all()
        .map((row) => `INSERT INTO ${name} VALUES (${Object.values(row).map(literal).join(', ')});`),
    )
    return [
      ...tables.map(({ sql }) => `${sql};`),
      ...inserts,
      ...schema.filter(({ type }) => type !== 'table').map(({ sql }) => `${sql};`),
      `PRAGMA user_version = ${version.user_version};`,
      '',
    ].join('\n')
  } finally {
    database.close()
  }
}

function literal(value: unknown): string {
  if (value === null) return 'NULL'
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

export function restoreSql(file: string, sql: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec(`PRAGMA foreign_keys = OFF; BEGIN; ${sql} COMMIT`)
    database.exec('PRAGMA journal_mode = WAL')
  } finally {
    database.close()
  }
}
