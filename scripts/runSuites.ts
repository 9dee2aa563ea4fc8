import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runInTurn, type CommandsInTurn } from './run.ts'
import { judge, tallyLine, type CountReader, type Counts } from './suites.ts'

export interface Suite extends CommandsInTurn {
  readonly name: string
  readonly read: CountReader
  /** Reads the results of an interrupted suite; without it such a suite counts nothing as passed. */
  readonly readPartial?: CountReader
  /** The suite that this one depends on, in any lane; without it this one would test something outdated. */
  readonly needs?: string
}

/** A longer log is shown without its beginning; the file has all of it. */
const SHOWN_CHARACTERS_MAX = 40_000

/**
 * Runs the lanes side by side, the suites of one in order. @param logDir is emptied; it then has each suite's output
 */
export async function runSuites(
  lanes: readonly (readonly Suite[])[],
  logDir: string,
  say: (line: string) => void,
): Promise<Pick<Counts, 'passed' | 'failed'>> {
  rmSync(logDir, { recursive: true, force: true })
  mkdirSync(logDir, { recursive: true })
  /** For each suite by name: whether it succeeded, once that is known. */
  const ends = new Map(lanes.flat().map(({ name }) => [name, Promise.withResolvers<boolean>()] as const))
  let passed = 0
  let failed = 0

  /** @returns whether it succeeded */
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
