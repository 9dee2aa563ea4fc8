/** What stands in the place of a secret. */
const PLACEHOLDER = '[hidden]'
/** Shorter ones would turn ordinary words into secrets. */
const SECRET_LENGTH_MIN = 4
/** Base64 of so few characters could be a word of the bank's. */
const BASE64_LENGTH_MIN = 6
/** A secret that is encoded more often than this was not repeated by accident. */
const LAYERS_DEEP_MAX = 3

/** A text in which an encoding was undone, with the place in the first text at which each of its units began. */
interface Layer {
  readonly text: string
  /** One more than units: the last is the end. Null: each unit stands at its own place. */
  readonly places: readonly number[] | null
}
type Range = readonly [from: number, to: number]

/** Finds secrets in texts and puts a placeholder in their place. */
export type Hide = (text: string) => string

/**
 * A service that repeats what it was sent need not repeat it as it was: secrets are found also where they are
 * percent-encoded, in base64 (either alphabet, with something before or behind them) or escaped as in JSON, and where
 * two of these go together. All else in the text stays as it is, byte for byte.
 */
export function hiderOf(secrets: readonly string[]): Hide {
  const long = [...new Set(secrets)].filter((secret) => secret.length >= SECRET_LENGTH_MIN)
  if (long.length === 0) return (text) => text
  const plain = long.map(withoutPlus)
  const coded = [...new Set(long.flatMap(base64Forms))].map(withoutPlus)
  return (text) => {
    const ranges = layersOf(text).flatMap((layer) => found(layer, plain, coded))
    return ranges.length === 0 ? text : covered(text, ranges)
  }
}

/** A form writes `+` for a space. Both have one unit, so that places stay. */
function withoutPlus(text: string): string {
  return text.replaceAll('+', ' ')
}

/** As it stands alone, and the middle of what stands there where one or two bytes more come before it. */
function base64Forms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret)
  const alone = bytes.toString('base64url')
  const within = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url')
    // Units at both ends hold bits of the neighbours, too.
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
  return [alone, ...within]
    .filter((form) => form.length >= BASE64_LENGTH_MIN)
    .flatMap((form) => [form, form.replaceAll('-', '+').replaceAll('_', '/')])
}

/** The text itself, and each that comes of undoing encodings, in any order. */
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

/** What an encoded part stands for, unit by unit, and at which of its characters each begins. */
type Units = readonly (readonly [unit: string, at: number])[]

/** @returns null where there is nothing to undo */
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

/** By its first byte in UTF-8. */
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

/** The units beside a part of a base64 text hold bits of the secret, too. */
function wholeWord([from, to]: Range, text: string): Range {
  const isOfWord = (at: number): boolean => /^[A-Za-z0-9+/_=-]$/u.test(text.charAt(at))
  let [start, end] = [from, to]
  while (start > 0 && isOfWord(start - 1)) start -= 1
  while (end < text.length && isOfWord(end)) end += 1
  return [start, end]
}

/** Ranges that touch become one. */
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
