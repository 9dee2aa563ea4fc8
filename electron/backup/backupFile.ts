import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { packTar } from 'modern-tar/fs'
import * as z from 'zod/mini'
import { BackupFacts, type BackupFault } from '../../shared/backup.ts'
import { parseUnknown } from '../../shared/parse.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { attachmentNames, attachmentsDir, keepBytes } from '../storage/attachments.ts'

/**
 * One gzipped tar file, which any computer can open: `manifest.json`, the parts that it lists, and last the SHA-256 of
 * the manifest. So every byte is checked, and a file that was cut lacks its end.
 */
export const BACKUP_ENDING = 'tgz'
const MANIFEST = 'manifest.json'
const SEAL = 'manifest.sha256'
const FORMAT = 1
/** The manifest and its seal are read into memory. */
const SMALL_BYTES_MAX = 64 * 1_024

export const partNames = ['sales.db', 'records.db', 'settings.json', 'attachments.tar'] as const
export type PartName = (typeof partNames)[number]

const Part = z.strictObject({
  name: z.enum(partNames),
  bytes: z.int().check(z.minimum(0)),
  sha256: z.string(),
})

export const BackupManifest = z.strictObject({
  what: z.literal('Tillside backup'),
  format: z.literal(FORMAT),
  /** The version that wrote it. */
  tillside: z.string(),
  environment: z.enum(['live', 'practice']),
  facts: BackupFacts,
  parts: z.array(Part).check(z.maxLength(partNames.length)),
})
export type BackupManifest = z.output<typeof BackupManifest>

/** Hashes the parts in `dir`. @param names those that are there */
export async function manifestOf(
  dir: string,
  names: readonly PartName[],
  head: Pick<BackupManifest, 'tillside' | 'environment' | 'facts'>,
): Promise<BackupManifest> {
  const parts: z.output<typeof Part>[] = []
  for (const name of names) {
    const file = path.join(dir, name)
    const hash = createHash('sha256')
    for await (const bytes of createReadStream(file)) hash.update(bytes as Uint8Array)
    parts.push({ name, bytes: (await stat(file)).size, sha256: hash.digest('hex') })
  }
  return { what: 'Tillside backup', format: FORMAT, ...head, parts }
}

/** Packs the files of cases. @returns whether there are any */
export async function packAttachments(dataDir: string, to: string): Promise<boolean> {
  const names = attachmentNames(dataDir)
  if (names.length === 0) return false
  const source = (name: string) => path.join(attachmentsDir(dataDir), name)
  const tar = packTar(
    names.map((name) => ({ type: 'file' as const, target: name, source: source(name), mode: 0o600 })),
  )
  await pipeline(tar, createWriteStream(to, { mode: 0o600 }))
  return true
}

/** Keeps what {@link packAttachments} packed, each under the hash of its bytes. */
export async function bringAttachments(tar: string, dataDir: string): Promise<void> {
  const bytes = Readable.toWeb(createReadStream(tar)) as ReadableStream<Uint8Array>
  const entries = bytes.pipeThrough(
    createTarDecoder({ strict: true }) as never,
  ) as unknown as AsyncIterable<Entry>
  for await (const { header, body } of entries) {
    const all: Uint8Array[] = []
    for await (const piece of body) all.push(piece)
    const kept = keepBytes(attachmentsDir(dataDir), header.name, Buffer.concat(all))
    if (!kept.ok) throw new WriteError(kept.error)
  }
}

/** The bytes of the backup, from the parts in `dir`. */
export async function* packed(dir: string, manifest: BackupManifest): AsyncGenerator<Uint8Array> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  const tar = packTar([
    { type: 'content', target: MANIFEST, content: text, mode: 0o600 },
    ...manifest.parts.map(({ name }) => ({
      type: 'file' as const,
      target: name,
      source: path.join(dir, name),
      mode: 0o600,
    })),
    { type: 'content', target: SEAL, content: `${sha256(text)}\n`, mode: 0o600 },
  ])
  const gzip = createGzip()
  pipeline(tar, gzip).catch(() => undefined)
  for await (const bytes of gzip) yield bytes as Uint8Array
}

/**
 * Reads a backup to its end, and compares every part with its manifest. What it holds beyond that, or packs smaller than
 * any file of sales can be packed, is not read: it could fill the disk.
 * @param into a folder of ours, for the parts; null: they are only checked
 * @throws if a part cannot be written there
 */
export async function readBackup(
  bytes: AsyncIterable<Uint8Array>,
  into: string | null,
): Promise<Result<BackupManifest, BackupFault>> {
  const reading: Reading = {
    into,
    text: null,
    manifest: null,
    part: null,
    found: new Set(),
    isSealed: false,
    packedBytes: 0,
    plainBytes: 0,
  }
  if (into !== null) await mkdir(into, { recursive: true, mode: 0o700 })
  try {
    const plain = createGunzip()
    // Its failure ends what is read below.
    pipeline(Readable.from(countedPacked(reading, bytes)), plain).catch(() => undefined)
    const bounded = Readable.from(boundedPlain(reading, plain))
    const entries = (Readable.toWeb(bounded) as ReadableStream<Uint8Array>).pipeThrough(
      createTarDecoder({ strict: true }) as never,
    ) as unknown as AsyncIterable<Entry>
    for await (const { header, body } of entries) {
      const fault = await readEntry(reading, header, body)
      if (fault !== null) return err(fault)
    }
  } catch (error) {
    if (error instanceof WriteError) throw error
    if (reading.manifest === null) return err({ kind: 'notABackup' })
    return err(isTooShort(error) ? cutAt(reading) : { kind: 'changed', part: reading.part ?? MANIFEST })
  }
  if (reading.manifest === null) return err({ kind: 'notABackup' })
  return reading.isSealed ? ok(reading.manifest) : err(cutAt(reading))
}

interface Entry {
  readonly header: { readonly name: string; readonly size: number }
  readonly body: AsyncIterable<Uint8Array>
}

interface Reading {
  readonly into: string | null
  /** The manifest as written. */
  text: string | null
  manifest: BackupManifest | null
  /** What is being read. */
  part: string | null
  readonly found: Set<PartName>
  isSealed: boolean
  /** Read so far of the file, and unpacked. */
  packedBytes: number
  plainBytes: number
}

async function* countedPacked(
  reading: Reading,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const each of bytes) {
    reading.packedBytes += each.length
    yield each
  }
}

/** Heads and paddings of the entries, the manifest and its seal. */
const BESIDES_PARTS_BYTES_MAX = 1_048_576
/** Sales pack to a fifth, empty pages to a thousandth. */
const PACKED_TIMES_MAX = 100
/** So that a small file of empty pages is none of that. */
const FREE_BYTES = 16 * 1_048_576

async function* boundedPlain(reading: Reading, plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const each of plain) {
    reading.plainBytes += each.length
    const said = (reading.manifest?.parts ?? []).reduce((sum, { bytes }) => sum + bytes, 0)
    const bytesMax = Math.min(
      said + BESIDES_PARTS_BYTES_MAX,
      PACKED_TIMES_MAX * reading.packedBytes + FREE_BYTES,
    )
    if (reading.plainBytes > bytesMax) throw new Error('it holds more than it says')
    yield each
  }
}

/** @returns null if it is as the manifest says */
async function readEntry(
  reading: Reading,
  { name, size }: Entry['header'],
  body: Entry['body'],
): Promise<BackupFault | null> {
  reading.part = name
  if (reading.manifest === null)
    return name === MANIFEST ? readManifest(reading, body) : { kind: 'notABackup' }
  if (name === SEAL) {
    if ((await smallText(body)).trim() !== sha256(reading.text ?? ''))
      return { kind: 'changed', part: MANIFEST }
    const missing = reading.manifest.parts.find((each) => !reading.found.has(each.name))
    reading.isSealed = missing === undefined
    return missing === undefined ? null : { kind: 'cut', part: missing.name }
  }
  const part = reading.manifest.parts.find((each) => each.name === name)
  if (part === undefined || reading.found.has(part.name) || part.bytes !== size)
    return { kind: 'changed', part: name }
  const read = await readPart(reading.into === null ? null : path.join(reading.into, part.name), body)
  if (read.bytes !== part.bytes || read.sha256 !== part.sha256) return { kind: 'changed', part: name }
  reading.found.add(part.name)
  return null
}

async function readManifest(reading: Reading, body: Entry['body']): Promise<BackupFault | null> {
  const text = await smallText(body)
  const value = jsonOf(text)
  const parsed = parseUnknown(BackupManifest, value)
  if (!parsed.ok) return { kind: isNewer(value) ? 'newer' : 'notABackup' }
  reading.text = text
  reading.manifest = parsed.value
  return null
}

function isNewer(value: unknown): boolean {
  const parsed = parseUnknown(z.object({ what: z.literal('Tillside backup'), format: z.int() }), value)
  return parsed.ok && parsed.value.format > FORMAT
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** @param file where it is written; null: nowhere */
async function readPart(
  file: string | null,
  body: Entry['body'],
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  let count = 0
  const refused = (cause: unknown): never => {
    throw new WriteError(cause)
  }
  const handle = file === null ? null : await open(file, 'wx', 0o600).catch(refused)
  try {
    for await (const bytes of body) {
      hash.update(bytes)
      count += bytes.length
      await handle?.writeFile(bytes).catch(refused)
    }
    await handle?.sync().catch(refused)
  } finally {
    await handle?.close()
  }
  return { bytes: count, sha256: hash.digest('hex') }
}

/** This computer's disk refused, which says nothing about the backup. */
class WriteError extends Error {
  constructor(cause: unknown) {
    super('a part of the backup was not written', { cause })
    this.name = 'WriteError'
  }
}

async function smallText(body: Entry['body']): Promise<string> {
  const all: Uint8Array[] = []
  let count = 0
  for await (const bytes of body) {
    count += bytes.length
    if (count > SMALL_BYTES_MAX) throw new Error('the manifest is too long')
    all.push(bytes)
  }
  return Buffer.concat(all).toString('utf8')
}

/** The part that was being read, or is the first missing one. */
function cutAt({ manifest, part, found }: Reading): BackupFault {
  const missing = manifest?.parts.find((each) => !found.has(each.name))
  return { kind: 'cut', part: missing?.name ?? (part === SEAL ? null : part) }
}

/** The words of zlib and of the tar reader for a file that ends too early. */
function isTooShort(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    ('code' in error && error.code === 'Z_BUF_ERROR') ||
    /unexpected end|truncated|incomplete/iu.test(error.message)
  )
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
