import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { salesOfFile } from '../outbox/worker/recovery.ts'
import { createVirtualTime, type VirtualTime } from '../testing/virtualTime.ts'
import { createDatabaseHealth, type DatabaseHealth } from './databaseHealth.ts'
import type { Connection, Reopening, SalesFile } from './database.ts'
import { openSalesFile } from './salesFile.ts'
import { createSlicer } from './fileCheck.ts'
import { fillFile } from './testing/filledFile.ts'

let dir = ''
let file: SalesFile | undefined
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-care-'))
  fillFile(dir, 4)
})
afterEach(() => {
  file?.close()
  file = undefined
  rmSync(dir, { recursive: true, force: true })
})

interface Watched {
  readonly care: DatabaseHealth
  readonly time: VirtualTime
  readonly told: string[]
}

/** @param change makes calls of the file fail */
function watch(
  change: (connection: Connection) => Connection = (same) => same,
  {
    whenChecked,
    beforeReopening,
  }: { whenChecked?: (care: DatabaseHealth) => void; beforeReopening?: (why: Reopening) => void } = {},
): Watched {
  const time = createVirtualTime()
  const told: string[] = []
  const settings = new Map<string, unknown>()
  const opened = openSalesFile(
    {
      dataDir: dir,
      settings: { get: (key) => settings.get(key), set: (key, value) => void settings.set(key, value) },
      sales: salesOfFile,
      wallNowMs: time.clock.wallNowMs,
      log: () => undefined,
    },
    change,
  )
  file = opened
  const care = createDatabaseHealth({
    file: {
      ...opened,
      reopen: (why) => {
        beforeReopening?.(why)
        opened.reopen(why)
      },
    },
    clock: time.clock,
    awakeNowMs: time.clock.monotonicNowMs,
    timers: time.timers,
    log: () => undefined,
    onChange: ({ status }) => told.push(status),
    isReadable: salesOfFile.isReadable,
    onReopened: () => told.push('wait'),
    onOpenUnsaid: () => undefined,
    onTotalsPutRight: () => told.push('totals'),
    onSalesChecked: () => {
      told.push('go')
      whenChecked?.(care)
    },
  })
  return { care, time, told }
}

const full = (): Error => Object.assign(new Error('database or disk is full'), { errcode: 13 })

test('the check does not delay the window, and sending waits for the sales alone', async () => {
  const { care, time, told } = watch()
  care.start()
  expect([care.view().status, care.areSalesChecked()]).toEqual(['checking', false])
  expect(told).toEqual([])
  await time.pass(2_000)
  expect(told).toEqual(['checking', 'go', 'sound'])
  expect(care.areSalesChecked()).toBe(true)
})

test('a check that finds damage reopens the file before anything goes on', async () => {
  const reopened: unknown[] = []
  let isDamaged = true
  const { care, time, told } = watch(
    (same) => ({
      ...same,
      get: (sql, ...parameters) =>
        isDamaged && sql.includes('AS missing FROM "sale"') ? { missing: 1 } : same.get(sql, ...parameters),
    }),
    {
      beforeReopening: (why) => {
        reopened.push(why.isDamaged)
        isDamaged = false
      },
    },
  )
  care.start()
  await time.pass(900)
  expect(told).toEqual(['failing'])
  expect(care.lastCheck()).toMatchObject({ isSound: false })
  await time.pass(5_000)
  expect(reopened).toEqual([true])
  expect(told).toEqual(['failing', 'wait', 'checking', 'checking', 'go', 'sound'])
})

test('after a failed write the sales are checked again before one is sent, and are not reported as damaged', async () => {
  const reopened: unknown[] = []
  let isFull = false
  const { care, time, told } = watch(
    (same) => ({
      ...same,
      run: (sql, ...parameters) => {
        if (isFull) throw full()
        return same.run(sql, ...parameters)
      },
    }),
    {
      beforeReopening: (why) => {
        reopened.push(why.isDamaged)
        isFull = false
      },
    },
  )
  care.start()
  await time.pass(2_000)
  isFull = true
  expect(() => care.database.run("INSERT INTO meta VALUES ('a', '1')")).toThrow('full')
  expect(care.reopenNow()).toBe(true)
  expect(care.areSalesChecked()).toBe(false)
  await time.pass(2_000)
  expect(reopened).toEqual([false])
  expect(told.slice(3)).toEqual(['failing', 'wait', 'checking', 'checking', 'go', 'sound'])
})

test('a file that fails again right after a reopening is retried less and less often', async () => {
  let reopened = 0
  const { care, time } = watch(
    (same) => ({
      ...same,
      get: (sql, ...parameters) =>
        sql.includes('AS missing FROM "sale"') ? { missing: 1 } : same.get(sql, ...parameters),
    }),
    {
      beforeReopening: () => {
        reopened += 1
      },
    },
  )
  care.start()
  await time.pass(10 * 60_000)
  expect(reopened).toBeGreaterThan(5)
  expect(reopened).toBeLessThan(20)
})

/** A clock that advances by this many ms for each row read. */
function slowed(time: VirtualTime): {
  readonly read: (rows: unknown[]) => void
  readonly clock: VirtualTime['clock']
} {
  let readMs = 0
  return {
    read: (rows) => {
      readMs += rows.length
    },
    clock: { ...time.clock, monotonicNowMs: () => time.clock.monotonicNowMs() + readMs },
  }
}

test('a slow disk makes the slices shorter: at most fifteen milliseconds once measured', () => {
  const { read, clock } = slowed(createVirtualTime())
  const slicer = createSlicer(clock)
  const took: number[] = []
  for (let each = 0; each < 20; each += 1) {
    const fromMs = clock.monotonicNowMs()
    slicer.run({ kind: 'rows', table: 'sale', run: (rowsMax) => read(Array.from({ length: rowsMax })) })
    took.push(clock.monotonicNowMs() - fromMs)
  }
  expect(took[0]).toBeGreaterThan(15)
  expect(Math.max(...took.slice(1))).toBeLessThanOrEqual(15)
})

test('after a failed write nothing is written, not even by an INSERT run as a read, until the file is reopened', () => {
  let isFull = true
  let writes = 0
  const { care } = watch((same) => ({
    ...same,
    run: (sql, ...parameters) => {
      if (isFull) throw full()
      writes += 1
      return same.run(sql, ...parameters)
    },
  }))
  const { database } = care
  expect(() => database.run("INSERT INTO meta VALUES ('a', '1')")).toThrow('full')
  isFull = false
  expect(() => database.run("INSERT INTO meta VALUES ('a', '1')")).toThrow('not opened anew')
  expect(() => database.get("INSERT INTO meta VALUES ('a', '1') RETURNING key")).toThrow('not opened anew')
  expect(() => database.transaction(() => 1)).toThrow('not opened anew')
  expect(writes).toBe(0)
  expect(database.get('SELECT COUNT(*) AS sales FROM sale')).toEqual({ sales: 4 })
  expect(care.reopenNow()).toBe(true)
  database.run("INSERT INTO meta VALUES ('a', '1')")
})

test('a disk that opens but accepts no write is not trusted', () => {
  const { care, told } = watch((same) => ({
    ...same,
    transaction: () => {
      throw full()
    },
  }))
  expect(() => care.database.transaction(() => 1)).toThrow('full')
  expect(care.reopenNow()).toBe(false)
  expect(told).toEqual(['failing'])
})

test('an invalid statement is our mistake and closes nothing', () => {
  const { care } = watch()
  expect(() => care.database.run("INSERT INTO meta VALUES ('a', NULL)")).toThrow(/NOT NULL/u)
  expect(() => care.database.run('no sql')).toThrow(/syntax/u)
  expect(care.database.isSound()).toBe(true)
})

test('an answer after the end finds the file closed, and no failure is reported', () => {
  const { care, told } = watch()
  care.database.close()
  file = undefined
  expect(() => care.database.get('SELECT COUNT(*) FROM sale')).toThrow('not open')
  expect([care.database.isSound(), told]).toEqual([true, []])
})

test('a write fails as sending starts, in the middle of the check: the file is reopened, and sending starts again', async () => {
  let isFull = false
  let starts = 0
  const change = (opened: Connection): Connection => ({
    ...opened,
    run: (sql, ...parameters) => {
      if (isFull) throw full()
      return opened.run(sql, ...parameters)
    },
  })
  const { care, time, told } = watch(change, {
    whenChecked: ({ database }) => {
      starts += 1
      if (starts > 1) return
      isFull = true
      expect(() => database.run("UPDATE meta SET value = value WHERE key = ''")).toThrow('full')
      isFull = false
    },
  })
  care.start()
  await time.pass(5 * 60_000)
  expect(told.filter((each) => each === 'go' || each === 'wait')).toEqual(['go', 'wait', 'go'])
  expect(care.view().status).toBe('sound')
})
