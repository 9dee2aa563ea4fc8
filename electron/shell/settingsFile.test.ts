import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { problemOf, problemPage, SettingsFileError } from './problemPage.ts'
import { openSettings } from './settingsFile.ts'
import { freshDir } from './testing/freshDir.ts'

// Under plain Node, importing electron starts a download. With an absolute folder electron-store does not use it.
vi.mock('electron', () => ({ default: {} }))

const silent = (): void => undefined

test('a value survives a restart, and a dot in a key is not a path', () => {
  const dir = freshDir()
  openSettings(dir, () => 0, silent).set('a.b', { c: 1 })
  const again = openSettings(dir, () => 0, silent)
  expect(again.get('a.b')).toEqual({ c: 1 })
  expect(again.get('a')).toBeUndefined()
  again.delete('a.b')
  expect(openSettings(dir, () => 0, silent).get('a.b')).toBeUndefined()
})

test.skipIf(process.platform === 'win32')('only its owner may read the file', () => {
  const dir = freshDir()
  openSettings(dir, () => 0, silent).set('a', 1)
  expect(statSync(path.join(dir, 'settings.json')).mode & 0o777).toBe(0o600)
})

test.each(['{"a": 1', '\u0000\u0000\u0000', '', 'null', '[1]', '"x"', '7'])(
  'a broken file (%j) is copied to another name and a new one is made',
  (text) => {
    const dir = freshDir()
    const lines: string[] = []
    writeFileSync(path.join(dir, 'settings.json'), text)
    const settings = openSettings(
      dir,
      () => 42,
      (level, event) => lines.push(`${level} ${event}`),
    )
    expect(settings.get('a')).toBeUndefined()
    settings.set('a', 2)
    expect(openSettings(dir, () => 0, silent).get('a')).toBe(2)
    expect(readdirSync(dir)).toContain('settings.broken-42.json')
    expect(readFileSync(path.join(dir, 'settings.broken-42.json'), 'utf8')).toBe(text)
    expect(lines).toEqual(['error settings.broken'])
  },
)

const inItsPlace: readonly (readonly [string, (file: string) => void, RegExp])[] = [
  ['a folder', (file) => mkdirSync(file), /^It is a folder\.$/u],
  ['80 MB', (file) => (writeFileSync(file, '{}'), truncateSync(file, 80 * 1_048_576)), /^It is 80 MB long/u],
  ...(process.platform === 'win32'
    ? []
    : [['a pipe', (file: string) => execFileSync('mkfifo', [file]), /^It is a pipe/u] as const]),
]
test.each(inItsPlace)(
  '%s in the place of the file is reported at once and stays unchanged',
  (_what, put, words) => {
    const dir = freshDir()
    const file = path.join(dir, 'settings.json')
    put(file)
    const open = (): unknown => openSettings(dir, () => 0, silent)
    expect(open).toThrow(SettingsFileError)
    expect(open).toThrow(words)
    expect(readdirSync(dir)).toEqual(['settings.json'])
    const page = problemPage(problemOf(new SettingsFileError(file, 'It is a folder.')), 'abc')
    expect(page).toContain(`File: <code>${file}</code>`)
    expect(page).toContain('Every sale is safe, and nothing was sent.')
  },
)

test('if the probe cannot be written, the settings stay unchanged and the error is thrown', () => {
  const dir = freshDir()
  const settings = openSettings(dir, () => 0, silent)
  settings.set('a', 1)
  const before = readFileSync(path.join(dir, 'settings.json'), 'utf8')
  // A folder in the place of the probe makes the write fail, as a full disk does.
  mkdirSync(path.join(dir, 'settings.probe'))
  expect(() => settings.set('a', 2)).toThrow(/settings\.probe/u)
  expect(() => settings.delete('a')).toThrow(/settings\.probe/u)
  expect(readFileSync(path.join(dir, 'settings.json'), 'utf8')).toBe(before)
  expect(settings.get('a')).toBe(1)
})

test('the probe file is removed', () => {
  const dir = freshDir()
  openSettings(dir, () => 0, silent).set('a', 1)
  expect(readdirSync(dir)).toEqual(['settings.json'])
})
