import { readFileSync } from 'node:fs'
import type { Finished } from '../scripts/run.ts'
import type { Verdict } from './mutantVerdict.ts'

export interface FailedTest {
  readonly name: string
  /** The first line of its message. */
  readonly message: string
}

/** Vitest's JSON report about some files. */
export interface TestRun {
  /** File and name of each. */
  readonly passed: ReadonlySet<string>
  readonly failed: readonly FailedTest[]
  /** Why results are missing: a file that does not load, a run that did not end. Empty if none are. */
  readonly problem: string
}

/** The sources no longer run: a programmer would notice before any test, so it catches nothing. */
const BROKEN = /^(?:ReferenceError|SyntaxError|TypeError)\b/u

/**
 * A wrong design is caught only by a test that passes on the unchanged sources and fails an assertion on the changed
 * ones. A file that does not load, a run past its limit and a mistake in the change itself do not count.
 */
export function verdictOnTests(ran: TestRun, healthy: ReadonlySet<string>): Verdict {
  const caught = ran.failed.find(({ name, message }) => healthy.has(name) && !BROKEN.test(message))
  if (caught !== undefined) return { outcome: 'killed', by: `${caught.name}: ${caught.message}` }
  const [broken] = ran.failed
  if (broken !== undefined) {
    return { outcome: 'survived', by: `it does not run: ${broken.name}: ${broken.message}` }
  }
  if (ran.problem !== '') return { outcome: 'survived', by: `it does not run: ${ran.problem}` }
  return { outcome: 'survived', by: `${ran.passed.size} tests passed` }
}

/** @param report the file of vitest's report */
export function readTests(report: string, { output, timedOut }: Finished): TestRun {
  const passed = new Set<string>()
  const failed: FailedTest[] = []
  const problems = timedOut ? ['it ran into its time limit'] : []
  for (const file of filesOf(report)) {
    const name = file.name.replaceAll('\\', '/').split('/').slice(-2).join('/')
    if (file.status === 'failed' && file.assertionResults.length === 0) {
      problems.push(`${name}: ${firstLine(file.message)}`)
    }
    for (const each of file.assertionResults) {
      const full = `${name}: ${each.fullName}`
      if (each.status === 'passed') passed.add(full)
      if (each.status === 'failed') failed.push({ name: full, message: firstLine(each.failureMessages[0]) })
    }
  }
  if (passed.size === 0 && failed.length === 0 && problems.length === 0)
    problems.push(output.trim().slice(-400))
  return { passed, failed, problem: problems.join('; ') }
}

interface ReportedFile {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly assertionResults: readonly {
    readonly fullName: string
    readonly status: string
    readonly failureMessages: readonly (string | undefined)[]
  }[]
}

function filesOf(report: string): readonly ReportedFile[] {
  try {
    return (JSON.parse(readFileSync(report, 'utf8')) as { readonly testResults: readonly ReportedFile[] })
      .testResults
  } catch {
    return []
  }
}

function firstLine(text: string | undefined): string {
  return (text ?? '').split('\n')[0]?.slice(0, 200) ?? ''
}
