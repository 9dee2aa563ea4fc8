import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { extractFile, getRawHeader, listPackage, statFile, uncache } from '@electron/asar'
import { LICENCES, LINUX_EXECUTABLE, PRODUCT_NAME } from '../../build/identity.ts'
import type { PackagedSystem } from '../../build/electronBuilder.ts'

export interface ArchivedFile {
  readonly bytes: Buffer
  /** Its checksum in the archive's header; null without one. */
  readonly sha256: string | null
  /** Beside the archive, where no checksum covers it. */
  readonly isUnpacked: boolean
}

export interface PackedApp {
  readonly system: PackagedSystem
  /** The program, or on macOS the bundle, with the fuses. */
  readonly program: string
  /** Everything beside the archive, by path from the resources. */
  readonly besideArchive: readonly string[]
  readonly archiveBytes: number
  /** Of the archive's header, which has the checksums of all files. */
  readonly headerSha256: string
  /** In the archive's order. */
  readonly files: ReadonlyMap<string, ArchivedFile>
  /** The text of the included licences; null if missing. */
  readonly licences: string | null
  /** Of Chromium, without file extensions. */
  readonly languages: readonly string[]
}

/** Where electron-builder puts the unpacked package of a system. */
export function unpackedDirOf(outDir: string, system: PackagedSystem, isUniversal: boolean = false): string {
  const mac = isUniversal ? 'mac-universal' : 'mac'
  return path.join(outDir, system === 'mac' ? mac : `${system}-unpacked`)
}

/** The folder in which Tillside looks for its profile. */
export function resourcesDirOf(unpackedDir: string, system: PackagedSystem): string {
  return system === 'mac'
    ? path.join(unpackedDir, `${PRODUCT_NAME}.app`, 'Contents', 'Resources')
    : path.join(unpackedDir, 'resources')
}

export function readPackedApp(unpackedDir: string, system: PackagedSystem): PackedApp {
  const resourcesDir = resourcesDirOf(unpackedDir, system)
  const archive = path.join(resourcesDir, 'app.asar')
  // The library caches the header of every path that it has read.
  uncache(archive)
  const files = listPackage(archive, { isPack: false })
    .map((name) => name.replaceAll('\\', '/').replace(/^\//u, ''))
    .flatMap((name) => {
      const entry = statFile(archive, path.normalize(name))
      if (!('size' in entry)) return []
      const file: ArchivedFile = {
        bytes: extractFile(archive, path.normalize(name)),
        sha256: entry.integrity?.hash ?? null,
        isUnpacked: entry.unpacked === true,
      }
      return [[name, file] as const]
    })
  return {
    system,
    program: programOf(unpackedDir, system),
    besideArchive: listFiles(resourcesDir).filter((name) => name !== 'app.asar'),
    archiveBytes: readFileSync(archive).length,
    headerSha256: createHash('sha256').update(getRawHeader(archive).headerString).digest('hex'),
    files: new Map(files),
    licences: textOf(path.join(resourcesDir, LICENCES)),
    languages: languagesOf(unpackedDir, system),
  }
}

function programOf(unpackedDir: string, system: PackagedSystem): string {
  const names = { win: `${PRODUCT_NAME}.exe`, mac: `${PRODUCT_NAME}.app`, linux: LINUX_EXECUTABLE }
  return path.join(unpackedDir, names[system])
}

function languagesOf(unpackedDir: string, system: PackagedSystem): readonly string[] {
  const dir = system === 'mac' ? resourcesDirOf(unpackedDir, system) : path.join(unpackedDir, 'locales')
  if (!existsSync(dir)) return []
  return readdirSync(dir)
    .filter((name) => /\.(?:pak|lproj)$/u.test(name))
    .map((name) => path.parse(name).name)
    .sort()
}

function textOf(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function listFiles(dir: string): readonly string[] {
  return readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort()
}
