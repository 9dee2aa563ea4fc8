import { rmSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '../../electron/storage/database.ts'
import { emptyDir, timed } from './till.ts'

/** As long as a row of Tillside's sales. */
const ROW = 'x'.repeat(250)

export interface RawInsert extends Disposable {
  /** Inserts one durable row in its own transaction. @returns ms */
  insert(): number
}

/** The minimum cost of "saved" on this disk: the same driver and pragmas, one table, one row, one commit. */
export function openRawInsert(): RawInsert {
  const dir = emptyDir()
  const database = openDatabase(path.join(dir, 'raw.db'))
  database.exec('CREATE TABLE line (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT')
  return {
    insert: () => timed(() => database.run('INSERT INTO line (text) VALUES (?)', ROW)),
    [Symbol.dispose]: () => {
      database.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
