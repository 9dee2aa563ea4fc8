import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FUSES } from '../../build/fuses.ts'
import type { PackagedSystem } from '../../build/electronBuilder.ts'
import {
  ARCHIVE_BYTES_MAX,
  contentProblems,
  FILES_MAX,
  languageProblems,
  manifestProblems,
  sizeProblems,
} from './contentChecks.ts'
import { brandProblems, fuseProblems, integrityProblems } from './hardeningChecks.ts'
import { licenceProblems, licencesText } from './licences.ts'
import { originsOf } from './origins.ts'
import { startProblems } from './startSize.ts'
import { packSample, put, type Place, type SamplePackage } from './testing/samplePackage.ts'
import {
  addressProblems,
  namesOnly,
  originProblems,
  seamProblems,
  secretProblems,
  sourceMapProblems,
} from './traceChecks.ts'

/** Each check of `npm run package:check` finds its problem in a tampered package on the disk. */

// electron-builder refuses macOS as a target on Windows.
const systems: readonly PackagedSystem[] =
  process.platform === 'win32' ? ['linux', 'win'] : ['linux', 'win', 'mac']
const machine = { env: {}, folders: [] }
const root = path.join(import.meta.dirname, '../..')
const ZOD = 'node_modules/zod/v4/core/core.js'
let sample: SamplePackage

beforeAll(async () => {
  sample = await packSample(systems)
})

afterAll(() => sample.remove())

/** A copy for Linux whose archive was repacked with other files. */
function withFiles(change: (appDir: string) => void) {
  return sample.broken('linux', ({ repack }) => repack(change))
}

test.each(systems)('an unchanged package for %s passes every check', async (system) => {
  const app = sample.read(system)
  expect([
    ...contentProblems(app),
    ...sizeProblems(app),
    ...startProblems(app),
    ...manifestProblems(app, sample.version),
    ...languageProblems(app),
    ...(await fuseProblems(app)),
    ...integrityProblems(app),
    ...brandProblems(app, sample.version),
    ...secretProblems(app, machine),
    ...seamProblems(app),
    ...sourceMapProblems(app),
    ...addressProblems(app),
  ]).toEqual([])
})

describe('the contents', () => {
  test('a missing file, an extra one, or a second of a kind', async () => {
    const app = await withFiles((appDir) => {
      put(appDir, 'README.md', 'left in by accident')
      put(appDir, 'node_modules/left/index.js', '')
      put(appDir, 'out/renderer/assets/index-BBBBBBBB.js', 'of the build before')
      rmSync(path.join(appDir, 'out/preload'), { recursive: true })
    })
    expect(contentProblems(app)).toEqual([
      'out/preload/preload.cjs is there 0 times',
      'out/renderer/assets/index-*.js is there 2 times',
      'README.md is not expected',
      'node_modules/left/index.js is not expected',
    ])
  })

  test('an unguarded file outside the archive', async () => {
    const app = await sample.broken('linux', ({ repack }) => repack(() => undefined, '*.cjs'))
    expect(contentProblems(app)).toContain('out/preload/preload.cjs is outside the archive')
  })

  test('a changed byte of a file in the archive', async () => {
    const app = await sample.broken('linux', ({ resourcesDir }) => {
      const archive = path.join(resourcesDir, 'app.asar')
      const bytes = readFileSync(archive)
      bytes.write('"use Strict"'.slice(0, 4), bytes.indexOf(`'use strict'`), 'latin1')
      writeFileSync(archive, bytes)
    })
    expect(contentProblems(app)).toEqual([
      'out/preload/preload.cjs is not what its checksum in the archive says',
    ])
  })

  test.each(['app/index.js', 'app.asar.unpacked/addon.node', 'node_modules/left/index.js', '.env'])(
    '%s beside the archive',
    async (name) => {
      const app = await sample.broken('linux', ({ resourcesDir }) => put(resourcesDir, name, ''))
      expect(contentProblems(app)).toEqual([`${name} stands beside the archive`])
    },
  )

  test('a profile may be there', async () => {
    const app = await sample.broken('linux', ({ resourcesDir }) => put(resourcesDir, 'profile.json', '{}'))
    expect(contentProblems(app)).toEqual([])
  })

  test('too many files, or too large an archive', async () => {
    const many = await withFiles((appDir) => {
      for (let index = 0; index < FILES_MAX; index += 1) put(appDir, `out/main/${index}.js`, '')
    })
    expect(sizeProblems(many)).toEqual([`${FILES_MAX + 10} files, more than ${FILES_MAX}`])
    const large = await withFiles((appDir) =>
      put(appDir, 'out/main/main.js', Buffer.alloc(ARCHIVE_BYTES_MAX)),
    )
    expect(sizeProblems(large).join()).toMatch(/bytes, more than/u)
  })

  test.each([
    ['scripts', { scripts: { postinstall: 'true' } }, 'scripts is not needed'],
    ['another version', { version: '1.2.2' }, 'version is 1.2.2, and not 1.2.3'],
    ['no homepage', { homepage: undefined }, 'homepage is missing'],
    ['a main that is not there', { main: 'main.js' }, 'main names a file that is not there'],
    [
      'another desktop name',
      { desktopName: 'electron.desktop' },
      'desktopName is not that of the menu entry',
    ],
  ])('a manifest with %s', async (_what, change, problem) => {
    const app = await withFiles((appDir) => {
      const file = path.join(appDir, 'package.json')
      const manifest = JSON.parse(readFileSync(file, 'utf8')) as object
      put(appDir, 'package.json', JSON.stringify({ ...manifest, ...change }))
    })
    expect(manifestProblems(app, sample.version)).toEqual([problem])
  })

  test('an extra language, or none', async () => {
    const more = await sample.broken('linux', ({ unpackedDir }) => put(unpackedDir, 'locales/fr.pak', ''))
    expect(languageProblems(more)).toEqual(['fr is there'])
    const none = await sample.broken('linux', ({ unpackedDir }) =>
      rmSync(path.join(unpackedDir, 'locales'), { recursive: true }),
    )
    expect(languageProblems(none)).toEqual(['there is no language'])
  })
})

describe('the hardening', () => {
  test.each(systems)('each inverted fuse on %s', async (system) => {
    for (const [index, key] of FUSE_ORDER.entries()) {
      const app = await sample.broken(system, (place) => turnFuse(fuseFileOf(place, system), index))
      expect(await fuseProblems(app)).toEqual([`${key} is not ${FUSES[key] ? 'on' : 'off'}`])
    }
  })

  test('an archive replaced after packing', async () => {
    for (const system of systems.filter((each) => each !== 'linux')) {
      const app = await sample.broken(system, ({ repack }) =>
        repack((appDir) => put(appDir, 'out/main/main.js', 'somebody else’s')),
      )
      expect(integrityProblems(app)).toEqual(['the program knows the checksum of another archive'])
    }
  })

  test('a Windows program without the archive’s checksum, name and icon', async () => {
    const app = await sample.broken('win', ({ program }) =>
      writeFileSync(program, readFileSync(path.join(sample.electronDir, 'win', 'electron.exe'))),
    )
    expect(integrityProblems(app)).toEqual(['the program knows no checksum of the archive'])
    expect(brandProblems(app, sample.version)).toEqual([
      'its product is Electron, and not Tillside',
      'its version is 45.0.0.0, and not 1.2.3',
      'its icon is missing, and not there',
    ])
  })

  test.runIf(systems.includes('mac'))('a macOS bundle without links and checksum', async () => {
    const app = await sample.broken('mac', ({ program }) => {
      const file = path.join(program, 'Contents', 'Info.plist')
      const plist = readFileSync(file, 'utf8')
      writeFileSync(file, plist.replace('app.asar', 'other.asar').replace('CFBundleURLSchemes', 'None'))
    })
    expect(integrityProblems(app)).toEqual(['the program knows no checksum of the archive'])
    expect(brandProblems(app, sample.version)).toEqual(['its scheme is missing, and not tillside'])
  })
})

describe('the traces', () => {
  test.each([
    ['a private key', '-----BEGIN EC PRIVATE ' + 'KEY-----'],
    ['a signed token', 'eyJhbGciOiJIUzI1NiJ9' + '.eyJzdWIiOiIxMjM0In0.x'],
    ['a token of a code host', 'ghp_' + 'a'.repeat(36)],
    ['a token of a registry', 'npm_' + 'a'.repeat(36)],
    ['a key of a cloud', 'AKIA' + 'A'.repeat(16)],
    ['a written-out bearer token', 'Bearer ' + 'a'.repeat(20)],
  ])('%s', async (what, text) => {
    const app = await withFiles((appDir) => put(appDir, 'out/main/main.js', `const it = '${text}'`))
    expect(secretProblems(app, machine)).toEqual([`out/main/main.js holds ${what}`])
  })

  test('values of this machine’s variables, and paths of its files', async () => {
    const app = await withFiles((appDir) =>
      put(appDir, 'out/main/main.js', `'hunter2hunter2' + '/home/builder/x'`),
    )
    const env = { DEPLOY_TOKEN: 'hunter2hunter2', PATH: '/home/builder/x' }
    expect(secretProblems(app, { env, folders: ['/home/builder/'] })).toEqual([
      'out/main/main.js holds the value of DEPLOY_TOKEN',
      'out/main/main.js holds a folder of this machine',
    ])
  })

  test.each([
    [`import 'vitest'`, 'out/main/main.js speaks of vitest'],
    [`// from e2e/host/standIn.ts`, 'out/main/main.js speaks of e2e/host'],
    [`if (process.env.TILLSIDE_TEST) {}`, 'out/main/main.js knows the variable TILLSIDE_TEST'],
    [`const { env } = process; env['SKIP_CHECKS']`, 'out/main/main.js knows the variable SKIP_CHECKS'],
    [`read('TILLSIDE_FAKE_CLOCK')`, 'out/main/main.js knows the variable TILLSIDE_FAKE_CLOCK'],
  ])('a test hook: %s', async (text, problem) => {
    const app = await withFiles((appDir) => put(appDir, 'out/main/main.js', text))
    expect(seamProblems(app)).toEqual([problem])
  })

  test('a bundle built from a double, a tool, or an unknown source', async () => {
    await sample.broken('linux', ({ unpackedDir }) => {
      const mapOf = (...files: readonly string[]): string =>
        JSON.stringify({ sources: files.map((file) => path.relative(unpackedDir, path.join(root, file))) })
      expect(originProblems(originsOf(unpackedDir), root)).toEqual([
        'the maps do not say what the bundles were made of',
      ])
      put(unpackedDir, 'good.map', mapOf('electron/main.ts', 'renderer/main.tsx', ZOD))
      expect(originProblems(originsOf(unpackedDir), root)).toEqual([])
      put(unpackedDir, 'bad.map', mapOf('e2e/host/electronDouble.ts', 'scripts/run.ts', 'sandbox/serve.ts'))
      expect([...originProblems(originsOf(unpackedDir), root)].sort()).toEqual([
        'e2e/host/electronDouble.ts is bundled',
        'sandbox/serve.ts is bundled',
        'scripts/run.ts is bundled',
      ])
    })
  })

  test('a library whose licence is missing, or is another version’s', () => {
    const origins = [path.join(root, ZOD), path.join(root, 'electron/main.ts')]
    const all = licencesText(origins, root)
    expect(licenceProblems(all, origins)).toEqual([])
    expect(all).toContain('SIL OPEN FONT LICENSE')
    expect(licenceProblems(null, origins)).toEqual(['there are no licences'])
    expect(licenceProblems('Tillside', origins)).toEqual(['the licence of zod is missing'])
    expect(licenceProblems(all.replace(/\nzod \d/u, '\nzod 0'), origins)).toEqual([
      'the licence of zod is missing',
    ])
    expect(licenceProblems(all.replaceAll('Permission is hereby granted', ''), origins)).toHaveLength(1)
  })

  test('a library without a licence text is named with what it states, and one that states nothing is refused', async () => {
    await sample.broken('linux', ({ unpackedDir }) => {
      const library = (name: string, manifest: object): string => {
        put(
          unpackedDir,
          `node_modules/${name}/package.json`,
          JSON.stringify({ name, version: '1.0.0', ...manifest }),
        )
        return path.join(unpackedDir, 'node_modules', name, 'index.js')
      }
      const terse = [library('terse', { license: 'MIT', author: 'A. Person' })]
      expect(licencesText(terse, root)).toMatch(/\nterse 1\.0\.0 \(MIT\)\n\n.*MIT.*A\. Person/u)
      expect(() => licencesText([library('silent', {})], root)).toThrow('has no licence')
    })
  })

  test('a source map, and a line that names one', async () => {
    const app = await withFiles((appDir) => {
      put(appDir, 'out/main/main.js.map', '{}')
      put(appDir, 'out/main/main.js', 'start()\n//# sourceMappingURL=main.js.map')
    })
    expect(sourceMapProblems(app)).toEqual([
      'out/main/main.js.map is packed',
      'out/main/main.js names a source map',
    ])
  })

  test('an address without encryption', async () => {
    const app = await withFiles((appDir) =>
      put(
        appDir,
        'out/main/main.js',
        `// http://cited.example\nopen('http://bank.example/x', 'ws://bank.example', 'http://localhost.evil', 'http://localhost:1')`,
      ),
    )
    expect(addressProblems(app)).toEqual([
      'out/main/main.js holds http://bank.example/x',
      'out/main/main.js holds ws://bank.example',
      'out/main/main.js holds http://localhost.evil',
    ])
  })

  test('the name of a namespace is in a library that opens nothing; elsewhere it is an address', async () => {
    const sources: Readonly<Record<string, string>> = {
      '/p/node_modules/quiet/write.js': `const ns = 'http://names.example/a'`,
      '/p/node_modules/loud/name.js': `const ns = 'http://names.example/b'`,
      '/p/node_modules/loud/open.js': `import https from 'node:https'`,
      '/p/electron/main.ts': `const ns = 'http://names.example/c'`,
      '/p/node_modules/quiet/more.js': `const ns = 'http://names.example/c'`,
      '': `const ns = 'http://names.example/d'`,
    }
    const origins = Object.keys(sources)
    const app = await withFiles((appDir) =>
      put(appDir, 'out/main/main.js', Object.values(sources).join('\n')),
    )
    const isName = namesOnly(
      origins.filter((source) => source !== ''),
      (_, line) => origins[line] || null,
      (source) => sources[source] ?? '',
    )
    expect(addressProblems(app, isName)).toEqual([
      'out/main/main.js holds http://names.example/b',
      'out/main/main.js holds http://names.example/c',
      'out/main/main.js holds http://names.example/d',
    ])
  })
})

/** In the program's order. */
const FUSE_ORDER: readonly (keyof typeof FUSES)[] = [
  'runAsNode',
  'enableCookieEncryption',
  'enableNodeOptionsEnvironmentVariable',
  'enableNodeCliInspectArguments',
  'enableEmbeddedAsarIntegrityValidation',
  'onlyLoadAppFromAsar',
  'loadBrowserProcessSpecificV8Snapshot',
  'grantFileProtocolExtraPrivileges',
]

function fuseFileOf({ program }: Place, system: PackagedSystem): string {
  const framework = path.join('Contents', 'Frameworks', 'Electron Framework.framework', 'Electron Framework')
  return system === 'mac' ? path.join(program, framework) : program
}

function turnFuse(file: string, index: number): void {
  const bytes = readFileSync(file)
  const at = bytes.indexOf('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX') + 32 + 2 + index
  bytes.writeUInt8(bytes.readUInt8(at) === 0x30 ? 0x31 : 0x30, at)
  writeFileSync(file, bytes)
}
