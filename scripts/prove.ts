/**
 * `npm run prove [-- --minutes N]`: everything whole that `npm test` samples, within a budget (default: 60 minutes). A
 * part whose time is over is told to end and counts with what it has. One line a part; the last line is
 * `N passed, M failed`, also after Ctrl+C. Each output is stored in `out/prove/`.
 */
import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { killTree } from '../e2e/host/processTree.ts'
import { readCommandLine, wholeNumber } from './commandLine.ts'
import { extentOf } from './extent.ts'
import { STOPPED_STATUS } from './longRun.ts'
import { playwrightLines, vitestLines } from './partial.ts'
import { environment, root, tool } from './run.ts'
import { lastLineCount, type Counts } from './suites.ts'

interface Part {
  readonly name: string
  readonly args: readonly string[]
  /** Of the time that the parts from this one on share; what one leaves is for the others. */
  readonly weight: number
  /** Takes a minute, and ends only whole. */
  readonly isShort?: true
  /** Its single tests, where it has some. */
  readonly count?: (output: string) => Counts
}

const NONE: Counts = { passed: 0, failed: 0, skipped: 0 }
const lastLine = (output: string): Counts => lastLineCount(output) ?? NONE

const MANY = String(2 ** 31)

function simulation(name: string, weight: number, ...flags: string[]): Part {
  return { name, weight, args: ['simulation/simulate.ts', '--json', ...flags] }
}

const PARTS: readonly Part[] = [
  { name: 'unit', weight: 20, args: [tool('vitest'), 'run'], count: vitestLines },
  {
    name: 'e2e',
    weight: 25,
    args: [tool('@playwright/test', 'playwright'), 'test', '-c', 'e2e/playwright.config.ts'],
    count: playwrightLines,
  },
  { name: 'demo', weight: 3, args: ['e2e/demo/demo.ts'], isShort: true },
  { name: 'package', weight: 3, args: ['scripts/package-check.ts'], isShort: true },
  { name: 'gallery', weight: 10, args: ['e2e/gallery/gallery.ts'], count: lastLine },
  { name: 'kills', weight: 10, args: ['kill-test/killTest.ts', '--kills', '1000', '--json'] },
  { name: 'bench', weight: 8, args: ['--expose-gc', 'bench/bench.ts'] },
  { name: 'mutants', weight: 8, args: ['simulation/simulate.ts', '--mutants'] },
  simulation('explore', 8, '--explore', '2'),
  simulation('model, ask', 5, '--histories', MANY, '--policy', 'ask'),
  simulation('model, auto', 5, '--histories', MANY, '--policy', 'auto'),
  simulation('engine, ask', 5, '--histories', MANY, '--policy', 'ask', '--engine', 'real'),
  simulation('engine, auto', 5, '--histories', MANY, '--policy', 'auto', '--engine', 'real'),
]

const ONE_PASSED: Counts = { ...NONE, passed: 1 }
const ONE_FAILED: Counts = { ...NONE, failed: 1 }

/** How long a part that was told to end may still take: a batch of histories, a page, a process. */
const END_MS_MAX = 120_000
const logDir = path.join(root, 'out', 'prove')

const { minutes } = readCommandLine(() => {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } })
  return { minutes: wholeNumber('--minutes', values.minutes, 1, 10_000) }
})

let isStopping = false
let endNow: () => void = () => undefined
process.on('SIGINT', () => {
  isStopping = true
  endNow()
})

rmSync(logDir, { recursive: true, force: true })
mkdirSync(logDir, { recursive: true })
const endMs = performance.now() + minutes * 60_000
let passed = 0
let failed = 0
for (const [index, part] of PARTS.entries()) {
  if (isStopping) break
  const weights = PARTS.slice(index).reduce((sum, { weight }) => sum + weight, 0)
  const forMs = Math.max(0, ((endMs - performance.now()) * part.weight) / weights)
  console.error(`${part.name}: up to ${Math.ceil(forMs / 60_000)} min`)
  const startedMs = performance.now()
  const { counts, note } = await prove(part, forMs)
  passed += counts.passed
  failed += counts.failed
  const seconds = Math.round((performance.now() - startedMs) / 1_000)
  console.log(`${part.name}: ${counts.passed} passed, ${counts.failed} failed${note} (${seconds} s)`)
}
if (isStopping) console.error('Stopped: this is what there is.')
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : isStopping ? STOPPED_STATUS : 0)

/** Runs one part until it ends, or until its time is over. */
async function prove(
  { name, args, count, isShort }: Part,
  forMs: number,
): Promise<{ readonly counts: Counts; readonly note: string }> {
  const log = createWriteStream(path.join(logDir, `${name.replace(', ', '-')}.log`))
  // A group of its own: Ctrl+C reaches it once, from here.
  const detached = process.platform !== 'win32'
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: environment(extentOf('whole')),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  })
  const kill = (): void => {
    if (child.pid !== undefined) killTree(child.pid)
  }
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      log.write(text)
    })
  }
  let isCut = false
  let isKilled = false
  const timers: NodeJS.Timeout[] = []
  endNow = () => {
    isCut = true
    child.kill('SIGINT')
    timers.push(
      setTimeout(() => {
        isKilled = true
        kill()
      }, END_MS_MAX),
    )
  }
  if (isShort !== true) timers.push(setTimeout(() => endNow(), forMs))
  const status = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', (code) => resolve(code))
  })
  for (const timer of timers) clearTimeout(timer)
  kill()
  log.end()
  const note = isKilled ? ', and did not end' : isCut ? ', its time was over' : ''
  // What was under way when a suite was told to end has not failed.
  const interrupted = isCut ? Number(/^ +(\d+) interrupted$/mu.exec(output)?.[1] ?? 0) : 0
  const found = count?.(output)
  if (found !== undefined) {
    const failures = found.failed - interrupted
    const isSilent = !isCut && (found.passed === 0 || status !== 0)
    return { counts: { ...found, failed: Math.max(failures, isSilent ? 1 : 0) }, note }
  }
  // By its status a simulation says, also one that was told to end, whether it had found anything; others say nothing then.
  if (status === 0 || (isCut && status === STOPPED_STATUS)) return { counts: ONE_PASSED, note }
  return isCut && !isKilled && status === null
    ? { counts: NONE, note: `${note} without a result` }
    : { counts: ONE_FAILED, note }
}
