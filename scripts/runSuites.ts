import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runInTurn, type CommandsInTurn } from './run.ts'
import { judge, tallyLine, type CountReader, type Counts } from './suites.ts'

export interface Suite extends CommandsInTurn {
  readonly name: string
  readonly read: CountReader
  /** Reads what was done where the suite was cut off; a suite without one then counts nothing as passed. */
  readonly readPartial?: CountReader
  /** A suite without which this one would test something stale. It is waited for, also in another lane. */
  readonly needs?: string
}

/** Past this a log is cut at its beginning; the whole stands in the file. */
const SHOWN_CHARACTERS_MAX = 40_000

/** Runs the lanes side by side, the suites of one in order. @param logDir emptied; each suite's output is kept there */
export async function runSuites(
  lanes: readonly (readonly Suite[])[],
  logDir: string,
  say: (line: string) => void,
): Promise<Pick<Counts, 'passed' | 'failed'>> {
  rmSync(logDir, { recursive: true, force: true })
  mkdirSync(logDir, { recursive: true })
  /** Of each suite by its name: whether it ended well, once that is known. */
  const ends = new Map(lanes.flat().map(({ name }) => [name, Promise.withResolvers<boolean>()] as const))
  let passed = 0
  let failed = 0

  /** @returns whether it ended well */
  async function runSuite(suite: Suite): Promise<boolean> {
    if (suite.needs !== undefined && (await ends.get(suite.needs)?.promise) !== true) {
      failed += 1
      say(`${suite.name}: not run, since ${suite.needs} failed`)
      return false
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
      say(finished.output.slice(-SHOWN_CHARACTERS_MAX).trimEnd())
      say(`${suite.name} ${verdict.problem}; its whole output: ${path.relative(process.cwd(), logFile)}`)
    }
    say(tallyLine(suite.name, verdict, seconds))
    return verdict.problem === null
  }

  async function runLane(lane: readonly Suite[]): Promise<void> {
    for (const suite of lane) ends.get(suite.name)?.resolve(await runSuite(suite))
  }

  await Promise.all(lanes.map(runLane))
  return { passed, failed }
}
