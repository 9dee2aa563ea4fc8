import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Configuration } from 'electron-builder'
import { expect, test } from 'vitest'
import { builderConfig, type PackageOptions } from '../../build/electron-builder.config.ts'
import { APP_ID, LINK_SCHEME } from '../../build/identity.ts'
import { configurationProblems, problemsOf } from './configurationCheck.ts'

const options: PackageOptions = {
  appDir: path.join(import.meta.dirname, '../..'),
  outDir: '/dist',
  licencesFile: '/licences.txt',
  profileFile: null,
  variant: null,
  electronDir: null,
  signature: 'certificate',
  withSourceMaps: false,
  withUpdates: false,
}
const config = builderConfig(options)
const buildDir = path.join(import.meta.dirname, '../../build')

test.each(['win', 'mac', 'linux'] as const)('the configuration for %s is valid', async (system) => {
  expect(await configurationProblems(system)).toEqual([])
})

test.each([
  ['win', { win: { ...config.win, iconn: 'x' } }],
  ['win', { nsis: { ...config.nsis, perMachin: false } }],
  ['win', { nsis: { ...config.nsis, oneClick: 'yes' } }],
  ['mac', { mac: { ...config.mac, hardendRuntime: true } }],
  ['mac', { dmg: { ...config.dmg, titel: 'x' } }],
  ['linux', { linux: { ...config.linux, executable: 'x' } }],
  ['linux', { deb: { ...config.deb, prioritaet: 'optional' } }],
  ['linux', { electronFuses: { ...config.electronFuses, runAsNodes: false } }],
] as const)('a misspelt key is refused: %s %o', async (system, change) => {
  const wrong = { ...builderConfig(options), ...change } as unknown as Configuration
  expect((await problemsOf(wrong, system)).join()).toMatch(/configuration/u)
})

test.each(['win', 'mac', 'linux'] as const)('a missing icon of %s is noticed', async (system) => {
  const wrong = { ...builderConfig(options), [system]: { ...config[system], icon: '/nowhere/icon.png' } }
  expect(await problemsOf(wrong, system)).toEqual(['/nowhere/icon.png is named and not there'])
})

test('Windows: for one user, without an administrator, and no uninstaller deletes the sales', () => {
  expect(config.nsis).toMatchObject({ oneClick: true, perMachine: false, deleteAppDataOnUninstall: false })
  const script = readFileSync(path.join(buildDir, 'installer.nsh'), 'utf8')
  const code = script.replaceAll(/^\s*;.*$/gmu, '')
  expect(code).not.toMatch(/RMDir|Delete\s|APPDATA|HKLM|HKEY_LOCAL_MACHINE/iu)
  // The uninstaller removes everything that the installer writes for links, and an update keeps it.
  expect(code).toContain(`"Software\\Classes\\${LINK_SCHEME}\\shell\\open\\command" "" '"$appExe" "%1"'`)
  expect(code).toMatch(
    new RegExp(
      `ifNot\\} \\$\\{isUpdated\\}\\s+DeleteRegKey SHELL_CONTEXT "Software\\\\Classes\\\\${LINK_SCHEME}"`,
      'u',
    ),
  )
})

test('macOS: hardened and notarised with a certificate, with a single entitlement', () => {
  expect(config.mac).toMatchObject({ hardenedRuntime: true, notarize: true })
  expect(config.mac?.identity).toBeUndefined()
  const plist = readFileSync(path.join(buildDir, 'entitlements.mac.plist'), 'utf8')
  expect([...plist.matchAll(/<key>([^<]+)<\/key>\s*<(true|false)\/>/gu)].map(([, ...pair]) => pair)).toEqual([
    ['com.apple.security.cs.allow-jit', 'true'],
  ])
  expect(config.mac?.target).toEqual([
    { target: 'dmg', arch: 'universal' },
    { target: 'zip', arch: 'universal' },
  ])
})

test('without a certificate nothing claims to be hardened, and with one everything is signed', () => {
  expect(config.forceCodeSigning).toBe(true)
  const adHoc = builderConfig({ ...options, signature: 'adHoc' })
  expect(adHoc.forceCodeSigning).toBe(false)
  expect(adHoc.mac).toMatchObject({ identity: '-', hardenedRuntime: false, notarize: false })
})

test('the fuses are those of the security table, and the package check reads the same list', () => {
  expect(config.electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  })
})

test('Linux: the sandbox of the renderer is never switched off', () => {
  expect(config.appImage?.executableArgs).toEqual([])
  expect(config.linux?.executableArgs).toBeUndefined()
})

test('nothing is published automatically, and files have their expected names', () => {
  expect(config.publish).toBeNull()
  expect(config.appId).toBe(APP_ID)
  expect(config.protocols).toEqual([{ name: 'Tillside transaction', schemes: ['tillside'], role: 'Viewer' }])
})

test('a profile goes beside the archive, and into the names of the installers', () => {
  const preconfigured = builderConfig({ ...options, profileFile: '/shop.json', variant: 'shop' })
  const licences = { from: '/licences.txt', to: 'LICENCES.txt' }
  expect(preconfigured.extraResources).toEqual([licences, { from: '/shop.json', to: 'profile.json' }])
  expect(preconfigured.artifactName).toBe('${productName}-${version}-shop-${os}-${arch}.${ext}')
  expect(config.extraResources).toEqual([licences])
  expect(config.artifactName).toBe('${productName}-${version}-${os}-${arch}.${ext}')
})

test('source maps are packed on request only', () => {
  expect(config.files).toContain('!**/*.map')
  expect(builderConfig({ ...options, withSourceMaps: true }).files).not.toContain('!**/*.map')
})
