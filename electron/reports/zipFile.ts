import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type ZipInputFile } from 'fflate'

/** A file of a zip: its bytes, or its text in pieces. */
export type ZipPart = readonly [path: string, content: AsyncIterable<string> | readonly string[] | Uint8Array]

/** So much text is packed at once. */
const PIECE_LENGTH = 32 * 1_024

/** Packed outside the main thread, piece by piece. The same parts give the same bytes on every computer. */
export async function* zipped(all: AsyncIterable<ZipPart> | Iterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const out: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error
    out.push(bytes)
  })
  // A zip keeps the time of each file by the computer's clock. One that is the same everywhere says nothing.
  const mtime = new Date(1980, 0, 1)
  for await (const [filename, content] of all) {
    const file: ZipInputFile = { filename, compression: DEFLATE, size: 0, crc: 0, mtime }
    zip.add(file)
    for await (const packed of deflated(file, content)) {
      file.ondata?.(null, packed, false)
      yield* out.splice(0)
    }
    file.ondata?.(null, new Uint8Array(), true)
  }
  zip.end()
  yield* out.splice(0)
}

const DEFLATE = 8

async function* deflated(file: ZipInputFile, content: ZipPart[1]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const deflate = createDeflateRaw()
  const written = pipeline(async function* () {
    for await (const piece of pieces(content)) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece
      file.size += bytes.length
      file.crc = crc32(bytes, file.crc)
      yield bytes
    }
  }, deflate)
  // The same error comes out of the reading below.
  written.catch(() => undefined)
  for await (const packed of deflate) yield packed as Buffer<ArrayBuffer>
}

async function* pieces(content: ZipPart[1]): AsyncGenerator<string | Uint8Array> {
  if (content instanceof Uint8Array) {
    yield content
    return
  }
  let piece = ''
  for await (const xml of content) {
    piece += xml
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
