import { err, ok, type Result } from '../../shared/result.ts'
import { atOnce, type Work } from '../work/slices.ts'

/** A number as its source text. It is never converted to a float. */
export class JsonNumber {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
  )
}

export type JsonProblem =
  | { readonly kind: 'syntax'; readonly offset: number }
  /** One object has the same key twice. Parsers disagree on which of the two counts. */
  | { readonly kind: 'duplicateKey'; readonly path: string; readonly offset: number }
  | { readonly kind: 'tooDeep'; readonly offset: number }

/** Answers of this service are three levels deep. Deep nesting could exhaust the stack of recursive code. */
const DEPTH_MAX = 32

const SPACE = /[ \t\r\n]*/y
const TOKEN =
  // oxlint-disable-next-line no-control-regex -- RFC 8259 bars these characters from strings.
  /[{}[\],:]|"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"|true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y

/** Drops one leading byte order mark, which some services and editors write. RFC 8259 allows a parser to ignore it. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

/**
 * Parses JSON text by RFC 8259. Numbers become {@link JsonNumber}. It refuses duplicate keys and deep nesting, which
 * `JSON.parse` accepts. Problems name a position, never content.
 */
export function parseJson(text: string): Result<unknown, JsonProblem> {
  return atOnce(readingJson(text))
}

interface Frame {
  /** The members of an object, in the order of the text; null for an array. */
  readonly entries: Map<string, unknown> | null
  readonly items: unknown[]
  /** The current key or index. */
  place: string | number
}

type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'nothing'

/** This many tokens take one or two milliseconds. */
const TOKENS_IN_A_ROW = 2_000

/** Like {@link parseJson}, but yields while it reads. Its own stack keeps any text from overflowing the call stack. */
export function* readingJson(text: string): Work<Result<unknown, JsonProblem>> {
  // The outermost frame holds the top-level value.
  const frames: Frame[] = [newFrame('[')]
  let expected: Expected = 'value'
  let offset = 0
  for (let tokens = 1; ; tokens += 1) {
    if (tokens % TOKENS_IN_A_ROW === 0) yield
    offset += matchAt(SPACE, text, offset)?.length ?? 0
    if (offset === text.length && expected === 'nothing') return ok(frames[0]?.items[0])
    const token = matchAt(TOKEN, text, offset)
    const next: Expected | 'duplicateKey' | undefined =
      token === undefined ? undefined : step(frames, expected, token)
    if (token === undefined || next === undefined) return err({ kind: 'syntax', offset })
    if (next === 'duplicateKey') return err({ kind: 'duplicateKey', path: pathOf(frames), offset })
    if (frames.length > DEPTH_MAX + 1) return err({ kind: 'tooDeep', offset })
    expected = next
    offset += token.length
  }
}

function newFrame(token: '{' | '['): Frame {
  return token === '{' ? { entries: new Map(), items: [], place: '' } : { entries: null, items: [], place: 0 }
}

/** @returns what may follow `token`, or undefined where `token` is not allowed. */
function step(frames: Frame[], expected: Expected, token: string): Expected | 'duplicateKey' | undefined {
  const top = frames.at(-1)
  const isValuePlace = expected === 'value' || expected === 'valueOrEnd'
  switch (token) {
    case '{':
    case '[':
      if (!isValuePlace) return undefined
      frames.push(newFrame(token))
      return token === '{' ? 'keyOrEnd' : 'valueOrEnd'
    case '}':
    case ']':
      if (top === undefined || frames.length === 1 || (token === '}') !== (top.entries !== null))
        return undefined
      if (expected !== 'commaOrEnd' && expected !== (token === '}' ? 'keyOrEnd' : 'valueOrEnd'))
        return undefined
      frames.pop()
      // Unlike an assignment, this makes `__proto__` a key like any other.
      return put(frames, top.entries === null ? top.items : Object.fromEntries(top.entries))
    case ',':
      if (top === undefined || expected !== 'commaOrEnd') return undefined
      if (typeof top.place === 'number') top.place += 1
      return top.entries === null ? 'value' : 'key'
    case ':':
      return expected === 'colon' ? 'value' : undefined
    default:
      if (isValuePlace) return put(frames, valueOf(token))
      if (!token.startsWith('"') || (expected !== 'key' && expected !== 'keyOrEnd')) return undefined
      return addKey(top, token)
  }
}

/** The value of a scalar token. */
function valueOf(token: string): unknown {
  switch (token) {
    case 'true':
      return true
    case 'false':
      return false
    case 'null':
      return null
    default:
      return token.startsWith('"') ? textOf(token) : new JsonNumber(token)
  }
}

function textOf(token: string): string {
  // Parsed even without escapes: a slice would keep the whole text in memory.
  return String(JSON.parse(token))
}

function put(frames: readonly Frame[], value: unknown): Expected {
  const top = frames.at(-1)
  if (top?.entries == null) top?.items.push(value)
  else top.entries.set(String(top.place), value)
  return frames.length === 1 ? 'nothing' : 'commaOrEnd'
}

function addKey(frame: Frame | undefined, token: string): 'colon' | 'duplicateKey' {
  // Keys are compared decoded: `"a"` and `"\u0061"` are the same key.
  const key = textOf(token)
  if (frame?.entries == null) throw new Error('a key outside an object')
  frame.place = key
  if (frame.entries.has(key)) return 'duplicateKey'
  frame.entries.set(key, undefined)
  return 'colon'
}

function matchAt(sticky: RegExp, text: string, offset: number): string | undefined {
  sticky.lastIndex = offset
  return sticky.exec(text)?.[0]
}

function pathOf(frames: readonly Frame[]): string {
  return frames
    .slice(1)
    .map((frame) => frame.place)
    .join('.')
}
