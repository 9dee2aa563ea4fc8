import { expect, test } from 'vitest'
import { err, ok } from '../../shared/result.ts'
import { findProfile, machineWideProfile, type ProfilePlaces } from './findProfile.ts'

const file = (name: string): string => JSON.stringify({ name })

function find(files: Readonly<Record<string, string>>, more: Partial<ProfilePlaces> = {}) {
  const found = findProfile({
    argv: [],
    env: {},
    platform: 'linux',
    resourcesDir: '/app/resources',
    readFile: (path) => ok(files[path] ?? null),
    ...more,
  })
  return found.ok
    ? { name: found.value.profile.name, path: found.value.path, origin: found.value.origin }
    : found.error.map((problem) => problem.source)
}

const everywhere = {
  '/named.json': file('named'),
  '/from-env.json': file('env'),
  '/etc/tillside/profile.json': file('machine'),
  '/app/resources/profile.json': file('package'),
}
const env = { TILLSIDE_PROFILE: '/from-env.json' }

test('the argument comes before the variable, the machine-wide place, the package and Practice', () => {
  expect(find(everywhere, { argv: ['--profile', '/named.json'], env })).toMatchObject({ name: 'named' })
  expect(find(everywhere, { argv: ['x', '--profile=/named.json'], env })).toMatchObject({ name: 'named' })
  expect(find(everywhere, { env })).toMatchObject({ name: 'env' })
  expect(find(everywhere)).toEqual({
    name: 'machine',
    path: '/etc/tillside/profile.json',
    origin: 'machine',
  })
  expect(find(everywhere, { machineWideDir: '/else' })).toMatchObject({ name: 'package' })
  const chosen = { ...everywhere, '/data/profile.json': file('chosen') }
  expect(find(chosen, { chosenDir: '/data' })).toMatchObject({ name: 'machine' })
  expect(find(chosen, { chosenDir: '/data', machineWideDir: null })).toMatchObject({
    name: 'chosen',
    origin: 'chosen',
  })
  expect(find({})).toEqual({ name: 'Practice', path: null, origin: 'builtIn' })
  expect(find({}, { resourcesDir: null, env: { TILLSIDE_PROFILE: '' } })).toMatchObject({ name: 'Practice' })
})

test('each platform has its machine-wide place', () => {
  const windows = { 'D:\\Data\\Tillside\\profile.json': file('w') }
  expect(find(windows, { platform: 'windows', env: { ProgramData: 'D:\\Data' } })).toMatchObject({
    name: 'w',
  })
  const mac = { '/Library/Application Support/Tillside/profile.json': file('m') }
  expect(find(mac, { platform: 'mac' })).toMatchObject({ name: 'm' })
})

test('a named profile that is missing is a problem, and no other profile is used', () => {
  expect(find(everywhere, { argv: ['--profile', '/gone.json'] })).toEqual(['/gone.json'])
  expect(find(everywhere, { env: { TILLSIDE_PROFILE: '/gone.json' } })).toEqual(['/gone.json'])
  expect(find(everywhere, { argv: ['--profile'] })).toEqual(['--profile'])
  expect(find(everywhere, { argv: ['--profile', '--other'] })).toEqual(['--profile'])
})

test('an invalid or unreadable profile never makes the till fall back to Practice', () => {
  expect(find({ ...everywhere, '/etc/tillside/profile.json': '{' })).toEqual(['/etc/tillside/profile.json'])
  expect(find({}, { readFile: () => err('cannot be read by this account') })).toEqual([
    '/etc/tillside/profile.json',
  ])
})

test('arguments after a link cannot name a profile; arguments before it can', () => {
  const start = (...argv: readonly string[]) =>
    findProfile({
      argv,
      env: {},
      platform: 'linux',
      resourcesDir: null,
      readFile: (file) => ok(file === '/own.json' ? '{ "name": "Own" }' : file === '/evil.json' ? '{' : null),
    })
  const link = 'TILLSIDE://transaction/A-1'
  expect(start(link, '--profile=/evil.json')).toMatchObject({ value: { path: null } })
  expect(start(link, '--profile', '/evil.json')).toMatchObject({ value: { path: null } })
  expect(start('--profile', '/own.json', link, '--profile=/evil.json')).toMatchObject({
    value: { path: '/own.json', profile: { name: 'Own' } },
  })
})

test('the keys that the file sets are listed in dotted form; the built-in profile sets none', () => {
  const text = JSON.stringify({ name: 'shop', outbox: { timeoutSeconds: 30 }, locked: ['name'] })
  const found = findProfile({
    argv: [],
    env: {},
    platform: 'linux',
    resourcesDir: null,
    readFile: () => ok(`\ufeff${text}`),
  })
  expect(found.ok && found.value.keys).toEqual(['name', 'outbox.timeoutSeconds', 'locked'])
  const none = findProfile({
    argv: [],
    env: {},
    platform: 'mac',
    resourcesDir: null,
    readFile: () => ok(null),
  })
  expect(none.ok && none.value.keys).toEqual([])
  expect(machineWideProfile('linux', {})).toBe('/etc/tillside/profile.json')
  expect(machineWideProfile('windows', { ProgramData: 'D:\\Data' })).toBe('D:\\Data\\Tillside\\profile.json')
})

test('without a machine-wide folder no machine-wide profile is read', () => {
  const found = findProfile({
    argv: [],
    env: {},
    platform: 'linux',
    machineWideDir: null,
    resourcesDir: null,
    readFile: (path) => {
      throw new Error(path)
    },
  })
  expect(found.ok && found.value.origin).toBe('builtIn')
})
