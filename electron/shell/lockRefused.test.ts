import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { endWithoutLock } from './lockRefused.ts'

function freshDir(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'tillside-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

async function refused(folders: readonly string[]) {
  const seen: unknown[] = []
  await endWithoutLock(
    {
      whenReady: async () => seen.push('ready'),
      quit: () => seen.push('quit'),
      exit: (code) => seen.push(code),
    },
    { showErrorBox: (title, content) => seen.push([title, content]) },
    folders,
    (line) => seen.push(line),
  )
  return seen
}

test('a second start says so and goes, and leaves nothing in the folders', async () => {
  const folders = [freshDir(), freshDir()]
  expect(await refused(folders)).toEqual(['Tillside is open already, and was asked to come forward.', 'quit'])
  expect(folders.map((folder) => readdirSync(folder))).toEqual([[], []])
})

test.each([0, 1])(
  'where folder %i cannot be written, a box names it, once a box can be shown',
  async (place) => {
    const file = path.join(freshDir(), 'a file')
    writeFileSync(file, '')
    const folders = [freshDir(), freshDir()].with(place, file)
    const [ready, box, code] = await refused(folders)
    expect([ready, code]).toEqual(['ready', 1])
    expect(box).toEqual([
      'Tillside cannot start.',
      expect.stringMatching(/^The folder .*a file cannot be written \(E[A-Z]+\)\./u),
    ])
  },
)
