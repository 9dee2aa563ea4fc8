import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLog } from './logFile.ts'
import { freshDir } from './testing/freshDir.ts'

test('an event is one line, whatever its facts hold', () => {
  const dir = freshDir()
  openLog(dir, () => 0)('warn', 'a.b', { count: 1, text: 'one\ntwo', long: 'x'.repeat(5_000) })
  const lines = readFileSync(path.join(dir, 'tillside.log'), 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    level: 'warn',
    event: 'a.b',
    count: 1,
    text: 'one\ntwo',
    long: 'x'.repeat(200),
  })
})

test('the log stays within two files of the bound, over a restart too', () => {
  const dir = freshDir()
  for (let start = 0; start < 3; start += 1) {
    const log = openLog(dir, () => 0, 1_000)
    for (let count = 0; count < 20; count += 1) log('info', 'event', { start, count })
  }
  expect(readdirSync(dir).toSorted()).toEqual(['tillside.1.log', 'tillside.log'])
  for (const name of readdirSync(dir)) expect(statSync(path.join(dir, name)).size).toBeLessThanOrEqual(1_000)
  expect(readFileSync(path.join(dir, 'tillside.log'), 'utf8')).toContain('"start":2,"count":19')
})

test('a place that cannot be written is no error', () => {
  const file = path.join(freshDir(), 'a-file')
  writeFileSync(file, '')
  expect(() => openLog(path.join(file, 'logs'), () => 0)('info', 'event')).not.toThrow()
})
