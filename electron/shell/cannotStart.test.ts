import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { endWithBox, endWithoutLock } from './cannotStart.ts'
import { freshDir } from './testing/freshDir.ts'

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

test('a second start is logged, ends, and leaves nothing in the folders', async () => {
  const folders = [freshDir(), freshDir()]
  expect(await refused(folders)).toEqual(['Tillside is open already, and was asked to come forward.', 'quit'])
  expect(folders.map((folder) => readdirSync(folder))).toEqual([[], []])
})

test.each([0, 1])('if folder %i cannot be written, a box names it after `ready`', async (place) => {
  const file = path.join(freshDir(), 'a file')
  writeFileSync(file, '')
  const folders = [freshDir(), freshDir()].with(place, file)
  const [ready, box, code] = await refused(folders)
  expect([ready, code]).toEqual(['ready', 1])
  expect(box).toEqual([
    'Tillside cannot start.',
    expect.stringMatching(/^The folder .*a file cannot be written \(E[A-Z]+\)\./u),
  ])
})

test('if the window cannot be shown, a system box appears and the process ends, once', () => {
  const seen: unknown[] = []
  const end = endWithBox(
    { showErrorBox: (title, content) => seen.push([title, content]) },
    { exit: (code) => seen.push(code) },
    (...line) => seen.push(line),
  )
  end(Object.assign(new Error('no window'), { code: 'ERR_FAILED' }))
  end(new Error('again'))
  expect(seen).toHaveLength(3)
  const [line, box, code] = seen
  expect(line).toEqual(['error', 'app.cannotShow', { name: 'Error', code: 'ERR_FAILED' }])
  expect(box).toEqual([
    'Tillside cannot start.',
    expect.stringContaining('Every sale that was saved is safe.'),
  ])
  expect(code).toBe(1)
})

test('a failing log prevents neither the box nor the end', () => {
  const seen: unknown[] = []
  const end = endWithBox(
    {
      showErrorBox: () => {
        throw new Error('no display')
      },
    },
    { exit: (code) => seen.push(code) },
    () => {
      throw new Error('no disk')
    },
  )
  end('a text')
  expect(seen).toEqual([1])
})
