import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createProfileFiles } from './profileFiles.ts'
import { followProblemLinks, hasPinHere } from './problemWindow.ts'
import type { StartProblem } from './problemPage.ts'

const NOW_MS = Date.UTC(2026, 10, 23, 18, 35)

function folder(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-profile-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

const picking = (filePaths: readonly string[]) =>
  createProfileFiles(
    async () => ({ canceled: filePaths.length === 0, filePaths }),
    () => NOW_MS,
  )

test('the picked file is read by the rules of a start; a closed dialog is none', async () => {
  const dir = folder()
  const file = path.join(dir, 'shop.json')
  writeFileSync(file, '{}')
  expect(await picking([file]).ask()).toEqual({ file, text: { ok: true, value: '{}' } })
  expect(await picking([dir]).ask()).toMatchObject({ text: { ok: false, error: 'is a folder, not a file' } })
  expect(await picking([]).ask()).toBeNull()
})

test('a profile in its place is kept beside it under a dated name, each time another', () => {
  const dir = folder()
  const place = path.join(dir, 'profile.json')
  const files = picking([])
  expect(files.place(place, 'one')).toEqual({ ok: true, value: { keptAs: null } })
  const kept = path.join(dir, 'profile.before-2026-11-23T183500.json')
  expect(files.place(place, 'two')).toEqual({ ok: true, value: { keptAs: kept } })
  expect(files.place(place, 'three')).toMatchObject({ ok: true })
  expect(readFileSync(place, 'utf8')).toBe('three')
  expect(readFileSync(kept, 'utf8')).toBe('one')
  // No temporary file stays.
  expect(readdirSync(dir)).toHaveLength(3)
})

// A write beyond the limit ends short, as on a full disk: the system reports how many bytes it took, and no error.
test.skipIf(process.platform === 'win32')(
  'a profile cut short by a full disk is not placed, and the old one stays',
  () => {
    const dir = folder()
    const place = path.join(dir, 'profile.json')
    writeFileSync(place, 'one')
    const script = `
    import { createProfileFiles } from ${JSON.stringify(path.join(import.meta.dirname, 'profileFiles.ts'))}
    const files = createProfileFiles(async () => ({ canceled: true, filePaths: [] }), () => 0)
    console.log(JSON.stringify(files.place(${JSON.stringify(place)}, 'x'.repeat(5_000))))`
    const limited = `trap '' XFSZ; ulimit -f 2; exec "$0" --input-type=module-typescript -e "$1"`
    const { stdout } = spawnSync('bash', ['-c', limited, process.execPath, script], { encoding: 'utf8' })
    expect(JSON.parse(stdout)).toMatchObject({ ok: false })
    expect(readFileSync(place, 'utf8')).toBe('one')
    expect(readdirSync(dir).filter((name) => name.endsWith('.part'))).toEqual([])
  },
)

test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'a place that may not be written stays as it is',
  () => {
    const dir = folder()
    const place = path.join(dir, 'profile.json')
    writeFileSync(place, 'one')
    chmodSync(dir, 0o500)
    expect(picking([]).place(place, 'two')).toEqual({ ok: false, error: 'noAccess' })
    chmodSync(dir, 0o700)
    expect(readdirSync(dir)).toEqual(['profile.json'])
    expect(readFileSync(place, 'utf8')).toBe('one')
  },
)

test.skipIf(process.platform === 'win32')(
  'behind a link its target is replaced, with the same rights',
  () => {
    const dir = folder()
    const target = path.join(dir, 'real.json')
    const place = path.join(dir, 'profile.json')
    writeFileSync(target, 'one', { mode: 0o644 })
    symlinkSync(target, place)
    picking([]).place(place, 'two')
    expect(readFileSync(target, 'utf8')).toBe('two')
    expect(statSync(target).mode & 0o777).toBe(0o644)
  },
)

test('a PIN of either environment counts, and so does one that cannot be read', () => {
  const [empty, withFile] = [folder(), folder()]
  writeFileSync(path.join(withFile, 'settings.json'), '{}')
  expect(hasPinHere([empty], () => 'a PIN')).toBe(false)
  expect(hasPinHere([empty, withFile], () => undefined)).toBe(false)
  expect(hasPinHere([empty, withFile], () => 'a PIN')).toBe(true)
  const unreadable = (): never => {
    throw new Error('unreadable')
  }
  expect(hasPinHere([empty, withFile], unreadable)).toBe(true)
})

test('the problem page’s links choose a profile or start again; other addresses do nothing', async () => {
  const dir = folder()
  const picked = path.join(dir, 'shop.json')
  const nextProfile = path.join(dir, 'profile.json')
  writeFileSync(picked, '{"name": 1}')
  const shown: StartProblem[] = []
  let restarts = 0
  let follow: (event: { readonly url: string }) => void = () => undefined
  followProblemLinks(
    { on: (_event, listener) => (follow = listener) },
    {
      chooser: { files: picking([picked]), nextProfile },
      show: (problem) => shown.push(problem),
      restart: () => (restarts += 1),
      log: () => undefined,
    },
  )
  follow({ url: 'app://bundle/choose-profile?file=/etc/passwd' })
  follow({ url: 'https://evil.invalid/choose-profile' })
  expect([shown.length, restarts]).toEqual([0, 0])
  follow({ url: 'app://bundle/choose-profile' })
  await expect.poll(() => shown.length).toBe(1)
  expect(shown[0]).toMatchObject({ file: picked, lines: [expect.stringMatching(/^name: /u)] })
  expect(readdirSync(dir)).toEqual(['shop.json'])
  writeFileSync(picked, '{}')
  follow({ url: 'app://bundle/choose-profile' })
  await expect.poll(() => shown.length).toBe(2)
  expect(shown[1]).toMatchObject({ title: 'The profile is in place.', file: nextProfile })
  expect(readFileSync(nextProfile, 'utf8')).toBe('{}')
  follow({ url: 'app://bundle/open-again' })
  expect(restarts).toBe(1)
})
