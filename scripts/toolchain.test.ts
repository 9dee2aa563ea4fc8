import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'

interface LockEntry {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, '..', name), 'utf8'))
}

const manifest = readJson('package.json') as Readonly<Record<string, Readonly<Record<string, string>>>>
const lock = (readJson('package-lock.json') as { readonly packages: Readonly<Record<string, LockEntry>> })
  .packages
const installed = Object.entries(lock).filter(([name]) => name !== '')

test('tests run on the Node that npm provides, regardless of the machine’s own', () => {
  expect(process.version).toMatch(/^v(?:24\.(?:1[1-9]|[2-9]\d)|26)\./u)
})

test('SQLite is newer than the bug that could lose a write-ahead log (fixed in 3.51.3)', () => {
  using database = new DatabaseSync(':memory:')
  const row = database.prepare('SELECT sqlite_version() AS version').get()
  const [major = 0, minor = 0, patch = 0] = String(row?.['version']).split('.').map(Number)
  expect(major * 1_000_000 + minor * 1_000 + patch).toBeGreaterThanOrEqual(3_051_003)
})

test('every dependency is pinned to one version', () => {
  const pins = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((group) =>
    Object.entries(manifest[group] ?? {}),
  )
  expect(pins.length).toBeGreaterThan(20)
  expect(pins.filter(([, version]) => !/^\d+\.\d+\.\d+$/u.test(version))).toEqual([])
})

test('everything that ships is bundled, so that nothing is installed beside the app', () => {
  expect(manifest['dependencies'] ?? {}).toEqual({})
})

test('the lock agrees with the pins', () => {
  const pins = Object.entries({ ...manifest['devDependencies'], ...manifest['optionalDependencies'] })
  expect(pins.filter(([name, version]) => lock[`node_modules/${name}`]?.version !== version)).toEqual([])
})

test('the lock names no host, so that any registry serves it, and every package has its checksum', () => {
  expect(installed.filter(([, entry]) => entry.resolved !== undefined).map(([name]) => name)).toEqual([])
  expect(
    installed.filter(([, entry]) => !(entry.integrity ?? '').startsWith('sha512-')).map(([name]) => name),
  ).toEqual([])
})

test('the lock holds every native binding of every tool, so that npm ci works on each system', () => {
  const missing = installed.flatMap(([name, entry]) =>
    Object.keys(entry.optionalDependencies ?? {})
      .filter((binding) => !isLocked(name, binding))
      .map((binding) => `${name} → ${binding}`),
  )
  expect(missing).toEqual([])
  const tools = ['oxlint', 'oxlint-tsgolint', 'oxc-parser', 'rolldown', 'typescript']
  expect(
    tools.filter(
      (tool) => Object.keys(lock[`node_modules/${tool}`]?.optionalDependencies ?? {}).length === 0,
    ),
  ).toEqual([])
})

/** Whether Node would find `dependency` from `from`: nested first, then upwards. */
function isLocked(from: string, dependency: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    if (lock[`${folder}/node_modules/${dependency}`] !== undefined) return true
    if (!folder.includes('/node_modules/')) return lock[`node_modules/${dependency}`] !== undefined
  }
}

test('parallel tests do not use expect.poll, which fails without a single running test', () => {
  const root = path.join(import.meta.dirname, '..')
  const files = globSync(['{electron,renderer,shared,sandbox,scripts,proof,build}/**/*.test.{ts,tsx}'], {
    cwd: root,
  })
  const sideBySide = files
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
    .filter(({ text }) => /^(?:test|describe)\.concurrent\b/mu.test(text))
  expect(sideBySide.length).toBeGreaterThan(0)
  expect(sideBySide.filter(({ text }) => /\bexpect\.poll\(/u.test(text)).map(({ file }) => file)).toEqual([])
})
