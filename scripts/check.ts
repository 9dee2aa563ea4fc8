/** `npm run check`: every static check of the sources. Last line: `check: N passed, M failed`. */
import path from 'node:path'
import { endChildrenOnSignal, root, run, tool } from './run.ts'

interface Step {
  readonly name: string
  readonly args: readonly string[]
}

/** Every step takes seconds; one that takes five minutes hangs. */
const STEP_LIMIT_MS = 5 * 60_000

/** Each with its room's tsconfig. The last is main again, with the stand-in's double for `electron`. */
const PROJECTS: readonly string[] = [
  'shared/tsconfig.json',
  'electron/tsconfig.json',
  'renderer/tsconfig.json',
  'sandbox/tsconfig.json',
  'proof/simulation/tsconfig.json',
  'proof/kill-test/tsconfig.json',
  'proof/bench/tsconfig.json',
  'tsconfig.tools.json',
  'e2e/host/tsconfig.double.json',
]

function steps(): readonly Step[] {
  return [
    { name: 'format', args: [tool('prettier'), '--check', '--log-level', 'warn', '.'] },
    {
      name: 'lint',
      args: [
        tool('oxlint'),
        '-c',
        'oxlint.config.ts',
        '--type-aware',
        '--max-warnings=0',
        '--report-unused-disable-directives',
      ],
    },
    ...PROJECTS.map((project) => ({
      name: `types ${project}`,
      args: [tool('typescript', 'tsc'), '-p', project],
    })),
    { name: 'walls', args: [path.join(root, 'scripts', 'walls.ts')] },
    { name: 'unused code', args: [tool('knip'), '--no-progress', '--no-config-hints'] },
  ]
}

endChildrenOnSignal()
let passed = 0
let failed = 0
for (const step of steps()) {
  const finished = await run({ args: step.args, limitMs: STEP_LIMIT_MS })
  if (finished.exitCode === 0) {
    passed += 1
    console.log(`ok      ${step.name}`)
  } else {
    failed += 1
    console.log(`FAILED  ${step.name}${finished.timedOut ? ' (time limit)' : ''}`)
    console.log(finished.output.trimEnd().replaceAll(/^/gmu, '        '))
  }
}
console.log(`check: ${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
