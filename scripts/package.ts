/**
 * `npm run package -- win|mac|linux`: the installers, or with `--unpacked` the folders that they would install. Needs
 * the network for Electron and the installer tools, unless `--electron` and `--unpacked` are given.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { builderConfig, type PackageOptions, type Signature } from '../build/electron-builder.config.ts'
import { packFor, type PackagedSystem } from '../build/electronBuilder.ts'
import { LICENCES } from '../build/identity.ts'
import { readCommandLine } from './commandLine.ts'
import { readPackageArguments, USAGE, type PackageRequest } from './package/arguments.ts'
import { licencesText } from './package/licences.ts'
import { originsOf } from './package/origins.ts'
import { resourcesDirOf, unpackedDirOf } from './package/packedApp.ts'
import { dropEmptySecrets, notarisationProblem, signatureOf } from './package/signing.ts'
import { stageApp } from './package/stage.ts'
import { checkProfileFile, profileCautions } from './profileFile.ts'
import { endChildrenOnSignal, root } from './run.ts'

const FEED_CAUTION =
  'the feed of these counters must hold packages with this profile: an update brings its own, or none'

endChildrenOnSignal()
dropEmptySecrets(process.env)
process.exitCode = await main(readCommandLine((args) => readPackageArguments(args, process.platform), USAGE))

async function main(request: PackageRequest): Promise<number> {
  const { profile, outDir, systems } = request
  for (const system of systems) {
    const problem = notarisationProblem(system, signatureFor(system, request), process.env)
    if (problem !== null) return fail([problem])
  }
  if (profile !== null) {
    // An invalid profile would stop every counter with this package, so nothing is built with one.
    const checked = checkProfileFile(profile)
    if (!checked.ok) return fail(checked.error)
    for (const line of profileCautions(checked.value)) console.log(`take care: ${line}`)
    if (request.withUpdates) console.log(`take care: ${FEED_CAUTION}`)
  }

  const stageDir = path.join(outDir, 'stage')
  const appDir = path.join(stageDir, 'app')
  const staged = await stageApp(appDir, request.withSourceMaps)
  if (!staged.ok) return fail([staged.error])
  try {
    const stage = {
      appDir,
      licencesFile: writeLicences(stageDir, appDir),
      profileFile: stageProfile(stageDir, profile),
    }
    for (const [place, system] of systems.entries()) {
      console.error(`${system}, ${place + 1} of ${systems.length}`)
      await pack(system, request, stage)
    }
  } catch (error) {
    return fail([error instanceof Error ? error.message : String(error)])
  }
  return 0
}

async function pack(
  system: PackagedSystem,
  request: PackageRequest,
  stage: Pick<PackageOptions, 'appDir' | 'licencesFile' | 'profileFile'>,
): Promise<void> {
  const { profile, outDir, electronDir, isUnpacked, withSourceMaps, withUpdates } = request
  const config = builderConfig({
    ...stage,
    outDir,
    variant: profile === null ? null : variantOf(profile),
    electronDir: electronDir === null ? null : path.join(electronDir, system),
    signature: signatureFor(system, request),
    withSourceMaps,
    withUpdates,
  })
  const files = await packFor({ system, isUnpacked, isElectronGiven: electronDir !== null }, config)
  for (const file of files) console.log(path.relative(process.cwd(), file))
  const unpackedDir = unpackedDirOf(outDir, system, electronDir === null)
  const archive = path.join(resourcesDirOf(unpackedDir, system), 'app.asar')
  // The same sources give the same archive, so that anyone with the sources can verify a package.
  console.log(`${system}: app.asar ${createHash('sha256').update(readFileSync(archive)).digest('hex')}`)
}

function signatureFor(
  system: PackagedSystem,
  { electronDir, isAdHoc }: Pick<PackageRequest, 'electronDir' | 'isAdHoc'>,
): Signature {
  return signatureOf(system, process.env, electronDir !== null && !isAdHoc)
}

function writeLicences(stageDir: string, appDir: string): string {
  const file = path.join(stageDir, LICENCES)
  writeFileSync(file, licencesText(originsOf(appDir), root))
  return file
}

function stageProfile(stageDir: string, profile: string | null): string | null {
  if (profile === null) return null
  const file = path.join(stageDir, 'profile.json')
  copyFileSync(profile, file)
  return file
}

/** The profile's file name as a part of another file's name. */
function variantOf(profile: string): string {
  return path.parse(profile).name.replaceAll(/[^A-Za-z0-9]+/gu, '-')
}

function fail(lines: readonly string[]): number {
  for (const line of lines) console.error(line)
  return 1
}
