import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import type { FileProblem } from '../ports.ts'

/** The write-ahead log of a database file. It belongs to the file: both are moved, or neither. */
export function logOf(file: string): string {
  return `${file}-wal`
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** A copy that is on the disk when this returns. Its name appears only when it is complete. */
export function copyDurably(from: string, to: string): void {
  const part = `${to}.part`
  copyFileSync(from, part)
  syncFile(part)
  renameDurably(part, to)
}

export function renameDurably(from: string, to: string): void {
  renameSync(from, to)
  syncFolder(path.dirname(to))
}

export function syncFile(file: string): void {
  const descriptor = openSync(file, 'r+')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** Removes a temporary file that our interrupted try left behind; it was never the valid one. */
export function clearScratch(file: string): void {
  for (const each of [file, logOf(file), `${file}-shm`, `${file}-journal`]) rmSync(each, { force: true })
}

/** `sales.db` and a mark give `sales.MARK.db`, with a number if that name is taken. */
export function nameBeside(file: string, mark: string): string {
  const { dir, name, ext } = path.parse(file)
  for (let count = 1; ; count += 1) {
    const beside = path.join(dir, `${name}.${mark}${count === 1 ? '' : `-${count}`}${ext}`)
    if (!existsSync(beside)) return beside
  }
}

/** A moment as part of a file name, to the second, UTC. */
export function stampOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 19).replaceAll(':', '')
}

/** Windows cannot sync a folder; there the file system journals the rename. */
function syncFolder(dir: string): void {
  try {
    const descriptor = openSync(dir, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // The name becomes durable a little later; until then the old one leads to a complete file too.
  }
}

const FULL: readonly string[] = ['ENOSPC', 'EDQUOT', 'EFBIG']
/** On Windows a file that is open in a spreadsheet cannot be replaced: EBUSY or EPERM. */
const NO_ACCESS: readonly string[] = ['EACCES', 'EPERM', 'EROFS', 'EBUSY']

/** Why a file could not be written. */
export function problemOfWrite(error: unknown): FileProblem {
  const code = codeOf(error)
  if (FULL.includes(code)) return 'full'
  return NO_ACCESS.includes(code) ? 'noAccess' : 'other'
}

/** The system's error code, such as `ENOSPC`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
