import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openLog, readLogTail } from './logFile.ts'
import { freshDir } from './testing/freshDir.ts'

const linesOf = (dir: string, name = 'tillside.log'): readonly string[] =>
  readFileSync(path.join(dir, name), 'utf8').trimEnd().split('\n')

test('an event is one line, with any facts', () => {
  const dir = freshDir()
  openLog(dir, () => 0)('warn', 'a.b', { count: 1, text: 'one\ntwo\r\u2028', long: 'x'.repeat(5_000) })
  const lines = linesOf(dir)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    level: 'warn',
    event: 'a.b',
    count: 1,
    text: 'one two ',
    long: '[5000 characters]',
  })
})

const ACCOUNT = '0123456789'
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9'

test('an account number or a token that is passed by mistake is hidden, in any fact', () => {
  const dir = freshDir()
  const log = openLog(dir, () => 0)
  log('info', 'facts', { text: `to ${ACCOUNT}\nBearer abc ${TOKEN}`, number: 1_234_567_890 })
  log('info', `${TOKEN} ${ACCOUNT}`)
  log('info', 'names', { [ACCOUNT]: true, [TOKEN]: true })
  const hidden = { text: { secret: TOKEN } } as unknown as Record<string, string>
  log('info', 'lies', hidden)
  const text = linesOf(dir).join('\n')
  for (const secret of [ACCOUNT, '1234567890', TOKEN, 'Bearer']) expect(text).not.toContain(secret)
  expect(JSON.parse(linesOf(dir)[0] ?? '')).toMatchObject({
    event: 'facts',
    text: 'to [10 digits] [10 characters] [20 characters]',
    number: '[10 digits]',
  })
})

test('a fact cannot replace the time, the level or the event of its line', () => {
  const dir = freshDir()
  openLog(dir, () => 0)('error', 'backend.notTold', { event: 'queue.changed', time: 'x', level: 'info' })
  expect(JSON.parse(linesOf(dir)[0] ?? '')).toMatchObject({
    time: '1970-01-01T00:00:00.000Z',
    level: 'error',
    event: 'backend.notTold',
    eventFact: 'queue.changed',
  })
})

test('of a thousand facts twenty are written', () => {
  const dir = freshDir()
  openLog(dir, () => 0)(
    'info',
    'many',
    Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, at])),
  )
  expect(Object.keys(JSON.parse(linesOf(dir)[0] ?? '') as object)).toHaveLength(3 + 20)
})

test('the bound counts bytes, so that it holds for letters of any language', () => {
  const dir = freshDir()
  const log = openLog(dir, () => 0, 1_000)
  for (let count = 0; count < 40; count += 1) log('info', 'event', { name: 'ẹ'.repeat(100) })
  for (const name of readdirSync(dir)) expect(statSync(path.join(dir, name)).size).toBeLessThanOrEqual(1_000)
})

test('the newest lines of both files, oldest first, are made safe even if another program wrote them', () => {
  const dir = freshDir()
  expect(readLogTail(dir, 200)).toEqual([])
  const log = openLog(dir, () => 0, 2_000)
  for (let count = 0; count < 30; count += 1) log('info', 'event', { count })
  const numbers = (count: number): readonly unknown[] =>
    readLogTail(dir, count).map((line) => (JSON.parse(line) as { count: unknown }).count)
  expect(numbers(3)).toEqual([27, 28, 29])
  expect(numbers(200).length).toBeGreaterThan(linesOf(dir).length)
  expect(numbers(200)).toEqual(
    Array.from({ length: numbers(200).length }, (_, at) => 30 - numbers(200).length + at),
  )
  appendFileSync(path.join(dir, 'tillside.log'), `half a line ${ACCOUNT} ${TOKEN}`)
  expect(readLogTail(dir, 1)).toEqual(['half a line [10 digits] [20 characters]'])
})

test('of a huge file only the end is read, from the start of a line', () => {
  const dir = freshDir()
  writeFileSync(
    path.join(dir, 'tillside.log'),
    `${'first '.repeat(200_000)}\n${'line\n'.repeat(150_000)}last\n`,
  )
  expect(readLogTail(dir, 2)).toEqual(['line', 'last'])
  expect(readLogTail(dir, 1_000_000).join().startsWith('line')).toBe(true)
})

test('the log stays within two files of the maximum size, also across a restart', () => {
  const dir = freshDir()
  for (let start = 0; start < 3; start += 1) {
    const log = openLog(dir, () => 0, 1_000)
    for (let count = 0; count < 20; count += 1) log('info', 'event', { start, count })
  }
  expect(readdirSync(dir).toSorted()).toEqual(['tillside.1.log', 'tillside.log'])
  for (const name of readdirSync(dir)) expect(statSync(path.join(dir, name)).size).toBeLessThanOrEqual(1_000)
  expect(readFileSync(path.join(dir, 'tillside.log'), 'utf8')).toContain('"start":2,"count":19')
})

test.skipIf(process.platform === 'win32').each([
  ['tillside.log', ''],
  // The next full log replaces it.
  ['tillside.1.log', '"count":2'],
])('a pipe in the place of %s does not block', (name, told) => {
  const dir = freshDir()
  execFileSync('sh', ['-c', 'mkfifo "$0"', path.join(dir, name)])
  // The calls run in a process that can be ended, since a blocked call would block this test too.
  const script = `
      import { openLog, readLogTail } from ${JSON.stringify(new URL('logFile.ts', import.meta.url).href)}
      const dir = ${JSON.stringify(dir)}
      readLogTail(dir, 5)
      const log = openLog(dir, () => 0, 100)
      for (let count = 0; count < 3; count += 1) log('info', 'event', { count })
      process.stdout.write(readLogTail(dir, 5).join())`
  const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect(ended).toMatchObject({ status: 0, signal: null })
  expect(ended.stdout === '').toBe(told === '')
  expect(ended.stdout).toContain(told)
})

test.skipIf(process.platform === 'win32')(
  'a folder and a link in the place of the log stay unchanged and cause no error',
  () => {
    const dir = freshDir()
    const elsewhere = path.join(freshDir(), 'elsewhere')
    writeFileSync(elsewhere, 'as it was\n')
    symlinkSync(elsewhere, path.join(dir, 'tillside.log'))
    mkdirSync(path.join(dir, 'tillside.1.log'))
    openLog(dir, () => 0)('info', 'event')
    expect(readLogTail(dir, 5)).toEqual([])
    expect(readFileSync(elsewhere, 'utf8')).toBe('as it was\n')
  },
)

test('a folder that cannot be written causes no error', () => {
  const file = path.join(freshDir(), 'a-file')
  writeFileSync(file, '')
  expect(() => openLog(path.join(file, 'logs'), () => 0)('info', 'event')).not.toThrow()
})
