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

// Windows has no SIGINT from another process.
test.skipIf(process.platform === 'win32')(
  'Ctrl+C ends a simulation with the histories that it has, and --json still tells its progress',
  async () => {
    const args = ['simulation/simulate.ts', '--histories', '9999999', '--jobs', '1', '--json']
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (stderr === '') child.kill('SIGINT')
      stderr += text
    })
    const [status] = (await once(child, 'close')) as [number]
    expect(stderr).toMatch(/^\d+ of 9999999 histories, about \d+ s left\nStopped/u)
    expect(status).toBe(STOPPED_STATUS)
    const report = JSON.parse(stdout) as { histories: number; lost: number }
    expect(report.histories).toBeGreaterThan(0)
    expect(report.lost).toBe(0)
  },
)
