import { stripVTControlCharacters } from 'node:util'
import type { Counts } from './suites.ts'

/**
 * The results of an interrupted suite, from the lines that it prints while running: its report is written only at its
 * end. Only complete lines of the known form count, so that it counts too little rather than a test's output.
 */

const NONE: Counts = { passed: 0, failed: 0, skipped: 0 }

/** From Playwright's list: `  ✓  12 [specs] › specs/sale.spec.ts:9:1 › a sale is sent (2.1s)`. */
export function playwrightLines(output: string): Counts {
  const line =
    /^ {2}(?<mark>✓|ok|✘|x|-) +(?<number>\d+) (?:\[[^\]]+\] › )?\S+\.spec\.ts:\d+:\d+ › .*?(?<time>\([\d.]+(?:ms|s|m|h)\))?$/u
  const seen = new Set<string>()
  return sum(
    linesOf(output).map((text) => {
      const { mark = '', number = '', time } = line.exec(text)?.groups ?? {}
      if (number === '' || seen.has(number) || (time === undefined && mark !== '-')) return NONE
      seen.add(number)
      if (mark === '-') return { ...NONE, skipped: 1 }
      return mark === '✓' || mark === 'ok' ? { ...NONE, passed: 1 } : { ...NONE, failed: 1 }
    }),
  )
}

/** From vitest's lines, one a file: ` ✓ shared/money.test.ts (12 tests | 1 skipped) 31ms`. */
export function vitestLines(output: string): Counts {
  const line =
    /^ [✓❯↓] (?:\|[^|]+\| )?(?<file>\S+\.test\.tsx?) \((?<tests>\d+) tests?(?<rest>(?: \| \d+ (?:failed|skipped|todo))*)\)/u
  const seen = new Set<string>()
  return sum(
    linesOf(output).map((text) => {
      const { file = '', tests = '', rest = '' } = line.exec(text)?.groups ?? {}
      if (file === '' || seen.has(file)) return NONE
      seen.add(file)
      // A file that could not be loaded has no tests, and counts as one failure.
      if (tests === '0') return { ...NONE, failed: 1 }
      const of = (word: string): number => Number(new RegExp(`(\\d+) ${word}`, 'u').exec(rest)?.[1] ?? 0)
      const failed = of('failed')
      const skipped = of('skipped') + of('todo')
      return { passed: Number(tests) - failed - skipped, failed, skipped }
    }),
  )
}

/** From a line a step: `ok      format` or `FAILED  lint`. */
export function checkLines(output: string): Counts {
  return sum(
    linesOf(output).map((text) => {
      if (/^ok {6}\S/u.test(text)) return { ...NONE, passed: 1 }
      return /^FAILED {2}\S/u.test(text) ? { ...NONE, failed: 1 } : NONE
    }),
  )
}

function linesOf(output: string): readonly string[] {
  return stripVTControlCharacters(output).split(/\r?\n/u)
}

function sum(counts: readonly Counts[]): Counts {
  return counts.reduce(
    (left, right) => ({
      passed: left.passed + right.passed,
      failed: left.failed + right.failed,
      skipped: left.skipped + right.skipped,
    }),
    NONE,
  )
}
