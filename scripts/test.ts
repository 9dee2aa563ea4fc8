/**
 * `npm test`: every suite of `suiteList.ts`, each with its own count. A suite's output is stored in `out/test/` and
 * shown where it failed. The last line is `N passed, M failed`, also where a limit or a signal interrupted the run;
 * the exit status is 0 only where M is 0.
 */
import path from 'node:path'
import { root, stopAllOnSignal } from './run.ts'
import { runSuites } from './runSuites.ts'
import { LANES } from './suiteList.ts'

stopAllOnSignal()
const { passed, failed } = await runSuites(LANES, path.join(root, 'out', 'test'), console.log)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
