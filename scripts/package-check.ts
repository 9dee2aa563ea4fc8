/**
 * `npm run package:check`: packs Tillside for every system on a stand-in for Electron, without the network, and checks
 * the result. A line for each check; the last line is `N passed, M failed`. It shows what electron-builder makes of our
 * configuration, but not how the result behaves on its system: see docs/release.md.
 */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import type { PackagedSystem } from '../build/electronBuilder.ts'
import { findProfile } from '../electron/gateway/findProfile.ts'
import { readProfileFile } from '../electron/gateway/profileFile.ts'
import { configurationProblems } from './package/configurationCheck.ts'
import { contentProblems, languageProblems, manifestProblems, sizeProblems } from './package/contentChecks.ts'
import { brandProblems, fuseProblems, integrityProblems } from './package/hardeningChecks.ts'
import { licenceProblems } from './package/licences.ts'
import { originsOf, sourceReader } from './package/origins.ts'
import { readPackedApp, resourcesDirOf, unpackedDirOf, type PackedApp } from './package/packedApp.ts'
import { startProblems } from './package/startSize.ts'
import { writeStandInElectron } from './package/standInElectron.ts'
import {
  addressProblems,
  namesOnly,
  originProblems,
  seamProblems,
  secretProblems,
  sourceMapProblems,
} from './package/traceChecks.ts'
import { endChildrenOnSignal, root, run, type Finished } from './run.ts'

type Problems = readonly string[] | Promise<readonly string[]>

/** One run of `npm run package` takes seconds. A download that must not be tried would hang until here. */
const PACK_LIMIT_MS = 180_000
/** electron-builder refuses macOS as a target on Windows. */
const SYSTEMS: readonly PackagedSystem[] =
  process.platform === 'win32' ? ['linux', 'win'] : ['linux', 'win', 'mac']
const PROFILE = path.join(root, 'build', 'profiles', 'live-minimal.json')

endChildrenOnSignal()
// The real path: source maps are relative to it, and on macOS the temporary folder is a link.
const workDir = realpathSync.native(mkdtempSync(path.join(tmpdir(), 'tillside-package-')))
const electronDir = path.join(workDir, 'electron')
let passed = 0
let failed = 0
try {
  await checkAll()
} finally {
  rmSync(workDir, { recursive: true, force: true, maxRetries: 5 })
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function checkAll(): Promise<void> {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  writeStandInElectron(electronDir)
  for (const system of SYSTEMS)
    await check(`${system}: the configuration is valid`, () => configurationProblems(system))

  const plain = path.join(workDir, 'plain')
  const packing = await pack(plain, SYSTEMS)
  await check('it can be packed offline', () => problemsOfRun(packing))
  if (packing.exitCode !== 0) return
  const apps = SYSTEMS.map((system) => readPackedApp(unpackedDirOf(plain, system), system))
  const staged = path.join(plain, 'stage', 'app')
  const origins = originsOf(staged)
  const isName = namesOnly(origins, sourceReader(staged), (source) => readFileSync(source, 'utf8'))
  for (const app of apps) await checkApp(app, version, isName)
  await check('the bundles are made of what ships, and of nothing else', () => originProblems(origins, root))
  for (const app of apps)
    await check(`${app.system}: the licences of all libraries come along`, () =>
      licenceProblems(app.licences, origins),
    )
  await checkProfile(apps)
}

async function checkApp(
  app: PackedApp,
  version: string,
  isName: ReturnType<typeof namesOnly>,
): Promise<void> {
  // On Linux the program itself has neither.
  const guarded: readonly (readonly [string, () => Problems])[] = [
    ['the program knows its archive', () => integrityProblems(app)],
    ['it has its name, version, icon and links', () => brandProblems(app, version)],
  ]
  const checks: readonly (readonly [string, () => Problems])[] = [
    ['the archive holds exactly what runs', () => contentProblems(app)],
    ['the archive is within its budget', () => sizeProblems(app)],
    ['the start is within its budget', () => startProblems(app)],
    ['the manifest says what is needed', () => manifestProblems(app, version)],
    ['only the languages of the screen are there', () => languageProblems(app)],
    ['the fuses are burnt', () => fuseProblems(app)],
    ...(app.system === 'linux' ? [] : guarded),
    ['there is no secret', () => secretProblems(app, { env: process.env, folders: ownFolders() })],
    ['there is no door for tests', () => seamProblems(app)],
    ['there is no source map', () => sourceMapProblems(app)],
    ['no address is without encryption', () => addressProblems(app, isName)],
  ]
  for (const [name, problems] of checks) await check(`${app.system}: ${name}`, problems)
}

/** A second build, into another folder and with a profile, shows two things at once. */
async function checkProfile(plain: readonly PackedApp[]): Promise<void> {
  const outDir = path.join(workDir, 'preconfigured', 'again')
  const packing = await pack(outDir, ['linux'], '--profile', PROFILE)
  await check('a preconfigured build is one command', () => problemsOfRun(packing))
  if (packing.exitCode !== 0) return
  const unpackedDir = unpackedDirOf(outDir, 'linux')
  await check('the profile is where Tillside finds it', () =>
    profileProblems(resourcesDirOf(unpackedDir, 'linux')),
  )
  await check('a second build of the same sources has the same archive', () => {
    const hashes = [...plain, readPackedApp(unpackedDir, 'linux')].map(archiveHash)
    return new Set(hashes).size === 1 ? [] : hashes
  })
  const refused = await pack(path.join(workDir, 'refused'), ['linux'], '--profile', root)
  await check('a wrong profile is refused before anything is built', () =>
    refused.exitCode !== 0 && !readdirSync(workDir).includes('refused') ? [] : ['it was packed'],
  )
}

function profileProblems(resourcesDir: string): readonly string[] {
  const found = findProfile({
    argv: [],
    env: {},
    platform: 'linux',
    // This machine's own profile must not interfere.
    machineWideDir: path.join(workDir, 'none'),
    resourcesDir,
    readFile: readProfileFile,
  })
  if (!found.ok) return found.error.map(({ problem }) => problem)
  const { path: file, origin } = found.value
  if (origin !== 'package' || file === null) return [`it was found as ${origin}`]
  return readFileSync(file).equals(readFileSync(PROFILE)) ? [] : ['it is another one']
}

/** The header's checksum covers the checksums of all files. */
function archiveHash({ headerSha256, archiveBytes }: PackedApp): string {
  return `${headerSha256} (${archiveBytes} bytes)`
}

function pack(
  outDir: string,
  systems: readonly PackagedSystem[],
  ...more: readonly string[]
): Promise<Finished> {
  const script = path.join(root, 'scripts', 'package.ts')
  return run({
    args: [script, ...systems, '--unpacked', '--electron', electronDir, '--out', outDir, ...more],
    // Nothing is signed here, even if the machine has certificates.
    env: { CSC_LINK: undefined, WIN_CSC_LINK: undefined, CSC_NAME: undefined },
    limitMs: PACK_LIMIT_MS,
  })
}

function problemsOfRun({ exitCode, output, timedOut }: Finished): readonly string[] {
  if (timedOut) return [`it did not end within ${PACK_LIMIT_MS / 1000} s`, output]
  return exitCode === 0 ? [] : [output]
}

/** Paths in a package that would show who built it and where. */
function ownFolders(): readonly string[] {
  return [root, workDir, `${homedir()}${path.sep}`].filter((folder) => folder.length > 3)
}

async function check(name: string, problems: () => Problems): Promise<void> {
  let found: readonly string[]
  try {
    found = await problems()
  } catch (error) {
    found = [error instanceof Error ? error.message : String(error)]
  }
  if (found.length === 0) passed += 1
  else failed += 1
  console.log(`${found.length === 0 ? 'ok    ' : 'FAILED'}  ${name}`)
  for (const problem of found) console.log(problem.trimEnd().replaceAll(/^/gmu, '        '))
}
