/** Replaces a secret. */
const PLACEHOLDER = '[hidden]'
/** Shorter secrets would match parts of ordinary words. */
const SECRET_LENGTH_MIN = 4
/** Shorter base64 would match ordinary words. */
const BASE64_LENGTH_MIN = 6
/** More layers of encoding do not happen by accident. */
const LAYERS_DEEP_MAX = 3

/** A decoded text, with the position in the original text at which each of its units begins. */
interface Layer {
  readonly text: string
  /** One more than units: the last is the end. Null: positions are the same as in the original. */
  readonly places: readonly number[] | null
}
type Range = readonly [from: number, to: number]

/** Replaces secrets in a text with a placeholder. */
export type Hide = (text: string) => string

/**
 * A service may repeat a secret in encoded form. So secrets are also found percent-encoded, in base64 (either alphabet,
 * also within longer data), in hex, as JSON escapes, and in combinations of these but hex. The rest of the text stays
 * unchanged.
 */
export function hiderOf(secrets: readonly string[]): Hide {
  const long = [...new Set(secrets)].filter((secret) => secret.length >= SECRET_LENGTH_MIN)
  if (long.length === 0) return (text) => text
  const plain = long.map(withoutPlus)
  const coded = [...new Set(long.flatMap(base64Forms))].map(withoutPlus)
  const inHex = long.map((secret) => Buffer.from(secret).toString('hex'))
  const begins = new RegExp(inHex.map(beginning).join('|'), 'iu')
  return (text) => {
    const ranges = layersOf(text).flatMap((layer) => found(layer, plain, coded))
    if (begins.test(text)) ranges.push(...hexRanges(inHex, text))
    return ranges.length === 0 ? text : covered(text, ranges)
  }
}

/** What programs write between the bytes of a hex text, and before each. */
const BETWEEN_BYTES = String.raw`[\s:,._-]*(?:0x|\\x)?`
const HEX_PREFIX = /^(?:0x|\\x)/iu
/** Enough of a secret to look at a text more closely, since most have nothing of it. */
const BEGINNING_BYTES = 4

function beginning(hex: string): string {
  return (hex.slice(0, 2 * BEGINNING_BYTES).match(/../gu) ?? []).join(BETWEEN_BYTES)
}

/** Compares without what stands between the bytes; so it also finds a secret within longer hex, at either alignment. */
function hexRanges(needles: readonly string[], text: string): readonly Range[] {
  const digits: string[] = []
  const places: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (HEX_PREFIX.test(text.slice(at, at + 2))) at += 1
    else if (!/[\s:,._-]/u.test(text.charAt(at))) {
      digits.push(text.charAt(at).toLowerCase())
      places.push(at)
    }
  }
  const bare = digits.join('')
  return needles
    .flatMap((needle) => rangesOf(needle, bare))
    .map(([from, to]) => [places[from] ?? 0, (places[to - 1] ?? 0) + 1])
}

/** Forms encode a space as `+`. Both are one unit long, so positions stay the same. */
function withoutPlus(text: string): string {
  return text.replaceAll('+', ' ')
}

/** The base64 of the secret by itself, and its fixed middle part at the two other byte offsets. */
function base64Forms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  const alone = bytes.toString('base64url')
  const within = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url')
    // The units at both ends also hold bits of neighbouring bytes.
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
  return [alone, ...within]
    .filter((form) => form.length >= BASE64_LENGTH_MIN)
    .flatMap((form) => [form, form.replaceAll('-', '+').replaceAll('_', '/')])
}

/** The text itself and every decoded form of it, with decodings in any order. */
function layersOf(text: string): readonly Layer[] {
  const layers: Layer[] = [{ text, places: null }]
  const known = new Set([text])
  let latest: readonly Layer[] = layers
  for (let depth = 0; depth < LAYERS_DEEP_MAX && latest.length > 0; depth += 1) {
    latest = latest
      .flatMap((layer) => [undone(layer, JSON_ESCAPE, jsonUnits), undone(layer, PERCENT_RUN, percentUnits)])
      .filter((layer) => layer !== null)
      .filter((layer) => !known.has(layer.text))
    for (const layer of latest) {
      known.add(layer.text)
      layers.push(layer)
    }
  }
  return layers
}

const JSON_ESCAPE = /\\(?:u[0-9a-fA-F]{4}|["\\/bfnrt])/gu
const PERCENT_RUN = /(?:%[0-9a-fA-F]{2})+/gu

/** The decoded units of an encoded part, each with the offset of its first encoded character. */
type Units = readonly (readonly [unit: string, at: number])[]

/** @returns null where there is nothing to decode */
function undone({ text, places }: Layer, pattern: RegExp, unitsOf: (encoded: string) => Units): Layer | null {
  const parts: string[] = []
  const next: number[] = []
  const place = (at: number): number => places?.[at] ?? at
  const copy = (from: number, to: number): void => {
    parts.push(text.slice(from, to))
    for (let at = from; at < to; at += 1) next.push(place(at))
  }
  let end = 0
  for (const { 0: encoded, index } of text.matchAll(pattern)) {
    copy(end, index)
    for (const [unit, at] of unitsOf(encoded)) {
      parts.push(unit)
      for (let n = 0; n < unit.length; n += 1) next.push(place(index + at))
    }
    end = index + encoded.length
  }
  if (end === 0) return null
  copy(end, text.length)
  next.push(place(text.length))
  return { text: parts.join(''), places: next }
}

function jsonUnits(encoded: string): Units {
  return [[String(JSON.parse(`"${encoded}"`)), 0]]
}

function percentUnits(encoded: string): Units {
  const bytes = Buffer.from(encoded.replaceAll('%', ''), 'hex')
  const units: [string, number][] = []
  for (let at = 0; at < bytes.length;) {
    const size = bytesOfCharacter(bytes[at] ?? 0)
    const character = bytes.toString('utf8', at, at + size)
    const isOne = !character.includes('\ufffd')
    units.push([isOne ? character : String.fromCharCode(bytes[at] ?? 0), at * 3])
    at += isOne ? size : 1
  }
  return units
}

/** The length in UTF-8 by a character's first byte. */
function bytesOfCharacter(first: number): number {
  if (first < 0xc0) return 1
  if (first < 0xe0) return 2
  return first < 0xf0 ? 3 : 4
}

function found(layer: Layer, plain: readonly string[], coded: readonly string[]): readonly Range[] {
  const text = withoutPlus(layer.text)
  const place = (at: number): number => layer.places?.[at] ?? at
  return [
    ...plain.flatMap((needle) => rangesOf(needle, text)),
    ...coded.flatMap((needle) => rangesOf(needle, text)).map((range) => wholeWord(range, layer.text)),
  ].map(([from, to]) => [place(from), place(to)])
}

function rangesOf(needle: string, text: string): readonly Range[] {
  const ranges: Range[] = []
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length))
    ranges.push([at, at + needle.length])
  return ranges
}

/** Extends a range to its whole base64 word, since neighbouring units also hold bits of the secret. */
function wholeWord([from, to]: Range, text: string): Range {
  const isOfWord = (at: number): boolean => /^[A-Za-z0-9+/_=-]$/u.test(text.charAt(at))
  let [start, end] = [from, to]
  while (start > 0 && isOfWord(start - 1)) start -= 1
  while (end < text.length && isOfWord(end)) end += 1
  return [start, end]
}

/** Replaces the ranges with placeholders. Ranges that touch become one. */
function covered(text: string, ranges: readonly Range[]): string {
  const parts: string[] = []
  let end = 0
  let hiddenTo = -1
  for (const [from, to] of ranges.toSorted((left, right) => left[0] - right[0] || right[1] - left[1])) {
    if (from > hiddenTo) {
      parts.push(text.slice(end, from), PLACEHOLDER)
    }
    hiddenTo = Math.max(hiddenTo, to)
    end = hiddenTo
  }
  return parts.join('') + text.slice(end)
}
