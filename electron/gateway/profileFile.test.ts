import type * as FileSystem from 'node:fs'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fc } from '../testing/fuzz.ts'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { findProfile, type ProfileOrigin } from './findProfile.ts'
import { profileProblemText } from './profile.ts'
import { PROFILE_BYTES_MAX, readProfileFile } from './profileFile.ts'

/** Root may read everything, so the system's refusals are simulated. */
const refusal = vi.hoisted(() => ({ code: '' }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof FileSystem>()
  const openSync: typeof fs.openSync = (...from) => {
    if (refusal.code !== '') throw Object.assign(new Error(refusal.code), { code: refusal.code })
    return fs.openSync(...from)
  }
  return { ...fs, openSync }
})
afterEach(() => {
  refusal.code = ''
})

const dir = mkdtempSync(path.join(tmpdir(), 'tillside-profile-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
let files = 0

function fileOf(content: string | Uint8Array): string {
  files += 1
  const file = path.join(dir, `branch-${files}.json`)
  writeFileSync(file, content)
  return file
}

/** The problem of a real file that is named as the profile. */
function problemOf(file: string): string {
  const found = findProfile({
    argv: ['--profile', file],
    env: {},
    platform: 'linux',
    machineWideDir: dir,
    resourcesDir: null,
    readFile: readProfileFile,
  })
  if (found.ok) throw new Error('taken')
  const [first] = found.error.map(profileProblemText)
  return first?.replace(file, 'FILE') ?? ''
}

const text = '{ "name": "Shop" }'

test('UTF-8 is read, with a byte order mark and without, and so are letters of every language', () => {
  for (const name of ['Shop', 'Ẹgbẹ́ Ọjà', '商店']) {
    for (const mark of ['', '\uFEFF']) {
      const file = fileOf(`${mark}{ "name": "${name}" }`)
      expect(readProfileFile(file)).toEqual({ ok: true, value: `${mark}{ "name": "${name}" }` })
    }
  }
})

test.each([
  [
    'UTF-16 of Windows',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
    'must be saved as UTF-8; it is saved as UTF-16',
  ],
  [
    'the other UTF-16',
    Buffer.from([0xfe, 0xff, 0, 0x7b, 0, 0x7d]),
    'must be saved as UTF-8; it is saved as UTF-16',
  ],
  ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), 'must be a text saved as UTF-8'],
  ['Latin-1', Buffer.from('{ "name": "Café" }', 'latin1'), 'must be a text saved as UTF-8'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'must be a text saved as UTF-8'],
  ['a zip', Buffer.from('504b0304140000000800', 'hex'), 'must be a text saved as UTF-8'],
  ['nothing', Buffer.alloc(0), 'is empty'],
  ['a mark and spaces', Buffer.from('\uFEFF \r\n'), 'is empty'],
  ['zeros of a crash', Buffer.alloc(4_096), 'must be a text saved as UTF-8'],
  [
    'half of it',
    Buffer.from('{ "name": "Shop", "environment": "live"'),
    'line 1, column 40: must be JSON, but the file ends here',
  ],
  ['cut within a letter', Buffer.from('{ "name": "Ọ').subarray(0, -1), 'must be a text saved as UTF-8'],
  ['too much', Buffer.alloc(PROFILE_BYTES_MAX + 1, ' '), 'is larger than a megabyte'],
])('a file of %s is a problem that says what is wrong', (_what, bytes, problem) => {
  expect(problemOf(fileOf(bytes))).toContain(`FILE: ${problem}`)
})

test('a file of exactly a megabyte is read', () => {
  expect(readProfileFile(fileOf(text.padEnd(PROFILE_BYTES_MAX)))).toMatchObject({ ok: true })
})

test('a folder, a file in place of a folder, and a missing named file have different problems', () => {
  const folder = path.join(dir, 'folder.json')
  mkdirSync(folder)
  expect(problemOf(folder)).toBe('FILE: is a folder, not a file')
  expect(problemOf(path.join(fileOf(text), 'profile.json'))).toContain('a part of its path is a file')
  expect(problemOf(path.join(dir, 'none.json'))).toBe('FILE: must be there: it was named as the profile')
})

test.skipIf(process.platform === 'win32')(
  'a dangling link and a device are problems, not a missing profile, and an endless device is not read',
  () => {
    const link = path.join(dir, 'link.json')
    symlinkSync(path.join(dir, 'share-that-is-not-mounted.json'), link)
    expect(problemOf(link)).toBe('FILE: is a link to a file that is not there')
    expect(problemOf('/dev/zero')).toBe('FILE: is a device or a pipe, not a file')
  },
)

test.each([
  ['EACCES', 'FILE: cannot be read by this account'],
  ['EPERM', 'FILE: cannot be read by this account'],
  ['EBUSY', 'FILE: cannot be read'],
  ['EIO', 'FILE: cannot be read'],
])('a file that fails with %s is a problem, not a missing profile', (code, problem) => {
  const file = fileOf(text)
  refusal.code = code
  expect(problemOf(file)).toBe(problem)
})

test('any bytes in a file: a result, and never another file’s text', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const read = readProfileFile(fileOf(bytes))
      if (read.ok) expect(Buffer.from(read.value ?? '', 'utf8')).toEqual(Buffer.from(bytes))
    }),
    { numRuns: 100 },
  )
})

/** The places in the order in which they are searched. */
const PLACES = ['argument', 'variable', 'machine', 'package'] as const
type Place = (typeof PLACES)[number]
const CONTENTS = ['none', 'right', 'wrong', 'unreadable'] as const

function layOut(contents: Readonly<Record<Place, (typeof CONTENTS)[number]>>): {
  readonly root: string
  readonly found: ReturnType<typeof findProfile>
} {
  const root = mkdtempSync(path.join(dir, 'places-'))
  const fileIn = (place: Place): string => path.join(root, place, 'profile.json')
  for (const place of PLACES) {
    mkdirSync(path.join(root, place))
    if (contents[place] === 'right') writeFileSync(fileIn(place), JSON.stringify({ name: place }))
    if (contents[place] === 'wrong') writeFileSync(fileIn(place), '{ "nam": 1 }')
    if (contents[place] === 'unreadable') mkdirSync(fileIn(place))
  }
  const found = findProfile({
    argv: contents.argument === 'none' ? [] : [`--profile=${fileIn('argument')}`],
    env: contents.variable === 'none' ? {} : { TILLSIDE_PROFILE: fileIn('variable') },
    platform: 'linux',
    machineWideDir: path.join(root, 'machine'),
    resourcesDir: path.join(root, 'package'),
    readFile: readProfileFile,
  })
  return { root, found }
}

test('in all 256 cases the first file that exists decides, and an invalid one is never skipped', () => {
  for (const argument of CONTENTS) {
    for (const variable of CONTENTS) {
      for (const machine of CONTENTS) {
        for (const inPackage of CONTENTS) {
          const contents = { argument, variable, machine, package: inPackage }
          const { root, found } = layOut(contents)
          const first = PLACES.find((place) => contents[place] !== 'none')
          const expected: { origin: ProfileOrigin; name: string } | { wrong: string } =
            first === undefined
              ? { origin: 'builtIn', name: 'Practice' }
              : contents[first] === 'right'
                ? { origin: first, name: first }
                : { wrong: path.join(root, first, 'profile.json') }
          const got = found.ok
            ? { origin: found.value.origin, name: found.value.profile.name }
            : { wrong: found.error[0]?.source }
          expect({ contents, got }).toEqual({ contents, got: expected })
        }
      }
    }
  }
})
