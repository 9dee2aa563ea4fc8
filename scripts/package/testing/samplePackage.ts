import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createPackageWithOptions, extractAll } from '@electron/asar'
import { builderConfig } from '../../../build/electron-builder.config.ts'
import { packFor, type PackagedSystem } from '../../../build/electronBuilder.ts'
import { readPackedApp, resourcesDirOf, unpackedDirOf, type PackedApp } from '../packedApp.ts'
import { writeStandInElectron } from '../standInElectron.ts'

/** Small files in place of the real ones, which pass every check. */
const APP: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'tillside',
    productName: 'Tillside',
    version: '1.2.3',
    description: 'A sample',
    author: 'Tillside developers <developers@tillside.invalid>',
    homepage: 'https://tillside.invalid',
    license: 'MIT',
    type: 'module',
    main: 'out/main/main.js',
    desktopName: 'tillside.desktop',
  }),
  'out/main/main.js': `const profile = process.env['TILLSIDE_PROFILE'] ?? 'http://127.0.0.1:4810/'`,
  'out/preload/preload.cjs': `'use strict'`,
  'out/renderer/index.html':
    '<!doctype html><script type="module" src="./assets/index-AAAAAAAA.js"></script>',
  'out/renderer/assets/index-AAAAAAAA.js': `const dialect = 'http://json-schema.org/draft-07/schema#'`,
  'out/renderer/assets/lazyScreens-AAAAAAAA.js': '',
  'out/renderer/assets/style-AAAAAAAA.css': ':root { color: black }',
  'out/renderer/assets/inter-latin-wght-normal-AAAAAAAA.woff2': 'font',
  'out/renderer/assets/inter-latin-ext-wght-normal-AAAAAAAA.woff2': 'font',
  'out/renderer/assets/inter-vietnamese-wght-normal-AAAAAAAA.woff2': 'font',
}

export interface SamplePackage {
  readonly version: string
  readonly read: (system: PackagedSystem) => PackedApp
  readonly broken: (
    system: PackagedSystem,
    breakIt: (place: Place) => void | Promise<void>,
  ) => Promise<PackedApp>
  readonly appDir: string
  readonly licencesFile: string
  readonly electronDir: string
  readonly remove: () => void
}

export interface Place {
  readonly unpackedDir: string
  readonly resourcesDir: string
  readonly program: string
  /** Repacks the archive after a change of its files. */
  readonly repack: (change: (appDir: string) => void, unpack?: string) => Promise<void>
}

/** Packs the sample for each system, with the real configuration. */
export async function packSample(systems: readonly PackagedSystem[]): Promise<SamplePackage> {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-sample-'))
  const appDir = path.join(dir, 'app')
  const electronDir = path.join(dir, 'electron')
  const licencesFile = path.join(dir, 'licences.txt')
  put(dir, 'licences.txt', 'Sample')
  for (const [name, text] of Object.entries(APP)) put(appDir, name, text)
  writeStandInElectron(electronDir)
  const outDir = path.join(dir, 'packed')
  for (const system of systems) {
    const config = builderConfig({
      appDir,
      outDir,
      licencesFile,
      profileFile: null,
      variant: null,
      electronDir: path.join(electronDir, system),
      signature: 'none',
      withSourceMaps: false,
      withUpdates: false,
    })
    await packFor({ system, isUnpacked: true, isElectronGiven: true }, config)
  }
  let copies = 0
  return {
    version: '1.2.3',
    appDir,
    licencesFile,
    electronDir,
    read: (system) => readPackedApp(unpackedDirOf(outDir, system), system),
    broken: async (system, breakIt) => {
      copies += 1
      const unpackedDir = path.join(dir, `copy-${copies}`)
      cpSync(unpackedDirOf(outDir, system), unpackedDir, { recursive: true })
      const resourcesDir = resourcesDirOf(unpackedDir, system)
      await breakIt({
        unpackedDir,
        resourcesDir,
        program: readPackedApp(unpackedDir, system).program,
        repack: (change, unpack) => repack(path.join(resourcesDir, 'app.asar'), change, unpack),
      })
      return readPackedApp(unpackedDir, system)
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

export function put(dir: string, name: string, content: string | Buffer): void {
  const file = path.join(dir, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
}

async function repack(archive: string, change: (appDir: string) => void, unpack?: string): Promise<void> {
  const appDir = `${archive}-files`
  extractAll(archive, appDir)
  change(appDir)
  rmSync(archive)
  await createPackageWithOptions(appDir, archive, unpack === undefined ? {} : { unpack })
  rmSync(appDir, { recursive: true })
}
