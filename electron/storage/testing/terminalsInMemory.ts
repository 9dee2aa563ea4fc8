import { terminalMigrations } from '../terminalsFile.ts'
import { sideFileInMemory, type SideFileDouble } from './sideFileInMemory.ts'

export interface TerminalsFileDouble extends SideFileDouble {
  /** Every stored byte that could be read, as one text. */
  text(): string
}

/** The file of terminals in memory, for all runs of one test. */
export function terminalsInMemory(): TerminalsFileDouble {
  const file = sideFileInMemory(terminalMigrations)
  const text = (): string =>
    JSON.stringify([file.database.all('SELECT * FROM list'), file.database.all('SELECT * FROM terminal')])
  return Object.assign(file, { text })
}
