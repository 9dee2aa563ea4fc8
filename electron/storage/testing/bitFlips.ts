import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Where in a file one bit is turned over. */
export interface Flip {
  readonly offset: number
  readonly bit: number
}

const PAGE_BYTES = 4_096

/** Every table and index of a closed file, with the numbers of its pages, overflow pages included. */
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
    // The log is taken in, so that what is turned over in the file is what is read.
    reader.close()
  }
}

/** The first place in the pages of a table or an index where a text stands. */
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

/** Nothing of it can be read any more. */
export function ruinPage(file: string, page: number): void {
  const descriptor = openSync(file, 'r+')
  try {
    writeSync(descriptor, Buffer.alloc(PAGE_BYTES, 0xab), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES)
  } finally {
    closeSync(descriptor)
  }
}
