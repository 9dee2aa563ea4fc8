import { DatabaseSync } from 'node:sqlite'
import { databaseOn, type Database, type TerminalsFile } from '../database.ts'
import { TERMINALS_SCHEMA } from '../terminalsFile.ts'

export interface TerminalsFileDouble extends TerminalsFile {
  readonly database: Database
  /** From now on it cannot be used, as on a full disk. */
  isBroken: boolean
  /** Every stored byte that could be read, as one text. */
  text(): string
}

/** The file of terminals in memory, for all runs of one test. */
export function terminalsInMemory(): TerminalsFileDouble {
  const database = databaseOn(new DatabaseSync(':memory:'))
  database.exec(TERMINALS_SCHEMA)
  return {
    database,
    isBroken: false,
    use(work) {
      return this.isBroken ? undefined : database.transaction(() => work(database))
    },
    close: () => undefined,
    text: () => JSON.stringify([database.all('SELECT * FROM list'), database.all('SELECT * FROM terminal')]),
  }
}
