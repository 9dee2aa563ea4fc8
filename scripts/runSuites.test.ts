import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkLines } from './partial.ts'
import { root } from './run.ts'
import { runSuites, type Suite } from './runSuites.ts'
import { lastLineCount } from './suites.ts'

const LIMIT_MS = 120_000
let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-suites-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const HANG = `setInterval(() => undefined, 1_000)`
const good = suite('good', `console.log('2 passed, 0 failed')`)

function suite(name: string, script: string, more: Partial<Suite> = {}): Suite {
  const commands = [['-e', script]]
  return { name, commands, read: lastLineCount, readPartial: checkLines, limitMs: LIMIT_MS, ...more }
}

async function runAll(...lanes: readonly (readonly Suite[])[]) {
  const lines: string[] = []
  const counts = await runSuites(lanes, path.join(dir, 'logs'), (line) => void lines.push(line))
  return { ...counts, lines: lines.map((line) => line.replace(/ \([\d.]+ s\)$/u, '')) }
}

test('a suite that exceeds its limit reports what had passed, and the others still run', async () => {
  const slow = suite('slow', `console.log('ok      one\\nok      two\\nok      thr'); ${HANG}`, {
    limitMs: 8_000,
  })
  const { passed, failed, lines } = await runAll([slow, good])
  expect({ passed, failed }).toEqual({ passed: 3 + 2, failed: 1 })
  expect(lines).toContain('slow: cut off after 3 passed, 1 failed')
  expect(lines).toContain('good: 2 passed, 0 failed')
  expect(readFileSync(path.join(dir, 'logs', 'slow.log'), 'utf8')).toContain('ok      two')
})

test('a suite that needs a failed one is not run, and counts as failed', async () => {
  const bad = suite('bad', `process.exitCode = 2`)
  const { passed, failed, lines } = await runAll([bad], [{ ...good, needs: 'bad' }])
  expect({ passed, failed }).toEqual({ passed: 0, failed: 2 })
  expect(lines).toContain('good: not run, since bad failed')
})

test('lanes run side by side, the suites of one in order, and a suite waits for the one that it needs in another lane', async () => {
  const file = (name: string): string => JSON.stringify(path.join(dir, name))
  const passes = `console.log('1 passed, 0 failed')`
  const firstLog = JSON.stringify(path.join(dir, 'logs', 'first.log'))
  // It ends only once the other lane has reached the suite that needs it, and a little later, so that an early start
  // would show.
  const build = suite(
    'build',
    `const fs = require('node:fs')
     const timer = setInterval(() => {
       if (!fs.existsSync(${firstLog})) return
       clearInterval(timer)
       setTimeout(() => {
         fs.writeFileSync(${file('built')}, '')
         ${passes}
       }, 1_000)
     }, 20)`,
  )
  const first = suite('first', passes)
  const uses = suite('uses', `require('node:fs').readFileSync(${file('built')}); ${passes}`, {
    needs: 'build',
  })
  const { passed, failed } = await runAll([build], [first, uses, good])
  expect({ passed, failed }).toEqual({ passed: 5, failed: 0 })
})

test.skipIf(process.platform === 'win32')(
  'a run that is told to stop reports what had passed before it ends, and starts nothing more',
  async () => {
    const mark = path.join(dir, 'mark')
    const cut = `console.log('ok      one'); require('node:fs').writeFileSync(${JSON.stringify(mark)}, ''); ${HANG}`
    const lateMark = path.join(dir, 'late')
    const late = `require('node:fs').writeFileSync(${JSON.stringify(lateMark)}, '')`
    const script = `
      import { stopAllOnSignal } from ${urlOf('run.ts')}
      import { runSuites } from ${urlOf('runSuites.ts')}
      import { checkLines } from ${urlOf('partial.ts')}
      const suite = (name, script) =>
        ({ name, commands: [['-e', script]], read: () => null, readPartial: checkLines, limitMs: ${LIMIT_MS} })
      stopAllOnSignal()
      const lanes = [[suite('cut', ${JSON.stringify(cut)}), suite('late', ${JSON.stringify(late)})]]
      const { passed, failed } = await runSuites(lanes, ${JSON.stringify(path.join(dir, 'logs'))}, console.log)
      console.log(passed + ' passed, ' + failed + ' failed')
    `
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], { cwd: root })
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')))
    const closed = new Promise((resolve) => child.once('close', resolve))
    await expect.poll(() => existsSync(mark), { timeout: LIMIT_MS }).toBe(true)
    child.kill('SIGTERM')
    await closed
    expect(said).toContain('cut: cut off after 1 passed, 1 failed')
    expect(said.trim().split('\n').at(-1)).toBe('1 passed, 2 failed')
    expect(existsSync(lateMark)).toBe(false)
  },
)

function urlOf(name: string): string {
  return JSON.stringify(pathToFileURL(path.join(root, 'scripts', name)).href)
}
