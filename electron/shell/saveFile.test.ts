import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import type promises from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { createFiles, writeWhole } from './saveFile.ts'
import { freshDir } from './testing/freshDir.ts'
import { CAN_FILL_A_DISK, onFullDisk } from './testing/fullDisk.ts'

function bench(answer: (suggested: string) => { canceled: boolean; filePath?: string }) {
  const suggested: string[] = []
  const shown: string[] = []
  const dir = freshDir()
  const files = createFiles(
    (options) => {
      suggested.push(options.defaultPath)
      return Promise.resolve(answer(options.defaultPath))
    },
    () => dir,
    (file) => shown.push(file),
  )
  return { files, dir, suggested, shown }
}

test('the dialog’s filter matches the kind of file, so that the dialog does not append .csv to a text file’s name', async () => {
  const offered: unknown[] = []
  const files = createFiles(
    ({ filters }) => {
      offered.push(filters.map(({ extensions }) => extensions.join()).join())
      return Promise.resolve({ canceled: true })
    },
    () => freshDir(),
    () => {},
  )
  await files.save('sales.csv', 'x')
  await files.save('diagnostics.txt', 'x')
  await files.save('day.xlsx', 'x')
  await files.save('day.jsonl', 'x')
  expect(offered).toEqual(['csv', 'txt', 'xlsx', 'jsonl'])
})

const asSuggested = (filePath: string) => ({ canceled: false, filePath })
const asBefore = (suggested: string) => asSuggested(path.join(path.dirname(suggested), 'sales.csv'))

test('the dialog starts in the documents folder; the text is complete, and no other file is left', async () => {
  const { files, dir, suggested } = bench(asSuggested)
  const file = path.join(dir, 'sales.csv')
  expect(await files.save('sales.csv', '\ufeff"₦"\r\n')).toEqual({ ok: true, value: file })
  expect(suggested).toEqual([file])
  expect(readFileSync(file)).toEqual(Buffer.from('\ufeff"₦"\r\n', 'utf8'))
  expect(readdirSync(dir)).toEqual(['sales.csv'])
})

test('the dialog starts with a name that no file has, and asks before a file is replaced', async () => {
  const asked: unknown[] = []
  const dir = freshDir()
  const files = createFiles(
    ({ properties, defaultPath }) => {
      asked.push(properties)
      return Promise.resolve({ canceled: false, filePath: defaultPath })
    },
    () => dir,
    () => {},
  )
  for (const content of ['one', 'two', 'three']) await files.save('day.jsonl', content)
  expect(asked[0]).toEqual(['showOverwriteConfirmation'])
  expect(readdirSync(dir).toSorted()).toEqual(['day (2).jsonl', 'day (3).jsonl', 'day.jsonl'])
  expect(readFileSync(path.join(dir, 'day.jsonl'), 'utf8')).toBe('one')
})

test('the file that was written last is shown in its folder; one that was not written is not', async () => {
  const { files, dir, shown } = bench(asSuggested)
  files.showLast()
  expect(shown).toEqual([])
  await files.save('sales.csv', 'x')
  await files.save('gone/day.csv', 'x')
  files.showLast()
  expect(shown).toEqual([path.join(dir, 'sales.csv')])
})

test('the parts of a long file are written in order', async () => {
  const { files, dir } = bench(asSuggested)
  const file = path.join(dir, 'sales.csv')
  const parts = Readable.from(['\ufeff"₦"\r\n', Buffer.from('"70.00"\r\n'), ''])
  expect(await files.save('sales.csv', parts)).toEqual({ ok: true, value: file })
  expect(readFileSync(file, 'utf8')).toBe('\ufeff"₦"\r\n"70.00"\r\n')
})

test('a part that throws ends the file: the existing one stays, and no temporary file is left', async () => {
  const { files, dir } = bench(asSuggested)
  const file = path.join(dir, 'sales.csv')
  writeFileSync(file, 'as it was')
  async function* broken(): AsyncGenerator<string> {
    yield 'new'
    throw new Error('cancelled')
  }
  expect(await files.save('sales.csv', broken())).toEqual({ ok: false, error: 'other' })
  expect([readFileSync(file, 'utf8'), readdirSync(dir)]).toEqual(['as it was', ['sales.csv']])
})

test('nothing is read for a file whose dialog was closed', async () => {
  const { files } = bench(() => ({ canceled: true }))
  let isRead = false
  async function* parts(): AsyncGenerator<string> {
    isRead = true
    yield 'x'
  }
  await files.save('sales.csv', parts())
  expect(isRead).toBe(false)
})

test('an existing file is replaced whole, as the dialog has asked', async () => {
  const { files, dir } = bench(asBefore)
  const file = path.join(dir, 'sales.csv')
  writeFileSync(file, 'x'.repeat(1_000))
  await files.save('sales.csv', 'new')
  expect(readFileSync(file, 'utf8')).toBe('new')
})

test.each([{ canceled: true }, { canceled: true, filePath: '' }, { canceled: false, filePath: '' }])(
  'after a cancelled dialog (%j) nothing is written',
  async (answer) => {
    const { files, dir } = bench(() => answer)
    expect(await files.save('sales.csv', 'x')).toEqual({ ok: true, value: null })
    expect(readdirSync(dir)).toEqual([])
  },
)

test.skipIf(process.platform === 'win32')(
  'only its owner may read it: it holds a shop’s takings',
  async () => {
    const { files, dir } = bench(asSuggested)
    await files.save('sales.csv', 'x')
    expect(statSync(path.join(dir, 'sales.csv')).mode & 0o777).toBe(0o600)
  },
)

test('a missing folder, or a folder of that name, is a problem', async () => {
  const gone = bench((suggested) => asSuggested(path.join(path.dirname(suggested), 'gone', 'sales.csv')))
  expect(await gone.files.save('sales.csv', 'x')).toEqual({ ok: false, error: 'other' })
  const taken = bench(asBefore)
  mkdirSync(path.join(taken.dir, 'sales.csv'))
  expect((await taken.files.save('sales.csv', 'x')).ok).toBe(false)
  expect(readdirSync(taken.dir)).toEqual(['sales.csv'])
})

test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'a folder without write permission is noAccess',
  async () => {
    const { files, dir } = bench(asSuggested)
    chmodSync(dir, 0o500)
    expect(await files.save('sales.csv', 'x')).toEqual({ ok: false, error: 'noAccess' })
    chmodSync(dir, 0o700)
  },
)

test.skipIf(!CAN_FILL_A_DISK)('a full disk is reported as such, and the old file stays', async () => {
  const dir = freshDir()
  const file = path.join(dir, 'sales.csv')
  writeFileSync(file, 'as it was')
  const told = onFullDisk(`
    const { writeWhole } = await import(${JSON.stringify(path.join(import.meta.dirname, 'saveFile.ts'))})
    console.log(JSON.stringify(await writeWhole(${JSON.stringify(file)}, 'x'.repeat(100_000))))`)
  expect(JSON.parse(told)).toEqual({ ok: false, error: 'full' })
  expect(readdirSync(dir)).toEqual(['sales.csv'])
  expect(readFileSync(file, 'utf8')).toBe('as it was')
})

const canLink = process.platform !== 'win32'

test.skipIf(!canLink)(
  'a link at NAME.part before the export: its target is not written, and the file is complete',
  async () => {
    const { files, dir } = bench(asSuggested)
    const victim = path.join(dir, 'victim')
    writeFileSync(victim, 'not yours')
    symlinkSync(victim, path.join(dir, 'sales.csv.part'))
    expect((await files.save('sales.csv', 'x')).ok).toBe(true)
    expect(readFileSync(victim, 'utf8')).toBe('not yours')
    expect(readFileSync(path.join(dir, 'sales.csv'), 'utf8')).toBe('x')
  },
)

test.skipIf(!canLink)(
  'a link at the final place is replaced by the file, and its target stays unchanged',
  async () => {
    const { files, dir } = bench(asBefore)
    const victim = path.join(dir, 'victim')
    const file = path.join(dir, 'sales.csv')
    writeFileSync(victim, 'not yours')
    symlinkSync(victim, file)
    expect((await files.save('sales.csv', 'x')).ok).toBe(true)
    expect(readFileSync(victim, 'utf8')).toBe('not yours')
    expect(lstatSync(file).isSymbolicLink()).toBe(false)
    expect(readFileSync(file, 'utf8')).toBe('x')
  },
)

test('two exports to the same file at once do not mix', async () => {
  const dir = freshDir()
  const file = path.join(dir, 'sales.csv')
  const texts = ['x'.repeat(50_000), 'y'.repeat(50_000)]
  const written = await Promise.all(texts.map((text) => writeWhole(file, text)))
  expect(written.map(({ ok }) => ok)).toEqual([true, true])
  expect(texts).toContain(readFileSync(file, 'utf8'))
  expect(readdirSync(dir)).toEqual(['sales.csv'])
})

/** Records every path that is opened. A rename from a path below `otherDisk` fails, as from another disk. */
const seen = vi.hoisted(() => ({ opened: [] as string[], otherDisk: null as string | null }))
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof promises>()
  return {
    ...real,
    open: (file: string, ...rest: [string, number]) => {
      seen.opened.push(file)
      return real.open(file, ...rest)
    },
    rename: (from: string, to: string) =>
      seen.otherDisk !== null && from.startsWith(seen.otherDisk)
        ? Promise.reject(Object.assign(new Error('another disk'), { code: 'EXDEV' }))
        : real.rename(from, to),
  }
})

test('with our own folder for temporary files, only the chosen file is touched in its folder', async () => {
  const [dir, parts] = [freshDir(), path.join(freshDir(), 'parts')]
  const file = path.join(dir, 'sales.csv')
  mkdirSync(parts)
  writeFileSync(path.join(parts, `.${'a'.repeat(16)}.part`), 'left by a power cut')
  writeFileSync(file, 'as it was')
  seen.opened.length = 0
  const files = createFiles(
    () => Promise.resolve(asSuggested(file)),
    () => dir,
    () => {},
    () => parts,
  )
  expect(await files.save('sales.csv', 'new')).toEqual({ ok: true, value: file })
  expect([readFileSync(file, 'utf8'), readdirSync(dir), readdirSync(parts)]).toEqual([
    'new',
    ['sales.csv'],
    [],
  ])
  expect(seen.opened.map((name) => path.dirname(name))).toEqual([parts])
})

test('a file on another disk is also written whole, by a temporary file beside it', async () => {
  const [dir, parts] = [freshDir(), freshDir()]
  const file = path.join(dir, 'sales.csv')
  seen.otherDisk = parts
  const written = await writeWhole(file, Readable.from(['x', 'y']), parts)
  seen.otherDisk = null
  expect(written).toEqual({ ok: true, value: file })
  expect([readFileSync(file, 'utf8'), readdirSync(dir), readdirSync(parts)]).toEqual([
    'xy',
    ['sales.csv'],
    [],
  ])
})
