import { isMistake, StorageError, type Database } from './database.ts'

/**
 * The connection as the stores use it. The first failure of a statement, BEGIN or COMMIT makes it unsound: the state of
 * the file is then unknown, so nothing is written until it was reopened and checked. Reading goes on, so that the
 * screen can show what there is.
 */
export interface GuardedDatabase extends Database {
  isSound(): boolean
  distrust(error: unknown): void
  trust(): void
}

const READING = /^\s*(?:SELECT|PRAGMA)\b/iu

export function guardDatabase(database: Database, onFailure: (error: unknown) => void): GuardedDatabase {
  let isSound = true
  /** An answer after the end finds no connection, which is not a failure. */
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
      // An exception of the work itself is not a failure of the file; its statements report their own.
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
