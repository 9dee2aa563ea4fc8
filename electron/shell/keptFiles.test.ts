import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createKeptFiles, KEPT_BYTES_MAX } from './keptFiles.ts'
import { freshDir } from './testing/freshDir.ts'
import { CAN_FILL_A_DISK, onFullDisk } from './testing/fullDisk.ts'

function bench() {
  const dir = freshDir()
  const lines: string[] = []
  const files = createKeptFiles(dir, (...line) => lines.push(JSON.stringify(line)))
  return { dir, lines, files, place: path.join(dir, 'kept', 'list-1') }
}

test('a text survives a restart, in a file that only its owner may read, without other files beside it', async () => {
  const { dir, files, place, lines } = bench()
  expect(await files.read('list-1')).toBeNull()
  expect(await files.write('list-1', 'Ọlá ₦\nsecond line')).toBe(true)
  expect(await files.write('list-1', 'Ọlá ₦')).toBe(true)
  expect(await createKeptFiles(dir, () => undefined).read('list-1')).toBe('Ọlá ₦')
  expect(readdirSync(path.dirname(place))).toEqual(['list-1'])
  if (process.platform !== 'win32') expect(statSync(place).mode & 0o777).toBe(0o600)
  expect(lines).toEqual([])
})

test('of two writes at once the later one is stored, complete', async () => {
  const { files } = bench()
  const long = 'x'.repeat(3_000_000)
  expect(await Promise.all([files.write('list-1', long), files.write('list-1', 'short')])).toEqual([
    true,
    true,
  ])
  expect(await files.read('list-1')).toBe('short')
})

test.each(['', '../list', 'a/b', 'A', '.', 'x'.repeat(81)])('%j is not a valid name', async (name) => {
  const { files, dir } = bench()
  await expect(files.read(name)).rejects.toThrow(/given a name/u)
  await expect(files.write(name, 'x')).rejects.toThrow(/given a name/u)
  expect(readdirSync(dir)).toEqual([])
})

test('a folder, a link and a file that is too large are not read', async () => {
  const { files, place, lines, dir } = bench()
  mkdirSync(place, { recursive: true })
  expect(await files.read('list-1')).toBeNull()
  writeFileSync(path.join(dir, 'elsewhere'), 'private-value')
  symlinkSync(path.join(dir, 'elsewhere'), path.join(path.dirname(place), 'list-2'))
  expect(await files.read('list-2')).toBeNull()
  writeFileSync(path.join(path.dirname(place), 'list-3'), '')
  truncateSync(path.join(path.dirname(place), 'list-3'), KEPT_BYTES_MAX + 1)
  expect(await files.read('list-3')).toBeNull()
  expect(lines).toHaveLength(3)
  expect(lines.join()).not.toMatch(/private-value|elsewhere/u)
})

test('a text that is too long to be read again is not written, and the old one stays', async () => {
  const { files, lines } = bench()
  await files.write('list-1', 'as it was')
  expect(await files.write('list-1', 'ẹ'.repeat(KEPT_BYTES_MAX / 2))).toBe(false)
  expect(await files.read('list-1')).toBe('as it was')
  expect(lines.join()).toContain('keptFile.notWritten')
})

test('a failed write returns false, and the old text stays', async () => {
  const { files, place, dir, lines } = bench()
  await files.write('list-1', 'as it was')
  // A folder of that name makes the rename fail, as a disk may.
  mkdirSync(path.join(path.dirname(place), 'list-2', 'inside'), { recursive: true })
  expect(await files.write('list-2', 'new')).toBe(false)
  expect(readFileSync(place, 'utf8')).toBe('as it was')
  expect(readdirSync(path.dirname(place))).toEqual(['list-1', 'list-2'])
  expect(lines.join()).toContain('keptFile.notWritten')
  writeFileSync(path.join(dir, 'file'), '')
  expect(await createKeptFiles(path.join(dir, 'file'), () => undefined).write('list-1', 'x')).toBe(false)
})

test.skipIf(!CAN_FILL_A_DISK)('a full disk returns false, and the old text stays', async () => {
  const { files, place, dir } = bench()
  await files.write('list-1', 'as it was')
  const told = onFullDisk(`
    const { createKeptFiles } = await import(${JSON.stringify(path.join(import.meta.dirname, 'keptFiles.ts'))})
    const files = createKeptFiles(${JSON.stringify(dir)}, () => undefined)
    console.log(await files.write('list-1', 'x'.repeat(100_000)))`)
  expect(told.trim()).toBe('false')
  expect(readFileSync(place, 'utf8')).toBe('as it was')
  expect(readdirSync(path.dirname(place))).toEqual(['list-1'])
})

test('a temporary file that a power cut left is removed by the next write', async () => {
  const { files, place } = bench()
  await files.write('list-1', 'as it was')
  writeFileSync(path.join(path.dirname(place), '.0123456789abcdef.part'), 'half of')
  await files.write('list-1', 'new')
  expect(readdirSync(path.dirname(place))).toEqual(['list-1'])
})

test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'a file without read permission counts as missing',
  async () => {
    const { files, place, lines } = bench()
    await files.write('list-1', 'private-value')
    chmodSync(place, 0o000)
    expect(await files.read('list-1')).toBeNull()
    expect(lines.join()).toContain('EACCES')
  },
)
