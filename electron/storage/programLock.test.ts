import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { salesOfFile } from '../outbox/worker/recovery.ts'
import { ruinIndex } from '../testing/editedFile.ts'
import { salesFile, StorageError, type SalesFile } from './database.ts'
import type * as Files from './files.ts'
import { lockFile, takeProgramLock } from './programLock.ts'
import { openSalesFile } from './salesFile.ts'
import { fillFile } from './testing/filledFile.ts'

/** What happens just before a file is copied or renamed, while the sales file is closed. */
const swap = vi.hoisted(() => ({ before: (_step: string): unknown => undefined }))

vi.mock('./files.ts', async (importOriginal) => {
  const real = await importOriginal<typeof Files>()
  const name = (file: string): string => file.replace(/.*sales\.db/u, 'sales.db')
  return {
    ...real,
    copyDurably: (from: string, to: string) => {
      swap.before(`copy ${name(from)}`)
      real.copyDurably(from, to)
    },
    renameDurably: (from: string, to: string) => {
      swap.before(`rename ${name(from)}`)
      real.renameDurably(from, to)
    },
  }
})

let dir = ''
let child: ChildProcess | undefined
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-lock-'))
  swap.before = () => undefined
})
afterEach(async () => {
  if (child !== undefined && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  child = undefined
  rmSync(dir, { recursive: true, force: true })
})

function open(): SalesFile {
  return openSalesFile({
    dataDir: dir,
    settings: { get: () => undefined, set: () => undefined },
    sales: salesOfFile,
    wallNowMs: () => 0,
    log: () => undefined,
  })
}

/** A second Tillside that opens the sales and reports the result; it may then wait with them open. */
const SECOND = `
  const { openSalesFile } = await import(process.argv[1])
  const { salesOfFile } = await import(process.argv[2])
  const settings = { get: () => undefined, set: () => undefined }
  const options = { dataDir: process.argv[3], settings, sales: salesOfFile, wallNowMs: () => 0, log: () => undefined }
  try {
    globalThis.opened = openSalesFile(options)
    console.log('opened')
    if (process.argv[4] === 'stays') setInterval(() => undefined, 60_000)
  } catch (error) {
    console.log(error.reason + ' ' + error.file)
  }
`

function secondArguments(mode: 'leaves' | 'stays'): string[] {
  const at = (name: string): string => path.join(import.meta.dirname, name)
  const modules = [at('salesFile.ts'), at('../outbox/worker/recovery.ts')]
  return ['--no-warnings', '--input-type=module', '-e', SECOND, ...modules, dir, mode]
}

function secondSays(as: { readonly uid?: number; readonly gid?: number } = {}): string {
  return execFileSync(process.execPath, secondArguments('leaves'), { encoding: 'utf8', ...as }).trim()
}

/** @returns once the second one has the sales open, until it is killed */
async function secondStays(): Promise<ChildProcess> {
  child = spawn(process.execPath, secondArguments('stays'), { stdio: ['ignore', 'pipe', 'inherit'] })
  const { stdout } = child
  if (stdout === null) throw new Error('the second program says nothing')
  const [said] = (await once(stdout, 'data')) as [Buffer]
  expect(String(said).trim()).toBe('opened')
  return child
}

function reasonOf(act: () => unknown): string {
  try {
    act()
    return 'none'
  } catch (error) {
    return error instanceof StorageError ? `${error.reason} ${error.file ?? ''}` : String(error)
  }
}

const locked = (): string => `locked ${salesFile(dir)}`

/** What a second program gets at each step at which this one has closed the sales file. */
function metWhileSwapping(): string[] {
  const met: string[] = []
  swap.before = (step) => met.push(`${step}: ${secondSays()}`)
  open().close()
  return met
}

test('a second program opens the sales once the first has closed them, so that the tests below can fail', () => {
  open().close()
  expect(secondSays()).toBe('opened')
})

test('a second program is refused while the first salvages a damaged file', () => {
  fillFile(dir, 8)
  open().close()
  ruinIndex({ dataDir: dir }, 'sale_own')
  expect(metWhileSwapping()).toEqual(
    ['copy sales.db', 'rename sales.db.salvaging', 'rename sales.db.salvaged'].map(
      (step) => `${step}: ${locked()}`,
    ),
  )
})

test('while another program has only the lock, nothing is finished, created or written', () => {
  open().close()
  copyFileSync(salesFile(dir), `${salesFile(dir)}.salvaged`)
  const before = readFileSync(salesFile(dir))
  const lock = takeProgramLock(dir)
  try {
    expect(secondSays()).toBe(locked())
    expect(existsSync(`${salesFile(dir)}.salvaged`)).toBe(true)
    expect(readFileSync(salesFile(dir)).equals(before)).toBe(true)
  } finally {
    lock.release()
  }
  expect(secondSays()).toBe('opened')
  expect(existsSync(`${salesFile(dir)}.salvaged`)).toBe(false)
})

test('a killed program leaves no lock: the file stays, and the next program opens the sales', async () => {
  const second = await secondStays()
  expect(reasonOf(open)).toBe(locked())
  second.kill('SIGKILL')
  await once(second, 'exit')
  expect(statSync(lockFile(dir)).size).toBe(0)
  open().close()
})

test('a file that cannot be opened releases the lock', () => {
  open().close()
  writeFileSync(salesFile(dir), Buffer.alloc(8_192))
  expect(reasonOf(open)).toBe(`damaged ${salesFile(dir)}`)
  takeProgramLock(dir).release()
})

test('a lock file with other bytes in it is emptied and used; while another program holds it, it is not touched', async () => {
  writeFileSync(lockFile(dir), 'these are other bytes, and more of them than a header has\n'.repeat(100))
  await secondStays()
  expect(statSync(lockFile(dir)).size).toBe(0)
  writeFileSync(lockFile(dir), 'x'.repeat(5_000))
  expect(reasonOf(open)).toBe(locked())
  expect(statSync(lockFile(dir)).size).toBe(5_000)
})

test('an empty folder in place of the lock file is removed, a folder with content is named', () => {
  mkdirSync(lockFile(dir))
  open().close()
  expect(statSync(lockFile(dir)).isFile()).toBe(true)
  rmSync(lockFile(dir))
  mkdirSync(path.join(lockFile(dir), 'something'), { recursive: true })
  expect(reasonOf(open)).toBe(`lockFile ${lockFile(dir)}`)
  expect(existsSync(path.join(lockFile(dir), 'something'))).toBe(true)
})

test.skipIf(process.platform === 'win32')(
  'a pipe or a folder in place of sales.head is named, and does not stop the start in silence',
  () => {
    const head = path.join(dir, 'sales.head')
    mkdirSync(head)
    expect(reasonOf(open)).toBe(`headFile ${head}`)
    rmSync(head, { recursive: true })
    // A pipe without a writer: reading it would wait for ever.
    execFileSync('mkfifo', [head])
    expect(reasonOf(open)).toBe(`headFile ${head}`)
    rmSync(head)
    open().close()
  },
)

test.skipIf(process.platform === 'win32')(
  'a write-protected lock file is made writable if it is ours, and named if it is not',
  () => {
    const isRoot = process.getuid?.() === 0
    writeFileSync(lockFile(dir), '')
    chmodSync(lockFile(dir), 0o444)
    chmodSync(dir, 0o777)
    // Root may write everywhere; another user may not, and cannot change root's files.
    const said = isRoot ? secondSays({ uid: 65_534, gid: 65_534 }) : secondSays()
    expect(said).toBe(isRoot ? `lockFile ${lockFile(dir)}` : 'opened')
    open().close()
  },
)

test.skipIf(process.platform === 'win32')('a folder that cannot be written is reported as such', () => {
  chmodSync(dir, 0o555)
  const isRoot = process.getuid?.() === 0
  const said = isRoot ? secondSays({ uid: 65_534, gid: 65_534 }) : secondSays()
  expect(said).toBe(`readOnly ${salesFile(dir)}`)
  chmodSync(dir, 0o755)
})
