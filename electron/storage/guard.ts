import { isMistake, StorageError, type Database } from './database.ts'

/**
 * The connection as the stores use it. The first failure of a statement, of BEGIN or of COMMIT makes it unsound: what
 * that left behind is not known, so nothing is written any more until the file was opened anew and checked. Reading
 * goes on, so that the screen can show what there is.
 */
export interface GuardedDatabase extends Database {
  isSound(): boolean
  /** From outside: a check found the file damaged. */
  distrust(error: unknown): void
  /** The file was opened anew and checked. */
  trust(): void
}

const READING = /^\s*(?:SELECT|PRAGMA)\b/iu

export function guardDatabase(database: Database, onFailure: (error: unknown) => void): GuardedDatabase {
  let isSound = true
  /** An answer that comes after the end finds no connection, and nothing failed. */
  let isClosed = false

  function distrust(error: unknown): void {
    if (!isSound || isClosed) return
    isSound = false
    onFailure(error)
  }

  function guarded<Value>(act: () => Value, isReading: boolean): Value {
    if (!isSound && !isReading) throw unsound()
    try {
      return act()
    } catch (error) {
      if (!isMistake(error)) distrust(error)
      throw error
    }
  }

  return {
    isSound: () => isSound,
    distrust,
    trust: () => {
      isSound = true
    },
    run: (sql, ...parameters) => guarded(() => database.run(sql, ...parameters), false),
    get: (sql, ...parameters) => guarded(() => database.get(sql, ...parameters), READING.test(sql)),
    all: (sql, ...parameters) => guarded(() => database.all(sql, ...parameters), READING.test(sql)),
    exec: (sql) => guarded(() => database.exec(sql), false),
    transaction: (work) => {
      if (!isSound) throw unsound()
      // What the work itself throws is no failure of the file; its statements report their own.
      let isInWork = false
      try {
        return database.transaction(() => {
          isInWork = true
          const value = work()
          isInWork = false
          return value
        })
      } catch (error) {
        if (!isInWork) distrust(error)
        throw error
      }
    },
    close: () => {
      isClosed = true
      database.close()
    },
  }
}

function unsound(): StorageError {
  return new StorageError('unsound', 'A write failed and the sales file was not opened anew since')
}
