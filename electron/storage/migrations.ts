import { StorageError, type Database } from './database.ts'
import { assertOurSchema, type Migration } from './schema.ts'
import { DISPUTE_TABLES } from './disputeTables.ts'
import { SALE_TABLES } from './saleTables.ts'
import { TERMINAL_CHANGE_TABLE } from './terminalChangeTable.ts'
import { TILL_TABLES } from './tillTables.ts'

export type { Migration }

export const migrations: readonly Migration[] = [
  { version: 1, sql: SALE_TABLES + TERMINAL_CHANGE_TABLE },
  { version: 2, sql: TILL_TABLES },
  { version: 3, sql: DISPUTE_TABLES },
]

/** @throws StorageError `newer` if a later Tillside wrote the file: going on could misread its sales */
export function versionOf(database: Pick<Database, 'get'>, steps: readonly Migration[] = migrations): number {
  const { user_version: version } = database.get('PRAGMA user_version') as { user_version: number }
  if (version > steps.length) throw newerError()
  return version
}

export function newerError(): StorageError {
  return new StorageError('newer', 'The sales file was written by a newer Tillside; install that version')
}

/**
 * Brings an open file to the newest version, all steps in one transaction.
 * @throws StorageError `newer`; ForeignSchemaError if it holds what no version of ours wrote
 */
export function migrate(database: Database, steps: readonly Migration[] = migrations): void {
  steps.forEach((step, index) => {
    if (step.version !== index + 1) throw new Error(`migration ${step.version} is out of order`)
  })
  const current = versionOf(database, steps)
  assertOurSchema(database, steps, current)
  if (current === steps.length) return
  database.transaction(() => {
    for (const step of steps.slice(current)) database.exec(step.sql)
    database.exec(`PRAGMA user_version = ${steps.length}`)
  })
}
