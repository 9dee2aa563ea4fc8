import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { judge, readReport, type Counts, type Verdict } from './counts.ts'
import { commandsOf, type Lane, type Part } from './parts.ts'
import { runInTurn } from './run.ts'

/** A longer log is shown without its beginning; the file has all of it. */
const SHOWN_CHARACTERS_MAX = 40_000

export interface Run {
  /** Gets each part's output as `name.log`, and its report as `name.json`. */
  readonly logDir: string
  readonly say: (line: string) => void
  /** When an endless part is told to end, after it began. */
  readonly endlessMs?: number
  /** Only for tests of the runner. */
  readonly commands?: (part: Part) => readonly (readonly string[])[]
}

/**
 * Runs the lanes side by side, the parts of one in order, and says each one's name, count, time and log. A part that
 * needs another runs after it, and not at all if that one failed.
 */
export async function runParts(
  lanes: readonly Lane[],
  { logDir, say, endlessMs = 0, commands = commandsOf }: Run,
): Promise<Pick<Counts, 'passed' | 'failed'>> {
  mkdirSync(logDir, { recursive: true })
  /** For each part by name: whether it succeeded, once that is known. */
  const ends = new Map(lanes.flat().map(({ name }) => [name, Promise.withResolvers<boolean>()] as const))
  let passed = 0
  let failed = 0

  /** @returns whether it succeeded */
  async function runPart(part: Part): Promise<boolean> {
    if (part.needs !== undefined && (await ends.get(part.needs)?.promise) === false) {
      failed += 1
      say(`${part.name}: not run, since ${part.needs} failed`)
      return false
    }
    const startedMs = performance.now()
    const verdict = await runAndJudge(part)
    passed += verdict.passed
    failed += verdict.failed
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
    const skipped = verdict.skipped > 0 ? `, ${verdict.skipped} skipped` : ''
    const log = path.relative(process.cwd(), fileOf(part, 'log'))
    if (verdict.problem !== null) say(`${part.name} ${verdict.problem}`)
    for (const test of verdict.flaky) say(`flaky, passed at the second try: ${test}`)
    say(`${part.name}: ${verdict.passed} passed, ${verdict.failed} failed${skipped} (${seconds} s), ${log}`)
    return verdict.problem === null
  }

  async function runAndJudge(part: Part): Promise<Verdict> {
    const report = fileOf(part, 'json')
    rmSync(report, { force: true })
    const finished = await runInTurn({
      commands: commands(part).map((command) => [...command, ...reporting(part, report)]),
      env: { ...part.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      ...(part.isEndless === true ? { interruptAfterMs: endlessMs } : {}),
    })
    writeFileSync(fileOf(part, 'log'), finished.output)
    const verdict = judge(finished, part.reads, readReport(report))
    if (verdict.problem !== null) say(finished.output.slice(-SHOWN_CHARACTERS_MAX).trimEnd())
    return verdict
  }

  function fileOf({ name }: Part, ending: 'log' | 'json'): string {
    return path.join(logDir, `${name.replaceAll(' ', '-')}.${ending}`)
  }

  async function runLane(lane: Lane): Promise<void> {
    for (const part of lane) ends.get(part.name)?.resolve(await runPart(part))
  }

  await Promise.all(lanes.map(runLane))
  return { passed, failed }
}

function reporting({ reads }: Part, report: string): readonly string[] {
  if (reads === 'playwright') return ['--reporter=list,json']
  return reads === 'vitest' ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : []
}
