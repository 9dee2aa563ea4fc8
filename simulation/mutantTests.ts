import { readFileSync } from 'node:fs'
import type { Finished } from '../scripts/run.ts'
import type { Verdict } from './mutantVerdict.ts'

export interface FailedTest {
  readonly name: string
  /** The first line of what it said. */
  readonly message: string
}

/** What vitest's JSON report says of some files. */
export interface TestRun {
  /** File and name of each. */
  readonly passed: ReadonlySet<string>
  readonly failed: readonly FailedTest[]
  /** Why there is less than was asked for: a file that does not load, a run that did not end. Empty for nothing. */
  readonly problem: string
}

/** The sources no longer run: that a programmer would notice before any test did, so it catches nothing. */
const BROKEN = /^(?:ReferenceError|SyntaxError|TypeError)\b/u

/**
 * Only a test that passes on the sources as they are, and fails on the changed ones by what it saw, has caught a wrong
 * design. A file that does not load, a run past its limit and a mistake in the change itself have not.
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

/** @param report the file that vitest was told to write */
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
