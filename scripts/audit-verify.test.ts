import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { restoreSql } from '../electron/storage/testing/dump.ts'

const FIXTURE = path.join(import.meta.dirname, '../electron/storage/fixtures/version-1.sql')
let dir = ''
let file = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-verify-'))
  file = path.join(dir, 'sales.db')
  restoreSql(file, readFileSync(FIXTURE, 'utf8'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function verify(...args: string[]): { code: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'audit-verify.ts'), ...args],
    { encoding: 'utf8' },
  )
  return { code: status, said: `${stdout}${stderr}` }
}

test('a whole chain is counted, and no byte of the file is changed', () => {
  const before = readFileSync(file)
  expect(verify(file)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^4 sales, \d+ entries, 0 broken\n$/u),
  })
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('the first broken entry is named, and the command fails', () => {
  const database = new DatabaseSync(file)
  database.exec("DROP TRIGGER audit_fixed; UPDATE audit SET detail = 'forged' WHERE id = 3")
  database.close()
  const { code, said } = verify(file)
  expect(code).toBe(1)
  expect(said).toMatch(/^first broken entry: 3 \(/u)
  expect(said).toMatch(/ 1 broken\n$/u)
})

test('no file, or none of ours, fails with a line', () => {
  expect(verify(path.join(dir, 'none.db'))).toMatchObject({ code: 1 })
  expect(verify()).toMatchObject({ code: 1, said: expect.stringContaining('usage') })
})
