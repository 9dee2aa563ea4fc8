import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Lane, Part } from './parts.ts'
import { root } from './run.ts'
import { runParts } from './runParts.ts'

const LIMIT_MS = 120_000
let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-parts-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** A part that runs a text of JavaScript. */
function part(name: string, script: string, more: Partial<Part> = {}): Part {
  return { name, script, reads: 'lastLine', ...more }
}

async function runAll(...lanes: readonly Lane[]) {
  const lines: string[] = []
  const counts = await runParts(lanes, {
    logDir: path.join(dir, 'logs'),
    say: (line) => void lines.push(line),
    endlessMs: 500,
    commands: ({ script }) => [['-e', script]],
  })
  return { ...counts, lines: lines.map((line) => line.replace(/ \([\d.]+ s\), .*$/u, '')) }
}

const good = part('good', `console.log('2 passed, 0 failed')`)

test('a part that fails is shown with its log, and the others still run', async () => {
  const bad = part('bad one', `console.log('so many words\\n1 passed, 1 failed'); process.exitCode = 1`)
  const { passed, failed, lines } = await runAll([bad, good])
  expect({ passed, failed }).toEqual({ passed: 1 + 2, failed: 1 })
  expect(lines).toEqual([
    'so many words\n1 passed, 1 failed',
    'bad one has failures',
    'bad one: 1 passed, 1 failed',
    'good: 2 passed, 0 failed',
  ])
  expect(readFileSync(path.join(dir, 'logs', 'bad-one.log'), 'utf8')).toContain('so many words')
})

test('a part that needs a failed one is not run, and counts as failed', async () => {
  const bad = part('build', `process.exitCode = 2`, { reads: 'status' })
  const { passed, failed, lines } = await runAll([bad], [{ ...good, needs: 'build' }])
  expect({ passed, failed }).toEqual({ passed: 1, failed: 2 })
  expect(lines).toContain('good: not run, since build failed')
})

test('lanes run side by side, the parts of one in order, and a part waits for the one that it needs in another lane', async () => {
  const file = (name: string): string => JSON.stringify(path.join(dir, name))
  const passes = `console.log('1 passed, 0 failed')`
  const firstLog = JSON.stringify(path.join(dir, 'logs', 'first.log'))
  // It ends only once the other lane has reached the part that needs it, and a little later, so that an early start
  // would show.
  const build = part(
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
  const first = part('first', passes)
  const uses = part('uses', `require('node:fs').readFileSync(${file('built')}); ${passes}`, {
    needs: 'build',
  })
  const { passed, failed } = await runAll([build], [first, uses, good])
  expect({ passed, failed }).toEqual({ passed: 5, failed: 0 })
})

test.skipIf(process.platform === 'win32')('an endless part is told to end after its share', async () => {
  const counts = `process.on('SIGINT', () => process.exit(130)); setInterval(() => undefined, 1_000)`
  const endless = part('endless', counts, { reads: 'status', isEndless: true })
  expect(await runAll([endless])).toMatchObject({ passed: 1, failed: 0 })
})

test.skipIf(process.platform === 'win32')(
  'a run that is told to stop says which part it ended and what had passed, and starts nothing more',
  async () => {
    const mark = path.join(dir, 'mark')
    const lateMark = path.join(dir, 'late')
    const writes = (file: string): string => `require('node:fs').writeFileSync(${JSON.stringify(file)}, '')`
    const parts = [
      good,
      part('cut', `${writes(mark)}; setInterval(() => undefined, 1_000)`),
      part('late', writes(lateMark)),
    ]
    const script = `
      import { stopAllOnSignal } from ${urlOf('run.ts')}
      import { runParts } from ${urlOf('runParts.ts')}
      stopAllOnSignal()
      const { passed, failed } = await runParts([${JSON.stringify(parts)}], {
        logDir: ${JSON.stringify(path.join(dir, 'logs'))},
        say: console.log,
        commands: ({ script }) => [['-e', script]],
      })
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
    expect(said).toContain('cut was told to stop')
    expect(said.trim().split('\n').at(-1)).toBe('2 passed, 2 failed')
    expect(existsSync(lateMark)).toBe(false)
  },
)

function urlOf(name: string): string {
  return JSON.stringify(pathToFileURL(path.join(root, 'scripts', name)).href)
}
