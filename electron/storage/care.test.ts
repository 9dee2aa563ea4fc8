import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { salesOfFile } from '../outbox/doubt.ts'
import { createVirtualTime, type VirtualTime } from '../testing/virtualTime.ts'
import { createStorageCare, type StorageCare } from './care.ts'
import { salesFile } from './database.ts'
import { openSalesFile, type SalesFile } from './salesFile.ts'
import { restoreSql } from './testing/dump.ts'

let dir = ''
let file: SalesFile | undefined
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-care-'))
  restoreSql(salesFile(dir), readFileSync(path.join(import.meta.dirname, 'fixtures/version-1.sql'), 'utf8'))
})
afterEach(() => {
  file?.close()
  file = undefined
  rmSync(dir, { recursive: true, force: true })
})

interface Watched {
  readonly care: StorageCare
  readonly time: VirtualTime
  readonly told: string[]
}

/** @param change lets calls of the file fail */
function watch(change: (file: SalesFile) => SalesFile = (same) => same): Watched {
  const time = createVirtualTime()
  const told: string[] = []
  const settings = new Map<string, unknown>()
  const opened = openSalesFile({
    dataDir: dir,
    settings: { get: (key) => settings.get(key), set: (key, value) => void settings.set(key, value) },
    sales: salesOfFile,
    wallNowMs: time.clock.wallNowMs,
    log: () => undefined,
  })
  file = opened
  const care = createStorageCare({
    file: change(opened),
    clock: time.clock,
    awakeNowMs: time.clock.monotonicNowMs,
    timers: time.timers,
    log: () => undefined,
    onChange: ({ status }) => told.push(status),
    onSound: () => told.push('go'),
  })
  return { care, time, told }
}

const full = (): Error => Object.assign(new Error('database or disk is full'), { errcode: 13 })

test('the window is not kept waiting by the check, and sending is', async () => {
  const { care, time, told } = watch()
  care.start()
  expect(care.view().status).toBe('checking')
  expect(told).toEqual([])
  await time.pass(2_000)
  expect(told).toEqual(['sound', 'go'])
})

test('a check that finds damage opens the file anew before anything may go on', async () => {
  let reopened = 0
  const { care, time, told } = watch((same) => ({
    ...same,
    all: (sql, ...parameters) =>
      sql.includes("quick_check('sale')") ? [{ quick_check: 'row 3 missing' }] : same.all(sql, ...parameters),
    reopen: () => {
      reopened += 1
    },
  }))
  care.start()
  await time.pass(900)
  expect(told).toEqual(['failing'])
  await time.pass(5_000)
  expect(reopened).toBe(1)
  expect(told).toEqual(['failing', 'sound', 'go'])
})

test('after a failed write nothing is written, not even by an INSERT that is read, until the file was opened anew', () => {
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

test('a disk that opens but takes no write is not trusted', () => {
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

test('a statement that could never work is a mistake of ours and closes nothing', () => {
  const { care } = watch()
  expect(() => care.database.run("INSERT INTO meta VALUES ('a', NULL)")).toThrow(/NOT NULL/u)
  expect(() => care.database.run('no sql')).toThrow(/syntax/u)
  expect(care.database.isSound()).toBe(true)
})

test('an answer that comes after the end finds the file closed, and nothing is said to have failed', () => {
  const { care, told } = watch()
  care.database.close()
  file = undefined
  expect(() => care.database.get('SELECT COUNT(*) FROM sale')).toThrow('not open')
  expect([care.database.isSound(), told]).toEqual([true, []])
})
