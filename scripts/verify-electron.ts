/**
 * `npm run verify:electron`: gets Electron, runs in it every automatic check of Tillside, and writes one report to send
 * back, `out/verify-electron/report.md` and `report.json`. Without Electron it ends at once, says why in one line, and
 * leaves no report. The exit status is 0 only if something passed and nothing failed.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { arch, release, tmpdir, type } from 'node:os'
import path from 'node:path'
import { hasDisplay } from '../e2e/host/browser.ts'
import { endChildrenOnSignal, root, tool } from './run.ts'
import { linesForEyes } from './verify/forEyes.ts'
import { getElectron } from './start/getElectron.ts'
import { sandboxHere } from './start/sandbox.ts'
import { obtainElectron } from './verify/obtain.ts'
import { planFor, systemOf } from './verify/plan.ts'
import { isGood, jsonOf, markdownOf, totalLine, totalOf, type Report } from './verify/report.ts'
import { createRunner } from './verify/runner.ts'
import { runSteps } from './verify/steps.ts'

const CAUTIONS: readonly string[] = [
  'take care: the packed program makes itself the one that opens tillside: links. An installed Tillside takes them back at its next start.',
  'take care: the system may ask whether Tillside may use its key store. Without an answer, that check is reported as not run.',
]

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
const reportDir = path.join(root, 'out', 'verify-electron')
// An earlier run's report must not pass as this one's.
rmSync(reportDir, { recursive: true, force: true })
process.exitCode = await verify()

async function verify(): Promise<number> {
  const folder = path.join(root, 'node_modules', 'electron')
  const { env } = process
  const electron = await obtainElectron({
    hasDisplay: hasDisplay(),
    folder,
    get: () => getElectron({ folder, env, signal: stop.signal }),
    sandbox: sandboxHere,
  })
  if (!electron.ok) {
    for (const line of electron.error) console.error(line)
    return 1
  }
  endChildrenOnSignal()
  for (const caution of CAUTIONS) console.log(caution)
  mkdirSync(reportDir, { recursive: true })
  const workDir = realpathSync.native(mkdtempSync(path.join(tmpdir(), 'tillside-verify-')))
  const startedAt = new Date().toISOString()
  try {
    const tools = { vite: tool('vite'), playwright: tool('@playwright/test', 'playwright') }
    const { platform } = process
    const runner = createRunner({ reportDir, workDir, electron: electron.value })
    const parts = await runSteps(planFor({ platform, root, tools, workDir }, runner), console.log)
    const text = readFileSync(path.join(root, 'docs', 'release.md'), 'utf8')
    const report: Report = {
      facts: factsOf(folder, startedAt),
      parts,
      forEyes: linesForEyes(text, systemOf(platform)),
    }
    writeFileSync(path.join(reportDir, 'report.md'), markdownOf(report))
    writeFileSync(path.join(reportDir, 'report.json'), jsonOf(report))
    console.log(`The report to hand back: ${path.relative(process.cwd(), reportDir)}`)
    console.log(totalLine(totalOf(parts)))
    return isGood(parts) ? 0 : 1
  } finally {
    rmSync(workDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** Without data of the person or the folders of this computer. */
function factsOf(folder: string, startedAt: string): Report['facts'] {
  const versionIn = (dir: string): string =>
    (JSON.parse(readFileSync(path.join(dir, 'package.json'), 'utf8')) as { readonly version: string }).version
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' })
  const changed = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
  const desktop = [process.env['XDG_CURRENT_DESKTOP'], process.env['XDG_SESSION_TYPE']]
    .filter(Boolean)
    .join(', ')
  return {
    System: `${type()} ${release()} ${arch()}`,
    ...(desktop === '' ? {} : { Desktop: desktop }),
    Electron: versionIn(folder),
    Node: process.versions.node,
    Tillside: versionIn(root),
    Commit:
      commit.status === 0
        ? `${commit.stdout.trim()}${changed.stdout === '' ? '' : ', with changes'}`
        : 'not known',
    Started: startedAt,
    Ended: new Date().toISOString(),
  }
}
