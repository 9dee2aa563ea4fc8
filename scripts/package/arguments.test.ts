import path from 'node:path'
import { expect, test } from 'vitest'
import { readPackageArguments } from './arguments.ts'
import { dropEmptySecrets, notarisationProblem, signatureOf } from './signing.ts'

test('without a system the current one is used', () => {
  const systems = (platform: NodeJS.Platform) => readPackageArguments([], platform).systems
  expect([systems('win32'), systems('darwin'), systems('linux')]).toEqual([['win'], ['mac'], ['linux']])
})

test('systems and options are read in any order', () => {
  const request = readPackageArguments(['mac', '--profile', 'shop.json', '--unpacked', 'win'], 'linux')
  expect(request).toEqual({
    systems: ['win', 'mac'],
    profile: 'shop.json',
    outDir: path.resolve('dist'),
    electronDir: null,
    isUnpacked: true,
    isAdHoc: false,
    withSourceMaps: false,
    withUpdates: false,
  })
})

test.each([
  [['windows'], 'system: needs win or mac or linux, not windows'],
  [['--profil', 'x'], "'--profil'"],
  [['--profile'], "'--profile "],
  [['win', 'shop.json'], 'not shop.json'],
])('%j is refused by name', (args, words) => {
  expect(() => readPackageArguments(args, 'linux')).toThrow(words)
})

test('a certificate decides about the signature, separately for each system', () => {
  expect(signatureOf('win', { WIN_CSC_LINK: 'x' }, false)).toBe('certificate')
  expect(signatureOf('mac', { WIN_CSC_LINK: 'x' }, false)).toBe('adHoc')
  expect(signatureOf('mac', { CSC_NAME: 'x' }, false)).toBe('certificate')
  expect(signatureOf('mac', {}, true)).toBe('none')
  expect(signatureOf('linux', { CSC_LINK: 'x' }, false)).toBe('adHoc')
})

test('an empty secret of CI is no certificate', () => {
  const env = { CSC_LINK: '', APPLE_ID: '', APPLE_TEAM_ID: 'TEAM', PATH: '' }
  dropEmptySecrets(env)
  expect(env).toEqual({ APPLE_TEAM_ID: 'TEAM', PATH: '' })
  expect(signatureOf('mac', env, false)).toBe('adHoc')
})

test('a certificate for macOS without all of Apple’s variables is refused: a package that is not notarised must not look as if it were', () => {
  const appleId = { APPLE_ID: 'a', APPLE_APP_SPECIFIC_PASSWORD: 'b', APPLE_TEAM_ID: 'c' }
  const key = { APPLE_API_KEY: 'a', APPLE_API_KEY_ID: 'b', APPLE_API_ISSUER: 'c' }
  for (const env of [{}, { APPLE_ID: 'a' }, { ...appleId, APPLE_TEAM_ID: '' }, { APPLE_API_KEY: 'a' }]) {
    expect(notarisationProblem('mac', 'certificate', env)).toContain('nothing to notarise with')
  }
  for (const env of [appleId, key, { APPLE_KEYCHAIN_PROFILE: 'a' }]) {
    expect(notarisationProblem('mac', 'certificate', env)).toBeNull()
  }
  expect(notarisationProblem('mac', 'adHoc', {})).toBeNull()
  expect(notarisationProblem('win', 'certificate', {})).toBeNull()
})
