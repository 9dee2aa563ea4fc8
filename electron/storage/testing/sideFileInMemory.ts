import { DatabaseSync } from 'node:sqlite'
import { databaseOn, type Database, type SideFile } from '../database.ts'
import { migrate, type Migration } from '../migrations.ts'

export interface SideFileDouble extends SideFile {
  readonly database: Database
  /** From now on it cannot be used, as on a full disk. */
  isBroken: boolean
}

/** A file beside the sales, in memory, for all runs of one test. */
export function sideFileInMemory(steps: readonly Migration[]): SideFileDouble {
  const database = databaseOn(new DatabaseSync(':memory:'))
  migrate(database, steps)
  return {
    database,
    isBroken: false,
    use(work) {
      return this.isBroken ? undefined : database.transaction(() => work(database))
    },
    async copyTo(file) {
      if (!this.isBroken) await database.copyTo(file)
      return !this.isBroken
    },
    openings: () => 1,
    failure() {
      return this.isBroken ? 'full' : null
    },
    size: () => ({ bytes: 0, bytesMax: 1 }),
    close: () => undefined,
  }
}
