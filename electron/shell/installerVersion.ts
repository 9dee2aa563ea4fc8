import { open, type FileHandle } from 'node:fs/promises'
import { inflateRawSync } from 'node:zlib'

/*
 * Reads the version inside an installer, which its signature covers. A feed could offer a genuine old installer as a new
 * one, and its signature would be valid.
 */

/** More than any of these parts takes. On Windows, NSIS has its resources in the first megabytes. */
const PART_BYTES_MAX = 16 * 1_024 * 1_024
const ZIP_TAIL_BYTES = 66_000

/** @returns null where the file has no version, has several, or is not an installer */
export async function installerVersion(file: string, kind: 'windows' | 'mac'): Promise<string | null> {
  try {
    const handle = await open(file, 'r')
    try {
      const { size } = await handle.stat()
      const found = await (kind === 'windows' ? inProgram(handle) : inArchive(handle, size))
      return found.length === 1 ? (found[0] ?? null) : null
    } finally {
      await handle.close()
    }
  } catch {
    return null
  }
}

async function read(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  if (length > PART_BYTES_MAX) throw new Error('no installer of ours')
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

const SECTION_BYTES = 40

/** `ProductVersion` of the version resource, the full version by electron-builder's `NsisTarget.computeVersionKey`. */
async function inProgram(handle: FileHandle): Promise<readonly string[]> {
  const head = await read(handle, 0, 4_096)
  const start = head.readUInt32LE(0x3c)
  if (head.toString('latin1', 0, 2) !== 'MZ' || head.toString('latin1', start, start + 4) !== 'PE\0\0')
    return []
  const sections = start + 24 + head.readUInt16LE(start + 20)
  for (let index = 0; index < head.readUInt16LE(start + 6); index += 1) {
    const at = sections + index * SECTION_BYTES
    if (head.toString('latin1', at, at + 8) !== '.rsrc\0\0\0') continue
    return productVersions(await read(handle, head.readUInt32LE(at + 20), head.readUInt32LE(at + 16)))
  }
  return []
}

const KEY = Buffer.from('ProductVersion\0', 'utf16le')

/** Each is a UTF-16 text that ends with a zero, at the next multiple of four after its key. */
function productVersions(resources: Buffer): readonly string[] {
  const found = new Set<string>()
  for (let at = resources.indexOf(KEY); at !== -1; at = resources.indexOf(KEY, at + 2)) {
    let begin = at + KEY.length
    while (begin + 1 < resources.length && resources.readUInt16LE(begin) === 0) begin += 2
    let end = begin
    while (end + 1 < resources.length && resources.readUInt16LE(end) !== 0) end += 2
    found.add(resources.toString('utf16le', begin, end).trim())
  }
  return [...found]
}

const END_OF_DIRECTORY = Buffer.from('PK\u0005\u0006', 'latin1')
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8

/** `CFBundleShortVersionString` of the program's own property list, which electron-builder sets to the full version. */
async function inArchive(handle: FileHandle, size: number): Promise<readonly string[]> {
  const tail = await read(handle, Math.max(0, size - ZIP_TAIL_BYTES), ZIP_TAIL_BYTES)
  const end = tail.lastIndexOf(END_OF_DIRECTORY)
  if (end === -1) return []
  const directory = await read(handle, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12))
  const versions: string[] = []
  for (let at = 0; at + ENTRY_BYTES <= directory.length;) {
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28)
    const name = directory.toString('utf8', at + ENTRY_BYTES, nameEnd)
    if (/^[^/]+\.app\/Contents\/Info\.plist$/u.test(name)) {
      const text = await entry(handle, directory.subarray(at))
      versions.push(
        /<key>CFBundleShortVersionString<\/key>\s*<string>([^<]*)<\/string>/u.exec(text)?.[1] ?? '',
      )
    }
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return versions
}

async function entry(handle: FileHandle, listed: Buffer): Promise<string> {
  const method = listed.readUInt16LE(10)
  const position = listed.readUInt32LE(42)
  const local = await read(handle, position, LOCAL_BYTES)
  const begin = position + LOCAL_BYTES + local.readUInt16LE(26) + local.readUInt16LE(28)
  const bytes = await read(handle, begin, listed.readUInt32LE(20))
  if (method === STORED) return bytes.toString('utf8')
  if (method !== DEFLATED) return ''
  return inflateRawSync(bytes, { maxOutputLength: PART_BYTES_MAX }).toString('utf8')
}
