import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import { longRun, STOPPED_STATUS } from './longRun.ts'

const root = path.join(import.meta.dirname, '..')

test('progress names what is done and what is left, at most every two seconds', () => {
  let nowMs = 0
  const lines: string[] = []
  const run = longRun(
    'kills',
    () => nowMs,
    (line) => lines.push(line),
  )
  run.progress(0, 100)
  nowMs = 1_999
  run.progress(10, 100)
  nowMs = 2_000
  run.progress(10, 100)
  nowMs = 3_000
  run.progress(50, 100)
  nowMs = 4_000
  run.progress(80, 100, ', 3 files')
  expect(lines).toEqual(['10 of 100 kills, about 18 s left', '80 of 100 kills, about 1 s left, 3 files'])
})

test('work that ends by itself was not stopped, and a later Ctrl+C is the program’s own', async () => {
  const before = process.listenerCount('SIGINT')
  expect(await longRun('kills').isStopped(Promise.resolve())).toBe(false)
  expect(process.listenerCount('SIGINT')).toBe(before)
  await expect(longRun('kills').isStopped(Promise.reject(new Error('it broke')))).rejects.toThrow('it broke')
})

/** A program of the kind: it counts for ever, and says how far it came. */
const COUNTING = `
import { setTimeout as sleep } from 'node:timers/promises'
import { longRun, STOPPED_STATUS } from './scripts/longRun.ts'
const run = longRun('numbers')
let done = 0
const count = async () => {
  for (;;) {
    await sleep(20)
    run.progress((done += 1), 1_000_000)
  }
}
const isStopped = await run.isStopped(count())
console.log(JSON.stringify({ done }))
process.exit(isStopped ? STOPPED_STATUS : 0)`

// Windows has no SIGINT from another process.
test.skipIf(process.platform === 'win32')('Ctrl+C ends a program, which says what it has', async () => {
  const args = ['--input-type=module', '--eval', COUNTING]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (stderr === '') child.kill('SIGINT')
    stderr += text
  })
  const [status] = (await once(child, 'close')) as [number]
  expect(stderr).toMatch(/^\d+ of 1000000 numbers, about \d+ s left\nStopped/u)
  expect(status).toBe(STOPPED_STATUS)
  expect((JSON.parse(stdout) as { done: number }).done).toBeGreaterThan(0)
})
