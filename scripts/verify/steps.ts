import type { Part, Problem } from './report.ts'

export interface Step {
  readonly name: string
  /** An earlier step without which this one would check something outdated or nothing. */
  readonly needs?: string
  /** Why this computer cannot run it. */
  readonly whyNot?: string
  run(): Promise<Outcome>
}

export interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly skipped?: number
  readonly problems?: readonly Problem[]
  /** Known only after trying: this computer cannot run it. */
  readonly whyNot?: string
}

/** Runs all in turn. A failure or an exception skips only the steps that need this one. */
export async function runSteps(
  steps: readonly Step[],
  say: (line: string) => void,
): Promise<readonly Part[]> {
  const parts: Part[] = []
  for (const step of steps) {
    const part = await partOf(step, parts)
    parts.push(part)
    say(lineOf(part))
  }
  return parts
}

async function partOf(step: Step, before: readonly Part[]): Promise<Part> {
  const { name, needs, whyNot } = step
  if (whyNot !== undefined) return notRun(name, whyNot)
  const needed = before.find((part) => part.name === needs)
  if (needs !== undefined && (needed === undefined || needed.failed > 0 || needed.passed === 0)) {
    return notRun(name, `it needs “${needs}”, which ${(needed?.failed ?? 0) > 0 ? 'failed' : 'was not run'}`)
  }
  try {
    const outcome = await step.run()
    if (outcome.whyNot !== undefined) return notRun(name, outcome.whyNot)
    const { passed, failed, skipped = 0, problems = [] } = outcome
    // A problem counts as a failure, with any count; and a count of zero means that nothing was checked.
    if (problems.length > failed)
      return { name, passed, failed: problems.length, skipped, whyNotRun: null, problems }
    if (passed + failed === 0) return notRun(name, 'it looked at nothing')
    return { name, passed, failed, skipped, whyNotRun: null, problems }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    const problems = [{ name: 'it broke off', detail, pictures: [] }]
    return { name, passed: 0, failed: 1, skipped: 0, whyNotRun: null, problems }
  }
}

function notRun(name: string, why: string): Part {
  return { name, passed: 0, failed: 0, skipped: 0, whyNotRun: why, problems: [] }
}

function lineOf({ name, passed, failed, skipped, whyNotRun }: Part): string {
  if (whyNotRun !== null) return `not run  ${name}: ${whyNotRun}`
  const left = skipped > 0 ? `, ${skipped} left out` : ''
  return `${failed === 0 ? 'ok     ' : 'FAILED '}  ${name}: ${passed} passed, ${failed} failed${left}`
}
