import type { Connection, Database } from '../../../electron/storage/database.ts'
import type { Chance } from '../chance.ts'
import { POWER_CUT, WRITE_REFUSED } from '../program.ts'
import type { Written } from '../modelStore.ts'
import type { Changes, RealFile } from './realFile.ts'

export interface Disk {
  /** Every write is refused: full, read-only, or locked by another program. */
  isFull: boolean
}

export interface StruckFileSetup {
  readonly file: RealFile
  readonly disk: Disk
  readonly chance: Chance
  /** Called around every commit for each sale that it changes; throws where a fault strikes. */
  readonly onDisk: (when: 'before' | 'after', written: Written) => void
  /** The change was found in the file, not made by a commit of this run. */
  readonly onWritten: (written: Written) => void
  /** The disk is slow, and the whole program waits for it. */
  readonly stall: () => void
  /** Power is cut at this moment. */
  readonly cut: () => void
  readonly isAlive: () => boolean
}

/** SQLite's errors for a full disk and for a failed write. */
const REFUSALS = [
  { errcode: 13, words: 'database or disk is full' },
  { errcode: 10, words: 'disk I/O error' },
] as const
const DEAD = new Error('the power is cut')

/** What lies between the engine of one run and its disk: every commit may be struck, and is reported. */
export function strikeFile(setup: StruckFileSetup): (connection: Connection) => Connection {
  let isFirst = true
  return (connection) => {
    const { file } = setup
    const found = isFirst ? file.changesAtOpening(connection) : file.changes(connection)
    isFirst = false
    file.adopt(found)
    for (const written of found.written) setup.onWritten(written)
    return strike(connection, setup)
  }
}

function strike(opened: Connection, setup: StruckFileSetup): Connection {
  const { file, disk, chance, isAlive } = setup
  let isInTransaction = false

  function refusal(): Error {
    const { errcode, words } = chance.pick(REFUSALS)
    return Object.assign(new Error(words), { errcode })
  }

  /** Runs an action that a fault may strike, with the errors of a real disk. */
  function struck(act: () => void): void {
    try {
      act()
    } catch (error) {
      if (error === WRITE_REFUSED) throw refusal()
      if (error !== POWER_CUT) throw error
      setup.cut()
      throw DEAD
    }
  }

  function assertAlive(): void {
    if (!isAlive()) throw DEAD
  }

  function assertTaken(): void {
    if (disk.isFull) throw refusal()
  }

  /** Reports changes made by single statements. */
  function tell(): void {
    const changes = file.changes(opened)
    file.adopt(changes)
    for (const written of changes.written) setup.onWritten(written)
  }

  /** The commit has taken effect: if a fault strikes one of its sales, the others are still reported. */
  function settle(changes: Changes | null): void {
    if (changes === null) return
    file.adopt(changes)
    const { written } = changes
    struck(() => {
      for (const [at, each] of written.entries()) {
        try {
          setup.onDisk('after', each)
        } catch (error) {
          for (const other of written.slice(at + 1)) setup.onWritten(other)
          throw error
        }
      }
    })
  }

  const transaction: Database['transaction'] = (work) => {
    assertAlive()
    isInTransaction = true
    try {
      let changes: Changes | null = null
      const value = opened.transaction(() => {
        const inner = work()
        const made = file.changes(opened)
        if (made.written.length === 0) assertTaken()
        for (const written of made.written) struck(() => setup.onDisk('before', written))
        changes = made
        return inner
      })
      settle(changes)
      setup.stall()
      return value
    } finally {
      isInTransaction = false
    }
  }

  return {
    ...opened,
    run: (sql, ...parameters) => {
      assertAlive()
      if (isInTransaction) return opened.run(sql, ...parameters)
      assertTaken()
      const count = opened.run(sql, ...parameters)
      if (sql.startsWith('UPDATE sale')) tell()
      return count
    },
    get: (sql, ...parameters) => {
      assertAlive()
      if (!isInTransaction && sql.startsWith('INSERT')) assertTaken()
      return opened.get(sql, ...parameters)
    },
    all: (sql, ...parameters) => {
      assertAlive()
      return opened.all(sql, ...parameters)
    },
    exec: (sql) => {
      assertAlive()
      opened.exec(sql)
    },
    transaction,
  }
}
