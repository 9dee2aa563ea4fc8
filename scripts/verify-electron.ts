/**
 * `npm run verify:electron`: gets Electron, and runs in it every automatic check of Tillside. The reports to hand back are
 * in `out/verify-electron/`. Without Electron it ends at once, says why, and leaves no report.
 */
import { fork, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { arch, release, type } from 'node:os'
import path from 'node:path'
import { hasDisplay } from '../e2e/host/browser.ts'
import { root, tool } from './run.ts'
import { electronToOpen } from './start/electronToOpen.ts'
import { follow, SIGNALS } from './start/follow.ts'
import { getElectron } from './start/getElectron.ts'
import { electronPackage, electronVersion } from './start/installedElectron.ts'
import { sandboxHere } from './start/chromiumSandbox.ts'

const stop = new AbortController()
for (const signal of SIGNALS) process.on(signal, () => stop.abort())
// An earlier run's report must not pass as this one's.
rmSync(path.join(root, 'out', 'verify-electron'), { recursive: true, force: true })
process.exitCode = await verify()

async function verify(): Promise<number> {
  const electron = await electronToOpen({
    folder: electronPackage,
    // In CI it is fetched as well.
    env: { ...process.env, CI: undefined },
    hasDisplay: hasDisplay(),
    signal: stop.signal,
    say: console.log,
    get: getElectron,
    sandbox: sandboxHere,
  })
  if (!electron.ok) {
    for (const line of electron.error) console.error(line)
    return 1
  }
  const { stdout: commit } = spawnSync('git', ['describe', '--always', '--dirty', '--abbrev=40'], {
    cwd: root,
    encoding: 'utf8',
  })
  console.log(`${type()} ${release()} ${arch()}, Electron ${electronVersion()}, Tillside ${commit}`)
  console.log(
    'Take care: the packed program makes itself the one that opens tillside: links. An installed Tillside takes them back at its next start.',
  )
  console.log(
    'Take care: the system may ask whether Tillside may use its key store. Without an answer, that check is skipped.',
  )
  const child = fork(
    tool('@playwright/test', 'playwright'),
    ['test', '-c', 'e2e/electron/playwright.config.ts'],
    {
      cwd: root,
      // Without it, results on the stand-in would be reported as run in Electron.
      env: { ...process.env, E2E_HOST: 'electron' },
    },
  )
  return follow(child, {
    platform: process.platform,
    isOnTerminal: true,
    signals: process,
    say: console.error,
  })
}
