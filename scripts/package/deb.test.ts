import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { builderConfig } from '../../build/electron-builder.config.ts'
import { packFor } from '../../build/electronBuilder.ts'
import { packSample, type SamplePackage } from './testing/samplePackage.ts'

/** Replaces fpm, which builds a Debian package: keeps its arguments, and the files that are removed later. */
const FPM = `#!/bin/sh
cd "$(dirname "$0")"
printf '%s\\n' "$@" > arguments
for argument in "$@"; do
  case "$before" in
    --after-install | --after-remove) cp "$argument" ".$before" ;;
    --package) echo made > "$argument" ;;
  esac
  case "$argument" in
    *=/usr/share/applications/*) cp "\${argument%%=*}" entry ;;
  esac
  before=$argument
done
`

describe.runIf(process.platform === 'linux')('the contents of the Debian package', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-deb-'))
  const read = (name: string): string => readFileSync(path.join(dir, name), 'utf8')
  let sample: SamplePackage
  let given: readonly string[]

  beforeAll(async () => {
    sample = await packSample([])
    writeFileSync(path.join(dir, 'fpm'), FPM, { mode: 0o755 })
    vi.stubEnv('CUSTOM_FPM_PATH', path.join(dir, 'fpm'))
    const config = builderConfig({
      appDir: sample.appDir,
      outDir: dir,
      licencesFile: sample.licencesFile,
      profileFile: null,
      variant: null,
      electronDir: path.join(sample.electronDir, 'linux'),
      signature: 'none',
      withSourceMaps: false,
      withUpdates: true,
    })
    const deb = { ...config, linux: { ...config.linux, target: ['deb'] } }
    await packFor({ system: 'linux', isUnpacked: false, isElectronGiven: true }, deb)
    given = read('arguments').split('\n')
  })

  afterAll(() => {
    vi.unstubAllEnvs()
    rmSync(dir, { recursive: true, force: true })
    rmSync(dir, { recursive: true, force: true })
    sample.remove()
  })

  const after = (option: string): readonly string[] =>
    given.flatMap((argument, index) => (given[index - 1] === option ? [argument] : []))

  test('its maintainer and homepage', () => {
    expect(after('--maintainer')).toEqual(['Tillside developers <developers@tillside.invalid>'])
    expect(after('--vendor')).toEqual(['Tillside developers'])
    expect(after('--url')).toEqual(['https://tillside.invalid'])
    expect(after('--version')).toEqual([sample.version])
    expect(after('--package')).toEqual([path.join(dir, `Tillside-${sample.version}-linux-amd64.deb`)])
  })

  test('it depends on the library that accesses a keyring', () => {
    expect(after('-d')).toContain('libsecret-1-0')
  })

  test('the menu entry opens links, matches its window, and keeps the sandbox', () => {
    const entry = new Map(
      read('entry')
        .split('\n')
        .map((line) => [line.split('=')[0] ?? '', line.slice(line.indexOf('=') + 1)]),
    )
    expect(entry.get('Exec')).toBe('/opt/Tillside/tillside %U')
    expect(entry.get('MimeType')).toBe('x-scheme-handler/tillside;')
    expect(entry.get('StartupWMClass')).toBe('tillside')
    expect(entry.get('Icon')).toBe('tillside')
    expect(given).toContainEqual(expect.stringMatching(/=\/usr\/share\/applications\/tillside\.desktop$/u))
  })

  test('an icon of each size', () => {
    expect(given.filter((argument) => argument.includes('=/usr/share/icons/hicolor/'))).toHaveLength(8)
  })

  test('an updatable one has a list for its feed, and names no feed of its own', () => {
    expect(read('latest-linux.yml')).toMatch(
      /^version: 1\.2\.3\nfiles:\n {2}- url: Tillside-1\.2\.3-linux-amd64\.deb\n {4}sha512: /u,
    )
    expect(read('linux-unpacked/resources/app-update.yml')).toContain(
      'url: https://updates.tillside.invalid\n',
    )
  })

  test('removing it keeps what the counter wrote', () => {
    const removed = [...read('.--after-remove').matchAll(/^\s*rm\s.*$/gmu)].map(([line]) => line.trim())
    expect(removed).toEqual([`rm -f '/usr/bin/tillside'`, 'rm -f "$APPARMOR_PROFILE_DEST"'])
    expect(read('.--after-remove')).not.toMatch(/home|\.config|userdel/iu)
  })
})
