import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { manifestOf, packed, readBackup, type PartName } from './backupFile.ts'

const facts = {
  madeAtMs: 1_800_000_000_000,
  profileName: 'Market branch',
  terminalId: '2TLS0001',
  clientId: 'mama-put-7',
  isGivenAway: false,
  saleCount: 3,
  openCount: 1,
}
const head = { tillside: '0.9.0', environment: 'live', facts } as const

let dir: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'tillside-backup-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
})

/** Parts that gzip cannot make smaller, so that any place of the file belongs to one of them. */
async function backup(
  names: readonly PartName[] = ['sales.db', 'records.db', 'settings.json'],
): Promise<Buffer> {
  for (const name of names) writeFileSync(path.join(dir, name), randomBytes(200_000))
  const parts: Uint8Array[] = []
  for await (const part of packed(dir, await manifestOf(dir, names, head))) parts.push(part)
  return Buffer.concat(parts)
}

async function* bytesOf(buffer: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < buffer.length; at += 10_000) yield buffer.subarray(at, at + 10_000)
}

test('what was packed is read back whole, part by part', async () => {
  const file = await backup()
  const into = path.join(dir, 'into')
  const read = await readBackup(bytesOf(file), into)
  expect(read).toMatchObject({ ok: true, value: { ...head } })
  for (const name of ['sales.db', 'records.db', 'settings.json'])
    expect(readFileSync(path.join(into, name))).toEqual(readFileSync(path.join(dir, name)))
})

test('a backup without the records is whole too', async () => {
  expect(await readBackup(bytesOf(await backup(['sales.db'])), null)).toMatchObject({ ok: true })
})

test('a file that was cut anywhere is refused, and the part that is not whole is named', async () => {
  const file = await backup()
  const shares = [0.1, 0.5, 0.9].map((share) => Math.floor(file.length * share))
  const cut = await Promise.all(shares.map((at) => readBackup(bytesOf(file.subarray(0, at)), null)))
  expect(cut).toMatchObject([
    { error: { kind: 'cut', part: 'sales.db' } },
    { error: { kind: 'cut', part: 'records.db' } },
    { error: { kind: 'cut', part: 'settings.json' } },
  ])
  for (const fewer of [1, 8, 9, 60])
    expect(await readBackup(bytesOf(file.subarray(0, -fewer)), null)).toMatchObject({
      error: { kind: 'cut' },
    })
})

test('a byte that was changed anywhere is refused, and its part is named', async () => {
  const plain = gunzipSync(await backup())
  for (const [share, part] of [
    [0.2, 'sales.db'],
    [0.5, 'records.db'],
    [0.8, 'settings.json'],
  ] as const) {
    const changed = Buffer.from(plain)
    const at = Math.floor(plain.length * share)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(await readBackup(bytesOf(gzipSync(changed)), null)).toMatchObject({
      error: { kind: 'changed', part },
    })
  }
})

test('a manifest that says something else is refused, also where its parts are right', async () => {
  const plain = gunzipSync(await backup())
    .toString('latin1')
    .replace('"saleCount": 3', '"saleCount": 4')
  expect(await readBackup(bytesOf(gzipSync(Buffer.from(plain, 'latin1'))), null)).toEqual({
    ok: false,
    error: { kind: 'changed', part: 'manifest.json' },
  })
})

test('any flipped byte of the file itself is refused', async () => {
  const file = await backup(['settings.json'])
  const kinds = new Set<string>()
  for (let at = 12; at < file.length; at += 7_001) {
    const changed = Buffer.from(file)
    changed[at] = (changed[at] ?? 0) ^ 0x10
    const read = await readBackup(bytesOf(changed), null)
    expect(read.ok, String(at)).toBe(false)
    if (!read.ok) kinds.add(read.error.kind)
  }
  expect([...kinds]).not.toEqual([])
})

test('another file is no backup, and a later one says so', async () => {
  for (const other of [
    Buffer.alloc(0),
    Buffer.from('PK zip'),
    gzipSync('text'),
    gzipSync(Buffer.alloc(10_240)),
  ])
    expect(await readBackup(bytesOf(other), null)).toEqual({ ok: false, error: { kind: 'notABackup' } })
  const later = gunzipSync(await backup(['settings.json']))
  const text = later.toString('latin1').replace('"format": 1', '"format": 2')
  expect(await readBackup(bytesOf(gzipSync(Buffer.from(text, 'latin1'))), null)).toEqual({
    ok: false,
    error: { kind: 'newer' },
  })
})

test('a part is never written outside its folder', async () => {
  const plain = gunzipSync(await backup(['settings.json']))
  const evil = Buffer.from(plain)
  const start = plain.indexOf(Buffer.from('settings.json\0'))
  expect(start).toBeGreaterThan(0)
  evil.write('../settings.jso', start, 'latin1')
  // The checksum of the header, so that only the name is wrong.
  const header = evil.subarray(start, start + 512)
  header.fill(' ', 148, 156)
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  const read = await readBackup(bytesOf(gzipSync(evil)), path.join(dir, 'into'))
  expect(read).toEqual({ ok: false, error: { kind: 'changed', part: '../settings.jso' } })
})
