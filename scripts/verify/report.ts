/** The result of one part of the verification. A part that did not run is neither passed nor failed, and says why. */
export interface Part {
  readonly name: string
  readonly passed: number
  readonly failed: number
  /** Deliberately left out by a part that ran. */
  readonly skipped: number
  /** Null if it ran. */
  readonly whyNotRun: string | null
  readonly problems: readonly Problem[]
}

export interface Problem {
  readonly name: string
  readonly detail: string
  /** Files beside the report. */
  readonly pictures: readonly string[]
}

export interface Report {
  /** The environment, a name and a value each. */
  readonly facts: Readonly<Record<string, string>>
  readonly parts: readonly Part[]
  /** Lines of docs/release.md that no program can tick. */
  readonly forEyes: readonly string[]
}

export interface Total {
  readonly passed: number
  readonly failed: number
  readonly notRun: number
}

export function totalOf(parts: readonly Part[]): Total {
  return {
    passed: parts.reduce((sum, { passed }) => sum + passed, 0),
    failed: parts.reduce((sum, { failed }) => sum + failed, 0),
    notRun: parts.filter(({ whyNotRun }) => whyNotRun !== null).length,
  }
}

/** Good only if something passed and nothing failed. */
export function isGood(parts: readonly Part[]): boolean {
  const { passed, failed } = totalOf(parts)
  return failed === 0 && passed > 0
}

export function totalLine({ passed, failed, notRun }: Total): string {
  return `${passed} passed, ${failed} failed${notRun === 0 ? '' : `, ${notRun} parts not run`}`
}

export function jsonOf(report: Report): string {
  return `${JSON.stringify({ ...report, total: totalOf(report.parts), isGood: isGood(report.parts) }, null, 2)}\n`
}

export function markdownOf({ facts, parts, forEyes }: Report): string {
  const problems = parts.flatMap((part) => part.problems.map((problem) => ({ part: part.name, problem })))
  const notRun = parts.filter(({ whyNotRun }) => whyNotRun !== null)
  return [
    '# Tillside in real Electron',
    '',
    `**${totalLine(totalOf(parts))}**`,
    '',
    ...Object.entries(facts).map(([name, value]) => `- ${name}: ${inLine(value)}`),
    '',
    '| Part | Passed | Failed | Left out |',
    '| --- | --- | --- | --- |',
    ...parts.map(rowOf),
    ...section(
      'Failed',
      problems.flatMap(({ part, problem }) => [
        `### ${part}: ${inLine(problem.name)}`,
        '',
        ...problemLines(problem),
      ]),
    ),
    ...section(
      'Not run, and so not shown',
      notRun.map(({ name, whyNotRun }) => `- ${name}: ${inLine(whyNotRun ?? '')}`),
    ),
    ...section(
      'Only eyes can tell',
      forEyes.map((line) => `- [ ] ${line}`),
    ),
    '',
  ].join('\n')
}

function rowOf({ name, passed, failed, skipped, whyNotRun }: Part): string {
  return whyNotRun === null ? `| ${name} | ${passed} | ${failed} | ${skipped} |` : `| ${name} | not run | | |`
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines]
}

function problemLines({ detail, pictures }: Problem): readonly string[] {
  // Indented, so that no fence in it can end it.
  const text = detail.trimEnd().replaceAll(/^/gmu, '    ')
  return [text, '', ...pictures.flatMap((file) => [`![${inLine(file)}](<${file}>)`, ''])]
}

function inLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ').trim()
}
