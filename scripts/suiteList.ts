import path from 'node:path'
import { killTestCount } from '../kill-test/report.ts'
import { extentOf } from './extent.ts'
import { checkLines, playwrightLines, vitestLines } from './partial.ts'
import { root, tool } from './run.ts'
import type { Suite } from './runSuites.ts'
import { fromReport, lastLineCount, oneStep, playwrightCount, vitestCount } from './suites.ts'

/**
 * The suites of `npm test` and every time limit up to its tally; `.ci/run` asks for the whole (`scripts/limit.ts`). A
 * limit only ends what hangs: it is a multiple of the longest run seen on a busy machine.
 */

const LIMIT_TO_LONGEST = 4
/** The longest time of each suite beside other work, s; for an interrupted one, more than it had taken by then. */
const LONGEST_SEEN_S = {
  check: 180,
  unit: 420,
  build: 40,
  'kill test': 130,
  e2e: 960,
} as const
type SuiteName = keyof typeof LONGEST_SEEN_S

/** `npm ci` comes before the suites, within the same limit. */
const INSTALL_LONGEST_S = 60
/** For ending the remaining processes, reading reports and printing the count. */
const TELLING_S = 60

const logDir = path.join(root, 'out', 'test')
const unitReport = path.join(logDir, 'unit.json')
const e2eReport = path.join(logDir, 'e2e.json')

/**
 * Add new suites only here. The lanes run side by side: browser specs and unit tests use several processes each and
 * often wait for disks and pages.
 */
export const LANES: readonly (readonly Suite[])[] = [
  [
    suite('build', {
      commands: [
        [tool('vite'), 'build', '-c', 'vite.main.config.ts'],
        [tool('vite'), 'build', '-c', 'vite.preload.config.ts'],
        [tool('vite'), 'build'],
      ],
      read: oneStep,
    }),
    suite('e2e', {
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
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: e2eReport, NO_COLOR: undefined, ...extentOf('sample') },
      read: fromReport(e2eReport, playwrightCount),
      readPartial: playwrightLines,
      needs: 'build',
    }),
  ],
  [
    suite('check', {
      commands: [[path.join(root, 'scripts', 'check.ts')]],
      read: lastLineCount,
      readPartial: checkLines,
    }),
    suite('unit', {
      commands: [
        [tool('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
      ],
      read: fromReport(unitReport, vitestCount),
      readPartial: vitestLines,
    }),
  ],
  [
    // It checks its promises at its end, so a part of its output is no result.
    suite('kill test', {
      commands: [[path.join(root, 'kill-test', 'killTest.ts'), '--kills', '40', '--seed', '1']],
      read: killTestCount,
    }),
  ],
]

function suite(name: SuiteName, rest: Omit<Suite, 'name' | 'limitMs'>): Suite {
  return { name, limitMs: LONGEST_SEEN_S[name] * LIMIT_TO_LONGEST * 1_000, ...rest }
}

/** Seconds for everything from `npm ci` to the tally, if each suite reaches its limit. */
export function wholeLimitS(): number {
  const lanesS = LANES.map((lane) => lane.reduce((sum, { limitMs }) => sum + limitMs / 1_000, 0))
  // A suite that waits for one of another lane starts later than its own lane would allow.
  const buildS = LONGEST_SEEN_S.build * LIMIT_TO_LONGEST
  return INSTALL_LONGEST_S * LIMIT_TO_LONGEST + Math.max(...lanesS) + buildS + TELLING_S
}
