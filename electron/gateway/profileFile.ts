import { closeSync, lstatSync, openSync, readSync, statSync } from 'node:fs'
import { err, ok, type Result } from '../../shared/result.ts'

/** A thousand times the size of a profile with every key. */
export const PROFILE_BYTES_MAX = 1_000_000

/** Byte order marks of UTF-16, which some editors call "Unicode". */
const UTF_16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
] as const

/**
 * Reads the text of a profile. A file that exists but cannot be used is an error, never null: otherwise a live till
 * would fall back to Practice.
 * @returns null where there is no such file
 */
export function readProfileFile(file: string): Result<string | null, string> {
  let bytes: Uint8Array | null
  try {
    const found = statSync(file)
    if (found.isDirectory()) return err('is a folder, not a file')
    // Reading a pipe or a device may never end.
    if (!found.isFile()) return err('is a device or a pipe, not a file')
    bytes = readAtMost(file, PROFILE_BYTES_MAX)
  } catch (error) {
    return whyUnreadable(file, error)
  }
  return bytes === null ? err('is larger than a megabyte, so it is no profile') : textOf(bytes)
}

/** @returns null where the file is longer. It may have grown since its size was read. */
function readAtMost(file: string, bytesMax: number): Uint8Array | null {
  const descriptor = openSync(file, 'r')
  try {
    const buffer = Buffer.alloc(bytesMax + 1)
    let length = 0
    for (;;) {
      const read = readSync(descriptor, buffer, length, buffer.length - length, null)
      length += read
      if (length > bytesMax) return null
      if (read === 0) return buffer.subarray(0, length)
    }
  } finally {
    closeSync(descriptor)
  }
}

function whyUnreadable(file: string, error: unknown): Result<null, string> {
  const code = error instanceof Error && 'code' in error ? error.code : null
  switch (code) {
    case 'ENOENT':
      return isThere(file) ? err('is a link to a file that is not there') : ok(null)
    case 'ENOTDIR':
      return err('cannot be there: a part of its path is a file and no folder')
    case 'EACCES':
    case 'EPERM':
      return err('cannot be read by this account')
    default:
      return err('cannot be read')
  }
}

function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

function textOf(bytes: Uint8Array): Result<string, string> {
  if (UTF_16.some(([first, second]) => bytes[0] === first && bytes[1] === second)) {
    return err('must be saved as UTF-8; it is saved as UTF-16')
  }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return err('must be a text saved as UTF-8; it is saved otherwise, or is no text')
  }
  if (text.includes('\0')) return err('must be a text saved as UTF-8; it is saved otherwise, or is no text')
  if (text.replace(/^\uFEFF/u, '').trim() === '') return err('is empty')
  return ok(text)
}
