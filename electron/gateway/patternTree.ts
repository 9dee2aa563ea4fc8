/**
 * A regular expression as far as a profile may use one: characters, classes, groups, choices and repetitions. What
 * else the language has (looking around, back-references, named groups, word boundaries, Unicode properties) no rule
 * for references needs, and its cost cannot be told beforehand.
 */
export type PatternTree =
  /** One character out of these ranges of code points, both ends included. */
  | { readonly kind: 'one'; readonly ranges: readonly Range[] }
  | { readonly kind: 'row'; readonly parts: readonly PatternTree[] }
  | { readonly kind: 'choice'; readonly ways: readonly PatternTree[] }
  | { readonly kind: 'repeat'; readonly of: PatternTree; readonly min: number; readonly max: number }

type Range = readonly [from: number, to: number]

const CODE_POINT_MAX = 0x10_ffff
const DIGITS: readonly Range[] = [[0x30, 0x39]]
const WORD: readonly Range[] = [...DIGITS, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]]
/** ECMA-262, 22.2.2.9: white space and line terminators. */
const SPACES: readonly Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]
const LINE_ENDS: readonly Range[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, '0': 0 }
const CLASSES: Readonly<Record<string, readonly Range[]>> = {
  d: DIGITS,
  w: WORD,
  s: SPACES,
  D: allBut(DIGITS),
  W: allBut(WORD),
  S: allBut(SPACES),
}

/** Where the reader stands in the pattern, by code points. */
interface Cursor {
  readonly points: readonly string[]
  at: number
}

/**
 * Reads what stands between `^` and `$`. The text must compile with the flag `u`; what that allows and this does not
 * know is refused.
 * @returns null where something else stands in it
 */
export function readPattern(inner: string): PatternTree | null {
  const cursor: Cursor = { points: Array.from(inner), at: 0 }
  const tree = readChoice(cursor)
  return cursor.at === cursor.points.length ? tree : null
}

function readChoice(cursor: Cursor): PatternTree | null {
  const ways: PatternTree[] = []
  do {
    const row = readRow(cursor)
    if (row === null) return null
    ways.push(row)
  } while (take(cursor, '|'))
  const [only] = ways
  return ways.length === 1 && only !== undefined ? only : { kind: 'choice', ways }
}

function readRow(cursor: Cursor): PatternTree | null {
  const parts: PatternTree[] = []
  while (cursor.at < cursor.points.length && !/^[|)]$/u.test(peek(cursor))) {
    const part = readPart(cursor)
    if (part === null) return null
    parts.push(part)
  }
  return { kind: 'row', parts }
}

function readPart(cursor: Cursor): PatternTree | null {
  const atom = readAtom(cursor)
  if (atom === null) return null
  const [min, max] = readRepetition(cursor) ?? [1, 1]
  return min === 1 && max === 1 ? atom : { kind: 'repeat', of: atom, min, max }
}

function readAtom(cursor: Cursor): PatternTree | null {
  const point = peek(cursor)
  cursor.at += 1
  switch (point) {
    case '(':
      return readGroup(cursor)
    case '[':
      return one(readClass(cursor))
    case '\\':
      return one(readEscape(cursor))
    case '.':
      return one(allBut(LINE_ENDS))
    default:
      return /^[\^$*+?{}\])]$/u.test(point) ? null : one(rangeOf(point))
  }
}

function readGroup(cursor: Cursor): PatternTree | null {
  if (take(cursor, '?') && !take(cursor, ':')) return null
  const tree = readChoice(cursor)
  return take(cursor, ')') ? tree : null
}

function readRepetition(cursor: Cursor): readonly [min: number, max: number] | null {
  const found = repetitionAt(cursor)
  // A lazy repetition tries the same ways in another order.
  if (found !== null) take(cursor, '?')
  return found
}

function repetitionAt(cursor: Cursor): readonly [min: number, max: number] | null {
  if (take(cursor, '*')) return [0, Infinity]
  if (take(cursor, '+')) return [1, Infinity]
  if (take(cursor, '?')) return [0, 1]
  if (peek(cursor) !== '{') return null
  const [text, from = '', comma, to] =
    /^\{([0-9]+)(?:(,)([0-9]*))?\}/u.exec(cursor.points.slice(cursor.at).join('')) ?? []
  if (text === undefined) return null
  cursor.at += text.length
  if (comma === undefined) return [Number(from), Number(from)]
  return [Number(from), to === '' || to === undefined ? Infinity : Number(to)]
}

function readClass(cursor: Cursor): readonly Range[] | null {
  const isNegated = take(cursor, '^')
  const ranges: Range[] = []
  while (!take(cursor, ']')) {
    const from = readMember(cursor)
    if (from === null) return null
    if (peek(cursor) !== '-' || cursor.points[cursor.at + 1] === ']') {
      ranges.push(...from)
      continue
    }
    cursor.at += 1
    const to = readMember(cursor)
    const [first, last] = [single(from), single(to)]
    if (first === null || last === null) return null
    ranges.push([first, last])
  }
  return isNegated ? allBut(ranges) : ranges
}

function readMember(cursor: Cursor): readonly Range[] | null {
  if (cursor.at >= cursor.points.length) return null
  const point = peek(cursor)
  cursor.at += 1
  return point === '\\' ? readEscape(cursor) : rangeOf(point)
}

function readEscape(cursor: Cursor): readonly Range[] | null {
  const point = peek(cursor)
  cursor.at += 1
  const known = CLASSES[point]
  if (known !== undefined) return known
  if (/^[/^$\\.*+?()[\]{}|-]$/u.test(point)) return rangeOf(point)
  const control = CONTROLS[point]
  if (control !== undefined) return /^[0-9]$/u.test(peek(cursor)) ? null : [[control, control]]
  if (point !== 'x' && point !== 'u') return null
  const rest = cursor.points.slice(cursor.at).join('')
  const [text, ...forms] =
    (point === 'x' ? /^([0-9A-Fa-f]{2})/u : /^(?:([0-9A-Fa-f]{4})|\{([0-9A-Fa-f]{1,6})\})/u).exec(rest) ?? []
  const hex = forms.find((form) => form !== undefined)
  if (text === undefined || hex === undefined) return null
  cursor.at += text.length
  const code = Number.parseInt(hex, 16)
  // Two halves of a pair are one character in the language, and two here.
  return code >= 0xd800 && code <= 0xdfff ? null : [[code, code]]
}

function one(ranges: readonly Range[] | null): PatternTree | null {
  return ranges === null ? null : { kind: 'one', ranges }
}

function peek(cursor: Cursor): string {
  return cursor.points[cursor.at] ?? ''
}

function take(cursor: Cursor, point: string): boolean {
  if (peek(cursor) !== point) return false
  cursor.at += 1
  return true
}

function rangeOf(point: string): readonly Range[] {
  const code = point.codePointAt(0) ?? 0
  return [[code, code]]
}

function single(ranges: readonly Range[] | null): number | null {
  const [first] = ranges ?? []
  return ranges?.length === 1 && first !== undefined && first[0] === first[1] ? first[0] : null
}

function allBut(ranges: readonly Range[]): readonly Range[] {
  const gaps: Range[] = []
  let from = 0
  for (const [first, last] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (first > from) gaps.push([from, first - 1])
    from = Math.max(from, last + 1)
  }
  if (from <= CODE_POINT_MAX) gaps.push([from, CODE_POINT_MAX])
  return gaps
}
