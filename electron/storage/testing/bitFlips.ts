import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** A position in a file where one bit is flipped. */
export interface Flip {
  readonly offset: number
  readonly bit: number
}

const PAGE_BYTES = 4_096

/** Every table and index of a closed file, with its page numbers, overflow pages included. */
export function treesOf(file: string): ReadonlyMap<string, readonly number[]> {
  const reader = new DatabaseSync(file)
  try {
    const pages = reader.prepare('SELECT name, pageno FROM dbstat ORDER BY name, pageno').all() as {
      name: string
      pageno: number
    }[]
    const names = [...new Set(pages.map(({ name }) => name))]
    return new Map(
      names.map((name) => [name, pages.filter((page) => page.name === name).map(({ pageno }) => pageno)]),
    )
  } finally {
    // Closing merges the log, so that the flipped bit is the one that is read.
    reader.close()
  }
}

/** The first position of a text in the pages of a table or an index. */
export function placeOf(file: string, tree: string, text: string): number {
  const bytes = readFileSync(file)
  for (const page of treesOf(file).get(tree) ?? []) {
    const start = (page - 1) * PAGE_BYTES
    const at = bytes.subarray(start, start + PAGE_BYTES).indexOf(text)
    if (at >= 0) return start + at
  }
  throw new Error(`${text} is not in ${tree}`)
}

export function flip(file: string, { offset, bit }: Flip): void {
  const descriptor = openSync(file, 'r+')
  try {
    const byte = Buffer.alloc(1)
    readSync(descriptor, byte, 0, 1, offset)
    byte.writeUInt8(byte.readUInt8(0) ^ (1 << bit))
    writeSync(descriptor, byte, 0, 1, offset)
  } finally {
    closeSync(descriptor)
  }
}

export function ruinPage(file: string, page: number): void {
  const descriptor = openSync(file, 'r+')
  try {
    writeSync(descriptor, Buffer.alloc(PAGE_BYTES, 0xab), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES)
  } finally {
    closeSync(descriptor)
  }
}
