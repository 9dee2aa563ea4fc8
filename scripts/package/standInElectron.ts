import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'

/*
 * Folders in the shape of an unpacked Electron, for packing without the real one. Nothing in them runs. They show what
 * electron-builder does to an Electron: names, archive, integrity, fuses, languages. They cannot show that a packaged
 * program starts, or that the system enforces any of it.
 */

/** The text by which electron-builder, and Electron itself, find the fuses in the program. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/**
 * Each is the opposite of Tillside's choice, so that a fuse that was not set shows. electron-builder has no name for
 * the last.
 */
const UNTOUCHED_FUSES = '101100111'
const FUSE_WIRE = Buffer.concat([
  Buffer.from(FUSE_SENTINEL, 'latin1'),
  Buffer.from([1, UNTOUCHED_FUSES.length]),
  Buffer.from(UNTOUCHED_FUSES, 'latin1'),
])
const LANGUAGES = ['en-GB', 'en-US', 'fr']

/** @returns folders by the names that `npm run package -- --electron` expects: `win`, `mac`, `linux` */
export function writeStandInElectron(dir: string): void {
  writeLinux(path.join(dir, 'linux'))
  writeWindows(path.join(dir, 'win'))
  writeMac(path.join(dir, 'mac'))
}

function writeLinux(dir: string): void {
  writeCommon(dir)
  const elf = Buffer.alloc(64)
  elf.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
  writeProgram(path.join(dir, 'electron'), Buffer.concat([elf, FUSE_WIRE]))
  writeProgram(path.join(dir, 'chrome-sandbox'), elf)
}

function writeWindows(dir: string): void {
  writeCommon(dir)
  const program = NtExecutable.createEmpty(false, false)
  const resources = NtExecutableResource.from(program)
  const version = Resource.VersionInfo.createEmpty()
  version.setFileVersion('45.0.0.0', 1033)
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron' })
  version.outputToResourceEntries(resources.entries)
  resources.outputResource(program)
  const bytes = Buffer.from(program.generate())
  // The DOS stub is the only part that survives when the resources are rewritten.
  FUSE_WIRE.copy(bytes, 0x40)
  writeProgram(path.join(dir, 'electron.exe'), bytes)
}

function writeCommon(dir: string): void {
  for (const folder of ['locales', 'resources']) mkdirSync(path.join(dir, folder), { recursive: true })
  for (const language of LANGUAGES) writeFileSync(path.join(dir, 'locales', `${language}.pak`), language)
  for (const file of ['LICENSE', 'LICENSES.chromium.html', 'version'])
    writeFileSync(path.join(dir, file), file)
}

function writeMac(dir: string): void {
  const contents = path.join(dir, 'Electron.app', 'Contents')
  const frameworks = path.join(contents, 'Frameworks')
  writeBundle(contents, 'Electron')
  writeBundle(path.join(frameworks, 'Electron Helper.app', 'Contents'), 'Electron Helper')
  const framework = path.join(frameworks, 'Electron Framework.framework')
  for (const folder of [
    path.join(contents, 'Resources'),
    path.join(framework, 'Versions', 'A', 'Resources'),
  ]) {
    for (const language of ['en', 'fr']) writeIn(path.join(folder, `${language}.lproj`), 'locale.pak')
  }
  writeProgram(path.join(framework, 'Electron Framework'), FUSE_WIRE)
  for (const file of ['LICENSE', 'LICENSES.chromium.html', 'version'])
    writeFileSync(path.join(dir, file), file)
}

function writeIn(dir: string, name: string): void {
  mkdirSync(dir, { recursive: true })
  writeFileSync(path.join(dir, name), name)
}

function writeBundle(contents: string, name: string): void {
  mkdirSync(path.join(contents, 'MacOS'), { recursive: true })
  writeProgram(path.join(contents, 'MacOS', name), Buffer.alloc(64))
  writeFileSync(
    path.join(contents, 'Info.plist'),
    `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string></dict></plist>
`,
  )
}

function writeProgram(file: string, bytes: Buffer): void {
  writeFileSync(file, bytes, { mode: 0o755 })
}
