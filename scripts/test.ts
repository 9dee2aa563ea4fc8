/**
 * `npm test`: every suite in order, each with its own count. A suite's output is kept in `out/test/` and shown where it
 * failed. The last line is `N passed, M failed`; the exit status is 0 only where M is 0.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { killTestCount } from '../kill-test/report.ts'
import { endChildrenOnSignal, root, run, tool } from './run.ts'
import {
  fromReport,
  judge,
  lastLineCount,
  oneStep,
  playwrightCount,
  vitestCount,
  type CountReader,
} from './suites.ts'

interface Suite {
  readonly name: string
  /** Commands that run one after another, until one fails. */
  readonly commands: readonly (readonly string[])[]
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly read: CountReader
  readonly limitMs: number
  /** A suite without which this one would test something stale. */
  readonly needs?: string
}

const MINUTE_MS = 60_000
/** Past this a log is cut at its beginning; the whole stands in the file. */
const SHOWN_CHARACTERS_MAX = 40_000
const logDir = path.join(root, 'out', 'test')
const unitReport = path.join(logDir, 'unit.json')
const e2eReport = path.join(logDir, 'e2e.json')

/**
 * A later suite is added here and nowhere else. What stands in one group runs side by side: suites that mostly wait for
 * a process, a file or a page, and take little from each other.
 */
const GROUPS: readonly (readonly Suite[])[] = [
  [
    {
      name: 'check',
      commands: [[path.join(root, 'scripts', 'check.ts')]],
      read: lastLineCount,
      limitMs: 3 * MINUTE_MS,
    },
  ],
  [
    {
      name: 'unit',
      commands: [
        [tool('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
      ],
      read: fromReport(unitReport, vitestCount),
      limitMs: 4 * MINUTE_MS,
    },
  ],
  [
    {
      name: 'build',
      commands: [
        [tool('vite'), 'build', '-c', 'vite.main.config.ts'],
        [tool('vite'), 'build', '-c', 'vite.preload.config.ts'],
        [tool('vite'), 'build'],
      ],
      read: oneStep,
      limitMs: 2 * MINUTE_MS,
    },
  ],
  [
    {
      name: 'kill test',
      commands: [[path.join(root, 'kill-test', 'killTest.ts'), '--kills', '40', '--seed', '1']],
      read: killTestCount,
      limitMs: 3 * MINUTE_MS,
    },
    {
      name: 'package',
      commands: [[path.join(root, 'scripts', 'package-check.ts')]],
      read: lastLineCount,
      limitMs: 3 * MINUTE_MS,
    },
    {
      // The build is that of above; `npm run demo` makes one of its own.
      name: 'demo',
      commands: [[path.join(root, 'e2e', 'demo', 'demo.ts')]],
      read: lastLineCount,
      limitMs: 2 * MINUTE_MS,
      needs: 'build',
    },
  ],
  [
    {
      name: 'e2e',
      commands: [
        [
          tool('@playwright/test', 'playwright'),
          'test',
          '-c',
          'e2e/playwright.config.ts',
          '--reporter=list,json',
        ],
      ],
      // Playwright's workers set FORCE_COLOR themselves, and Node warns in every process that has both.
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: e2eReport, NO_COLOR: undefined },
      read: fromReport(e2eReport, playwrightCount),
      limitMs: 7.5 * MINUTE_MS,
      needs: 'build',
    },
  ],
]

endChildrenOnSignal()
rmSync(logDir, { recursive: true, force: true })
mkdirSync(logDir, { recursive: true })
const failedSuites = new Set<string>()
let passed = 0
let failed = 0
for (const group of GROUPS) await Promise.all(group.map(runSuite))
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function runSuite(suite: Suite): Promise<void> {
  if (suite.needs !== undefined && failedSuites.has(suite.needs)) {
    failed += 1
    console.log(`${suite.name}: not run, since ${suite.needs} failed`)
    return
  }
  const startedMs = performance.now()
  const finished = await runAll(suite)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  const logFile = path.join(logDir, `${suite.name}.log`)
  writeFileSync(logFile, finished.output)
  const verdict = judge(finished, suite.read)
  passed += verdict.passed
  failed += verdict.failed
  if (verdict.problem !== null) {
    failedSuites.add(suite.name)
    console.log(finished.output.slice(-SHOWN_CHARACTERS_MAX).trimEnd())
    console.log(`${suite.name} ${verdict.problem}; its whole output: ${path.relative(root, logFile)}`)
  }
  const skipped = verdict.skipped > 0 ? `, ${verdict.skipped} skipped` : ''
  console.log(`${suite.name}: ${verdict.passed} passed, ${verdict.failed} failed${skipped} (${seconds} s)`)
}

async function runAll(suite: Suite): ReturnType<typeof run> {
  let output = ''
  for (const args of suite.commands) {
    const finished = await run({
      args,
      limitMs: suite.limitMs,
      ...(suite.env === undefined ? {} : { env: suite.env }),
    })
    output += finished.output
    if (finished.exitCode !== 0) return { ...finished, output }
  }
  return { exitCode: 0, output, timedOut: false }
}
