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

/** The write-ahead log of a database file. It belongs to the file: the two are moved together or not at all. */
export function logOf(file: string): string {
  return `${file}-wal`
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/** A copy that is on the disk when this returns. It appears under its name only when it is whole. */
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

/** Removes what an earlier, interrupted try of ours left behind under a name that never held the truth. */
export function clearScratch(file: string): void {
  for (const each of [file, logOf(file), `${file}-shm`, `${file}-journal`]) rmSync(each, { force: true })
}

/** `sales.db` and a mark give `sales.MARK.db`; a number is added where that name is taken. */
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

/** Windows has no such thing as a folder that can be synced; there the rename is journalled by the file system. */
function syncFolder(dir: string): void {
  try {
    const descriptor = openSync(dir, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // The name is durable a little later; until then the old one leads to a whole file too.
  }
}
