import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runInTurn, type CommandsInTurn } from './run.ts'
import { judge, tallyLine, type CountReader, type Counts } from './suites.ts'

export interface Suite extends CommandsInTurn {
  readonly name: string
  readonly read: CountReader
  /** Reads what was done where the suite was cut off; a suite without one then counts nothing as passed. */
  readonly readPartial?: CountReader
  /** A suite without which this one would test something stale. */
  readonly needs?: string
}

/** Past this a log is cut at its beginning; the whole stands in the file. */
const SHOWN_CHARACTERS_MAX = 40_000

/** Runs groups in order, the suites of one side by side. @param logDir emptied; each suite's output is kept there */
export async function runSuites(
  groups: readonly (readonly Suite[])[],
  logDir: string,
  say: (line: string) => void,
): Promise<Pick<Counts, 'passed' | 'failed'>> {
  rmSync(logDir, { recursive: true, force: true })
  mkdirSync(logDir, { recursive: true })
  const failedSuites = new Set<string>()
  let passed = 0
  let failed = 0

  async function runSuite(suite: Suite): Promise<void> {
    if (suite.needs !== undefined && failedSuites.has(suite.needs)) {
      failed += 1
      say(`${suite.name}: not run, since ${suite.needs} failed`)
      return
    }
    const startedMs = performance.now()
    const finished = await runInTurn(suite)
    const seconds = (performance.now() - startedMs) / 1_000
    const logFile = path.join(logDir, `${suite.name}.log`)
    writeFileSync(logFile, finished.output)
    const verdict = judge(finished, suite.read, suite.readPartial)
    passed += verdict.passed
    failed += verdict.failed
    if (verdict.problem !== null) {
      failedSuites.add(suite.name)
      say(finished.output.slice(-SHOWN_CHARACTERS_MAX).trimEnd())
      say(`${suite.name} ${verdict.problem}; its whole output: ${path.relative(process.cwd(), logFile)}`)
    }
    say(tallyLine(suite.name, verdict, seconds))
  }

  for (const group of groups) await Promise.all(group.map(runSuite))
  return { passed, failed }
}
