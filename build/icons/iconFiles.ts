/** Pictures by size; each is a square PNG. */
export type Pictures = ReadonlyMap<number, Buffer>

/** The sizes that Windows needs, from a folder's list to the desktop. */
export const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256]

/** The sizes that macOS needs, each with its type: the plain ones, and the same at double density. */
const ICNS_TYPES: readonly (readonly [type: string, size: number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
  ['ic10', 1024],
]
export const ICNS_SIZES = [...new Set(ICNS_TYPES.map(([, size]) => size))]

/** A Windows icon: a directory of fixed entries, then the PNGs unchanged. */
export function makeIco(pictures: Pictures): Buffer {
  const entries = ICO_SIZES.map((size) => ({ size, png: pictureOf(pictures, size) }))
  const head = Buffer.alloc(6 + 16 * entries.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(entries.length, 4)
  let offset = head.length
  for (const [index, { size, png }] of entries.entries()) {
    const at = 6 + 16 * index
    // 256 does not fit into a byte and is written as 0.
    head.writeUInt8(size % 256, at)
    head.writeUInt8(size % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...entries.map(({ png }) => png)])
}

/** A macOS icon: a series of blocks, each with its type and its length. */
export function makeIcns(pictures: Pictures): Buffer {
  return block(
    'icns',
    Buffer.concat(ICNS_TYPES.map(([type, size]) => block(type, pictureOf(pictures, size)))),
  )
}

function block(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32BE(8 + content.length, 4)
  return Buffer.concat([head, content])
}

function pictureOf(pictures: Pictures, size: number): Buffer {
  const png = pictures.get(size)
  if (png === undefined) throw new Error(`There is no picture of ${size} pixels.`)
  return png
}
