import path from 'node:path'
import { run, tool } from '../scripts/run.ts'
import { copyWith, type MutantCopy } from './mutantCopy.ts'
import { readTests, verdictOnTests, type TestRun } from './mutantTests.ts'
import { verdictOnWitness, type Verdict } from './mutantVerdict.ts'
import type { MutantElsewhere } from './mutant.ts'
import type { Edit } from './patch.ts'

/** The suites concerned take up to a minute; a longer one hangs. */
const TESTS_MS_MAX = 5 * 60_000
/** A wrong design may make a test wait for ever; it counts as dead long before our own tests would time out. */
const HUNTED = ['--testTimeout=60000', '--expect.poll.timeout=10000']
const WITNESS_MS_MAX = 2 * 60_000

/** Runs one wrong design after another, with the tests or histories of its level. */
export interface Hunter {
  hunt(mutant: MutantElsewhere): Promise<Verdict>
}

/** @throws Error from `hunt` if the level fails without a wrong design: then it could not detect one */
export function createHunter(): Hunter {
  const healthy = new Map<string, Promise<ReadonlySet<string>>>()
  let sound: Promise<Verdict> | null = null

  /** @returns the tests that pass on the unchanged sources: only these can catch something */
  async function healthyOf(tests: readonly string[]): Promise<ReadonlySet<string>> {
    const key = tests.join(' ')
    const known = healthy.get(key) ?? runHealthy(tests)
    healthy.set(key, known)
    return known
  }

  async function huntByWitness(edits: readonly Edit[]): Promise<Verdict> {
    sound ??= runWitness([])
    // The witness does not depend on speed, so the two may run side by side.
    const [{ outcome, by }, verdict] = await Promise.all([sound, runWitness(edits)])
    if (outcome === 'killed') throw new Error(`the witness finds a wrong order without a wrong design: ${by}`)
    return outcome === 'notTried' ? { outcome, by } : verdict
  }

  return {
    hunt: async (mutant) => {
      if (mutant.level === 'strace') return huntByWitness(mutant.edits)
      const passing = await healthyOf(mutant.tests)
      return verdictOnTests(await runTests(mutant.edits, mutant.tests, true), passing)
    },
  }
}

/** Some tests use the real clock: a failure on a busy machine gets a second run, and then catches nothing. */
async function runHealthy(tests: readonly string[]): Promise<ReadonlySet<string>> {
  const first = await runTests([], tests, false)
  const isClean = first.failed.length === 0 && first.problem === ''
  const second = isClean ? first : await runTests([], tests, false)
  const failedBefore = new Set(first.failed.map(({ name }) => name))
  const again = second.failed.find(({ name }) => failedBefore.has(name))
  if (again !== undefined) {
    throw new Error(`fails without a wrong design: ${again.name}: ${again.message}`)
  }
  if (second.passed.size === 0 || second.problem !== '') {
    throw new Error(`not every test ran without a wrong design: ${tests.join(' ')}: ${second.problem}`)
  }
  return new Set([...second.passed].filter((name) => !failedBefore.has(name)))
}

/** @param stopsAtFirst one failure is enough, and later tests need not run */
async function runTests(
  edits: readonly Edit[],
  tests: readonly string[],
  stopsAtFirst: boolean,
): Promise<TestRun> {
  using copy = copyWith(edits)
  const report = path.join(copy.dir, 'mutant-report.json')
  const output = ['--reporter=json', `--outputFile=${report}`]
  const bail = stopsAtFirst ? ['--bail=1'] : []
  const args = [tool('vitest'), 'run', '--root', copy.dir, ...HUNTED, ...output, ...bail, ...tests]
  return readTests(report, await run({ args, env: tempIn(copy), limitMs: TESTS_MS_MAX }))
}

async function runWitness(edits: readonly Edit[]): Promise<Verdict> {
  using copy = copyWith(edits)
  const killTest = path.join(copy.dir, 'kill-test', 'killTest.ts')
  const args = [killTest, '--only', 'witness']
  return verdictOnWitness(await run({ args, env: tempIn(copy), limitMs: WITNESS_MS_MAX }))
}

/** Temporary files of a failing test are deleted with the copy. */
function tempIn({ tempDir }: MutantCopy): Readonly<Record<string, string>> {
  return { TMPDIR: tempDir, TEMP: tempDir, TMP: tempDir }
}
