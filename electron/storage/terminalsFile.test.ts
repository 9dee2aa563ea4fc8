import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { freshDir } from '../shell/testing/freshDir.ts'
import { CAN_FILL_A_DISK, onFullDisk } from '../shell/testing/fullDisk.ts'
import { fakeLog } from '../session/testing/fakes.ts'
import type { Database } from './database.ts'
import { openTerminalsFile } from './terminalsFile.ts'

function bench(dir = freshDir()) {
  const { log, lines } = fakeLog()
  const file = openTerminalsFile(dir, log)
  onTestFinished(() => file.close())
  return { dir, place: path.join(dir, 'terminals.db'), file, lines }
}

const put = (name: string) => (database: Database) =>
  database.run("INSERT INTO list (destination, client_id, facts, row_count) VALUES ('d', ?, '{}', 0)", name)
const names = (database: Database): unknown => database.all('SELECT client_id AS name FROM list ORDER BY id')

test('what was written is there at the next start, in a file beside the sales', () => {
  const { dir, file, lines } = bench()
  expect(file.use(put('ADA'))).toBe(1)
  file.close()
  expect(file.use(names)).toBeUndefined()
  expect(bench(dir).file.use(names)).toEqual([{ name: 'ADA' }])
  expect(readdirSync(dir)).toContain('terminals.db')
  expect(lines).toEqual([])
})

test('work that fails leaves nothing of itself', () => {
  const { file } = bench()
  file.use(put('ADA'))
  const failing = (database: Database): never => {
    put('BOLA')(database)
    throw Object.assign(new Error('full'), { errcode: 13 })
  }
  expect(file.use(failing)).toBeUndefined()
  expect(file.use(names)).toEqual([{ name: 'ADA' }])
})

/** Fills a file with rows over several pages, and closes it. */
function filled(): string {
  const { dir, file } = bench()
  file.use((database) => {
    for (let each = 0; each < 2_000; each += 1) put(`client ${each}`)(database)
  })
  file.close()
  return dir
}

test.each<readonly [string, (bytes: Buffer) => Buffer]>([
  ['half of it', (bytes) => bytes.subarray(0, bytes.length / 2)],
  ['zeroes in a page', (bytes) => bytes.fill(0, 4 * 4_096, 5 * 4_096)],
  ['another file', () => Buffer.from('private-value'.repeat(1_000))],
  ['another version', (bytes) => versioned(bytes, 9)],
])('a file with %s is set aside at its opening, and an empty one takes its place', (_name, damage) => {
  const dir = filled()
  const place = path.join(dir, 'terminals.db')
  writeFileSync(place, damage(readFileSync(place)))
  const damaged = readFileSync(place)
  const { file, lines } = bench(dir)
  // Also for work that would not meet the damage.
  expect(file.use(() => 'used')).toBeUndefined()
  expect(readFileSync(path.join(dir, 'terminals.damaged.db')).equals(damaged)).toBe(true)
  expect(file.use(names)).toEqual([])
  expect(file.use(put('ADA'))).toBe(1)
  expect(lines.join()).toContain('terminalsFile.failed')
  expect(lines.join()).not.toContain('private-value')
})

/** Sets the version of its header. */
function versioned(bytes: Buffer, version: number): Buffer {
  const changed = Buffer.from(bytes)
  changed.writeUInt32BE(version, 60)
  return changed
}

test('damage that shows only later sets the file aside too, and at most one such file stays', () => {
  const { dir, file } = bench()
  for (const name of ['ADA', 'BOLA']) {
    file.use(put(name))
    const malformed = (): never => {
      throw Object.assign(new Error('database disk image is malformed'), { errcode: 11 })
    }
    expect(file.use(malformed)).toBeUndefined()
    expect(file.use(names)).toEqual([])
  }
  expect(readdirSync(dir).filter((each) => each.includes('damaged'))).toEqual(['terminals.damaged.db'])
})

test('a table that is missing is damage', () => {
  const { dir, file, place } = bench()
  file.use(put('ADA'))
  file.close()
  const other = new DatabaseSync(place)
  other.exec('DROP TABLE list')
  other.close()
  const next = bench(dir).file
  expect(next.use(names)).toBeUndefined()
  expect(next.use(names)).toEqual([])
})

test('a file that cannot be opened is left as it is', () => {
  const { file, place, lines } = bench()
  mkdirSync(place)
  expect(file.use(names)).toBeUndefined()
  expect(existsSync(place)).toBe(true)
  expect(lines.join()).toContain('terminalsFile.failed')
})

test.skipIf(!CAN_FILL_A_DISK)('on a full disk a write is refused, and what was there stays', () => {
  const dir = filled()
  const told = onFullDisk(`
    const { openTerminalsFile } = await import(${JSON.stringify(path.join(import.meta.dirname, 'terminalsFile.ts'))})
    const file = openTerminalsFile(${JSON.stringify(dir)}, () => undefined)
    const insert = "INSERT INTO list (destination, client_id, facts, row_count) VALUES ('d', 'c', ?, 0)"
    console.log(file.use((database) => database.run(insert, 'x'.repeat(500_000))) ?? 'refused')
    file.close()`)
  expect(told.trim()).toBe('refused')
  expect(bench(dir).file.use(names)).toHaveLength(2_000)
})

test('a list without an end stops at the bound of the file', () => {
  const { file } = bench()
  const grow = (database: Database): unknown => {
    database.exec('PRAGMA max_page_count = 20')
    for (let each = 0; each < 10_000; each += 1) put(`client ${each}`)(database)
    return 'no bound'
  }
  expect(file.use(grow)).toBeUndefined()
  expect(file.use(names)).toEqual([])
  expect(file.use((database) => database.get('PRAGMA max_page_count'))).toEqual({ max_page_count: 50_000 })
})
