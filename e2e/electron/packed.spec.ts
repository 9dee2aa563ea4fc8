import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { LINUX_EXECUTABLE, PRODUCT_NAME } from '../../build/identity.ts'
import { fuseProblems } from '../../scripts/package/hardeningChecks.ts'
import { readPackedApp, resourcesDirOf, unpackedDirOf } from '../../scripts/package/packedApp.ts'
import { root, runInTurn } from '../../scripts/run.ts'
import { installedElectron } from '../../scripts/start/installedElectron.ts'
import {
  changedArchive,
  opensInPractice,
  ownEnvironment,
  packedChecks,
  practiceProfile,
  type Packed,
} from './packedChecks.ts'

const PACKAGE_LIMIT_MS = 15 * 60_000

const SYSTEMS = { win32: 'win', darwin: 'mac', linux: 'linux' } as const
const system = SYSTEMS[process.platform as keyof typeof SYSTEMS]
const programs = {
  win: `${PRODUCT_NAME}.exe`,
  mac: `${PRODUCT_NAME}.app/Contents/MacOS/${PRODUCT_NAME}`,
  linux: LINUX_EXECUTABLE,
}

let workDir: string
let unpackedDir: string
let packed: Packed

/** Without the package, or if it does not open, nothing below is shown: a program that ends at once refuses everything. */
test.beforeAll(async () => {
  test.setTimeout(PACKAGE_LIMIT_MS)
  const electron = installedElectron()
  if (electron === undefined) throw new Error('Electron’s binary is not on this machine')
  workDir = realpathSync.native(mkdtempSync(path.join(tmpdir(), 'tillside-verify-')))
  const isMac = system === 'mac'
  // The packager takes each system's Electron from a folder of that name. Not every user of Windows may create a link.
  const dist = isMac ? path.resolve(electron, '../../../..') : path.dirname(electron)
  if (system === 'win') cpSync(dist, path.join(workDir, system), { recursive: true })
  else symlinkSync(dist, path.join(workDir, system))
  const out = path.join(workDir, 'out')
  const to = ['--unpacked', '--electron', workDir, '--out', out]
  const { exitCode, output } = await runInTurn({
    // Apple silicon kills a program whose fuses were changed after it was signed.
    commands: [[path.join(root, 'scripts/package.ts'), system, ...to, ...(isMac ? ['--ad-hoc'] : [])]],
    // Nothing is signed here, even if the computer has certificates.
    env: { CSC_LINK: undefined, WIN_CSC_LINK: undefined, CSC_NAME: undefined },
    limitMs: PACKAGE_LIMIT_MS,
  })
  expect(exitCode, output).toBe(0)
  unpackedDir = unpackedDirOf(out, system)
  // A helper beside the program that does not belong to root, as in this copy, makes Chromium end at once.
  if (system === 'linux') rmSync(path.join(unpackedDir, 'chrome-sandbox'), { force: true })
  packed = {
    command: [path.join(unpackedDir, programs[system])],
    env: ownEnvironment(electron),
    profileFile: practiceProfile,
    platform: process.platform,
  }
  await opensInPractice(packed)
})
test.afterAll(() => rmSync(workDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))

test('the fuses are burnt', async () => {
  expect(await fuseProblems(readPackedApp(unpackedDir, system))).toEqual([])
})

for (const [name, check] of packedChecks)
  test(name, async () => {
    const whyNot = await check(packed)
    test.skip(typeof whyNot === 'string', String(whyNot))
  })

test('a changed archive is refused', async () => {
  test.skip(system === 'linux', 'Electron does not look at its archive on Linux')
  await changedArchive(packed, path.join(resourcesDirOf(unpackedDir, system), 'app.asar'))
})
