import { isMistake, StorageError, type Connection, type GuardedDatabase } from './database.ts'

export interface Guard {
  readonly database: GuardedDatabase
  /** The file was opened anew. */
  trust(): void
  onFailure(listener: (error: unknown) => void): void
}

const READING = /^\s*(?:SELECT|PRAGMA)\b/iu

/**
 * One face for the connections that follow each other.
 * @param onCommit runs after each transaction; if it throws, the transaction counts as failed
 */
export function guardDatabase(connection: () => Connection, onCommit: () => void): Guard {
  let isSound = true
  /** An answer after the end finds no connection, which is not a failure. */
  let isClosed = false
  let failed = (_error: unknown): void => undefined

  function distrust(error: unknown): void {
    if (!isSound || isClosed) return
    isSound = false
    failed(error)
  }

  function guarded<Value>(act: (database: Connection) => Value, isReading: boolean): Value {
    if (!isSound && !isReading) throw unsound()
    try {
      return act(connection())
    } catch (error) {
      if (!isMistake(error)) distrust(error)
      throw error
    }
  }

  return {
    trust: () => {
      isSound = true
    },
    onFailure: (listener) => {
      failed = listener
    },
    database: {
      isSound: () => isSound,
      distrust,
      run: (sql, ...parameters) => guarded((database) => database.run(sql, ...parameters), false),
      get: (sql, ...parameters) => guarded((database) => database.get(sql, ...parameters), READING.test(sql)),
      all: (sql, ...parameters) => guarded((database) => database.all(sql, ...parameters), READING.test(sql)),
      exec: (sql) => guarded((database) => database.exec(sql), false),
      transaction: (work) => {
        if (!isSound) throw unsound()
        // An exception of the work itself is not a failure of the file; its statements report their own.
        let isInWork = false
        try {
          const value = connection().transaction(() => {
            isInWork = true
            const inner = work()
            isInWork = false
            return inner
          })
          onCommit()
          return value
        } catch (error) {
          if (!isInWork) distrust(error)
          throw error
        }
      },
      copyTo: (file) => connection().copyTo(file),
      close: () => {
        isClosed = true
        connection().close()
      },
    },
  }
}

function unsound(): StorageError {
  return new StorageError('unsound', 'A write failed and the sales file was not opened anew since')
}
