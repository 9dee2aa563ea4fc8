import { readFileSync } from 'node:fs'
import path from 'node:path'
import { STOPPED_STATUS } from './longRun.ts'
import { root, type Finished } from './run.ts'

export interface Counts {
  readonly passed: number
  readonly failed: number
  /** Deliberately not run: neither passed nor failed, but reported. */
  readonly skipped: number
}

/**
 * Where a command's count is: in the JSON report of vitest or Playwright, in its last line (`N passed, M failed`, Playwright's
 * `N passed (12.3s)`, or JSON with `checks`), or nowhere, so that its exit status is all there is.
 */
export type Reads = 'vitest' | 'playwright' | 'lastLine' | 'status'

export interface Verdict extends Counts {
  /** Null where it passed. */
  readonly problem: string | null
  /** Tests of pictures that passed at their second try, each with the place of its trace. */
  readonly flaky: readonly string[]
}

/** Only pictures and layout are tried a second time (`e2e/playwright.config.ts`). */
export const PICTURES_PROJECT = 'pictures'

/**
 * The result of a finished command. Without a count it failed, with any exit status; with a bad exit status it failed at
 * least once, with any count; and a count of zero means that nothing was tested.
 * @param report the JSON report that it wrote, for those that write one
 */
export function judge(finished: Finished, reads: Reads, report: unknown = null): Verdict {
  const counts = countsOf(finished, reads, report)
  const { exitCode } = finished
  const flaky = reads === 'playwright' ? flakyTests(report) : []
  const bad = (problem: string): Verdict => ({
    passed: counts?.passed ?? 0,
    failed: Math.max(1, counts?.failed ?? 0),
    skipped: counts?.skipped ?? 0,
    problem,
    flaky,
  })
  if (finished.wasStopped) return bad('was told to stop')
  if (finished.timedOut) return bad('ran into its time limit')
  if (counts === null) return bad('gave no count')
  if (counts.failed > 0) return bad('has failures')
  if (exitCode !== 0 && !(finished.wasInterrupted && exitCode === STOPPED_STATUS))
    return bad(`ended with status ${exitCode ?? 'none'}`)
  return counts.passed === 0 ? bad('ran no test') : { ...counts, problem: null, flaky }
}

function countsOf({ output }: Finished, reads: Reads, report: unknown): Counts | null {
  if (reads === 'vitest') return vitestCount(report)
  if (reads === 'playwright') return playwrightCount(report)
  return reads === 'lastLine' ? lastLineCount(output) : { passed: 1, failed: 0, skipped: 0 }
}

/** @returns null where there is no such file, or no JSON in it */
export function readReport(file: string): unknown {
  try {
    return parsed(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function lastLineCount(output: string): Counts | null {
  const line = output.trimEnd().split('\n').at(-1) ?? ''
  const match = /^(?:[a-z ]+: | {2})?(\d+) passed(?:, (\d+) failed| \([\d.]+m?s?\))$/u.exec(line)
  if (match !== null) return { passed: Number(match[1]), failed: Number(match[2] ?? 0), skipped: 0 }
  const report = parsed(line)
  const checks = isRecord(report) ? report['checks'] : null
  if (!isRecord(checks)) return null
  const { passed, failed, skipped } = checks
  return isCount(passed) && isCount(failed) && isCount(skipped) ? { passed, failed, skipped } : null
}

/** A file that could not be loaded has no tests, and counts as one failure. */
function vitestCount(report: unknown): Counts | null {
  if (!isRecord(report) || !Array.isArray(report['testResults'])) return null
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: pending,
    numTodoTests: todo,
  } = report
  if (!isCount(passed) || !isCount(failed) || !isCount(pending)) return null
  const unloaded = report['testResults'].filter(
    (file) => isRecord(file) && file['status'] === 'failed' && listOf(file['assertionResults']).length === 0,
  ).length
  return { passed, failed: failed + unloaded, skipped: pending + (isCount(todo) ? todo : 0) }
}

/** A flaky test counts as failed, but for one of pictures: a payment does not get a second try. */
function playwrightCount(report: unknown): Counts | null {
  if (!isRecord(report) || !isRecord(report['stats'])) return null
  const { expected, unexpected, flaky, skipped } = report['stats']
  if (!isCount(expected) || !isCount(unexpected) || !isCount(flaky) || !isCount(skipped)) return null
  const pictures = flakyTests(report).length
  const failed = unexpected + flaky - pictures + listOf(report['errors']).length
  return { passed: expected + pictures, failed, skipped }
}

function flakyTests(node: unknown, title = ''): readonly string[] {
  if (!isRecord(node)) return []
  const inside = [...listOf(node['suites']), ...listOf(node['specs'])]
  const tests = listOf(node['tests']).filter(isRecord)
  return [
    ...inside.flatMap((each) => flakyTests(each, isRecord(each) ? String(each['title']) : '')),
    ...tests
      .filter(({ status, projectName }) => status === 'flaky' && projectName === PICTURES_PROJECT)
      .map(({ results }) => {
        const traces = listOf(results)
          .flatMap((result) => (isRecord(result) ? listOf(result['attachments']) : []))
          .filter((attachment) => isRecord(attachment) && attachment['name'] === 'trace')
          .map((attachment) => String((attachment as { readonly path?: unknown }).path))
          .map((file) => path.relative(root, file))
        return `${title}: ${traces.length > 0 ? traces.join(', ') : 'no trace'}`
      }),
  ]
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
