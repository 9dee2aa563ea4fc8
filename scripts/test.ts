/**
 * `npm test [-- --longer]` and `npm run prove [-- --minutes N]`: the parts of `parts.ts`, a line each. Their outputs are
 * stored in `out/test/`, and shown where a part failed. The last line is `N passed, M failed`, also where a signal ended
 * the run; the exit status is 0 only where M is 0.
 */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readCommandLine, wholeNumber } from './commandLine.ts'
import { LONGER, PROVE, TEST, type Lane } from './parts.ts'
import { root, stopAllOnSignal } from './run.ts'
import { runParts } from './runParts.ts'

const options = readCommandLine((args) => {
  const { values } = parseArgs({
    args,
    options: {
      longer: { type: 'boolean', default: false },
      whole: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '60' },
    },
  })
  return { ...values, minutes: wholeNumber('--minutes', values.minutes, 1, 10_000) }
})
const stages: readonly (readonly Lane[])[] = options.whole
  ? [PROVE]
  : options.longer
    ? [TEST, LONGER]
    : [TEST]

stopAllOnSignal()
const logDir = path.join(root, 'out', 'test')
rmSync(logDir, { recursive: true, force: true })
const endlessParts = stages.flat(2).filter(({ isEndless }) => isEndless).length
const endlessMs = (options.minutes * 60_000) / Math.max(1, endlessParts)
let passed = 0
let failed = 0
for (const lanes of stages) {
  const counts = await runParts(lanes, { logDir, say: console.log, endlessMs })
  passed += counts.passed
  failed += counts.failed
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
