import { readFileSync } from 'node:fs'
import type { Finished } from './run.ts'

export interface Counts {
  readonly passed: number
  readonly failed: number
  /** Deliberately not run: neither passed nor failed, but reported. */
  readonly skipped: number
}

/** Reads a suite's count; null if its output has none. */
export type CountReader = (output: string, exitCode: number | null) => Counts | null

export interface Verdict extends Counts {
  readonly problem: string | null
  /** It was ended early, so its counts are of what it had printed. */
  readonly isCutOff: boolean
}

/**
 * The result of a finished suite. Without a count it failed, with any exit status; with a bad exit status it failed at
 * least once, with any count; and a count of zero means nothing was tested.
 * @param readPartial reads the output if it has no count because the suite was ended early
 */
export function judge(finished: Finished, read: CountReader, readPartial: CountReader = () => null): Verdict {
  const { output, exitCode, timedOut, wasStopped } = finished
  const whole = read(output, exitCode)
  const counts = whole ?? readPartial(output, exitCode)
  if (timedOut) return failure(counts, 'ran into its time limit', true)
  if (wasStopped) return failure(counts, 'was told to stop', true)
  if (whole === null) return failure(counts, 'printed no count')
  if (whole.failed > 0) return { ...whole, problem: 'has failures', isCutOff: false }
  if (exitCode !== 0) return failure(whole, `ended with status ${exitCode ?? 'none'}`)
  if (whole.passed === 0) return failure(whole, 'ran no test')
  return { ...whole, problem: null, isCutOff: false }
}

function failure(counts: Counts | null, problem: string, isCutOff = false): Verdict {
  return {
    passed: counts?.passed ?? 0,
    failed: Math.max(1, counts?.failed ?? 0),
    skipped: counts?.skipped ?? 0,
    problem,
    isCutOff,
  }
}

export function tallyLine(
  name: string,
  { passed, failed, skipped, isCutOff }: Omit<Verdict, 'problem'>,
  seconds: number,
): string {
  const cut = isCutOff ? 'cut off after ' : ''
  const left = skipped > 0 ? `, ${skipped} skipped` : ''
  return `${name}: ${cut}${passed} passed, ${failed} failed${left} (${seconds.toFixed(1)} s)`
}

/** The count in the last line with one: `N passed, M failed`, with or without a name before it. */
export function lastLineCount(output: string): Counts | null {
  const match = /(?:^|\n)(?:[a-z ]+: )?(\d+) passed, (\d+) failed\s*$/u.exec(output)
  return match === null ? null : { passed: Number(match[1]), failed: Number(match[2]), skipped: 0 }
}

/** For a step without tests of its own, such as a build: it passed if its exit status is 0. */
export function oneStep(_output: string, exitCode: number | null): Counts {
  return exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
}

/** From vitest's JSON report. A file that could not be loaded has no tests, and counts as one failure. */
export function vitestCount(report: unknown): Counts | null {
  if (!isRecord(report) || !Array.isArray(report['testResults'])) return null
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: pending,
    numTodoTests: todo,
  } = report
  if (!isCount(passed) || !isCount(failed) || !isCount(pending)) return null
  const unloaded = report['testResults'].filter(
    (file) =>
      isRecord(file) &&
      file['status'] === 'failed' &&
      Array.isArray(file['assertionResults']) &&
      file['assertionResults'].length === 0,
  ).length
  return { passed, failed: failed + unloaded, skipped: pending + (isCount(todo) ? todo : 0) }
}

/** From Playwright's JSON report. A flaky test counts as failed: a payment does not get a second try. */
export function playwrightCount(report: unknown): Counts | null {
  if (!isRecord(report) || !isRecord(report['stats'])) return null
  const { expected, unexpected, flaky, skipped } = report['stats']
  if (!isCount(expected) || !isCount(unexpected) || !isCount(flaky) || !isCount(skipped)) return null
  const errors = Array.isArray(report['errors']) ? report['errors'].length : 0
  return { passed: expected, failed: unexpected + flaky + errors, skipped }
}

/** Reads a report that the suite wrote to a file; null if there is none. */
export function fromReport(file: string, count: (report: unknown) => Counts | null): CountReader {
  return () => {
    try {
      return count(JSON.parse(readFileSync(file, 'utf8')))
    } catch {
      return null
    }
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
