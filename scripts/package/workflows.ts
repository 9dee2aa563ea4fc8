/** What a workflow must not do, read by lines and indentation. Text in another form than ours is reported. */
export function workflowProblems(text: string): readonly string[] {
  const lines = text.split('\n')
  return [
    ...permissionProblems(text),
    ...lines.flatMap((line, index) =>
      lineProblems(line, index, lines).map((what) => `line ${index + 1}: ${what}`),
    ),
    ...(countOf(/^ {2}[\w-]+:$/gmu, jobsOf(text)) === countOf(/^ {4}timeout-minutes: \d+$/gmu, text)
      ? []
      : ['a job has no time limit']),
  ]
}

/** A job that needs more permissions asks for them itself, where a reader sees it. */
function permissionProblems(text: string): readonly string[] {
  const isReadOnly = /^permissions:\n {2}contents: read\n(?! )/mu.test(text)
  return isReadOnly ? [] : ['permissions at the top are not contents: read alone']
}

function lineProblems(line: string, index: number, lines: readonly string[]): readonly string[] {
  const problems: string[] = []
  if (/\b(?:pull_request_target|workflow_run)\b/u.test(line))
    problems.push('runs a stranger’s change with our rights')
  if (/\buses:/u.test(line) && !/\buses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/u.test(line))
    problems.push('the action is not pinned by a commit')
  if (
    /\buses: actions\/checkout@/u.test(line) &&
    !stepOf(index, lines).includes('persist-credentials: false')
  )
    problems.push('the checkout keeps its token')
  // An expression is put into the command before a shell sees it, so that a title or a secret becomes a part of it.
  if (line.includes('${{') && isInCommand(index, lines)) problems.push('a command has an expression in it')
  return problems
}

/** Whether a line is the command of a `run:`, or in its block. */
function isInCommand(index: number, lines: readonly string[]): boolean {
  const line = lines[index] ?? ''
  if (/^\s*(?:- )?run:/u.test(line)) return true
  for (let above = index - 1; above >= 0; above -= 1) {
    const begin = lines[above] ?? ''
    if (begin.trim() === '' || indentOf(begin) >= indentOf(line)) continue
    return /^\s*(?:- )?run: *[|>]/u.test(begin)
  }
  return false
}

function stepOf(index: number, lines: readonly string[]): string {
  const indent = indentOf(lines[index] ?? '')
  const rest = lines.slice(index + 1)
  const end = rest.findIndex((line) => line.trim() !== '' && indentOf(line) <= indent)
  return rest.slice(0, end === -1 ? rest.length : end).join('\n')
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

function jobsOf(text: string): string {
  return text.slice(text.indexOf('\njobs:\n'))
}

function countOf(pattern: RegExp, text: string): number {
  return [...text.matchAll(pattern)].length
}
