import { err, ok, type Result } from '../../shared/result.ts'

/** A number as its characters stand in the text; it is never turned into a float on the way. */
export class JsonNumber {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

export type JsonProblem =
  | { readonly kind: 'syntax'; readonly offset: number }
  /** The same key twice in one object: whoever reads the first and whoever reads the last would disagree. */
  | { readonly kind: 'duplicateKey'; readonly path: string; readonly offset: number }
  | { readonly kind: 'tooDeep'; readonly offset: number }

/** An answer of this service is three levels deep. Deeper nesting could exhaust the stack of who walks it. */
const DEPTH_MAX = 32

const SPACE = /[ \t\r\n]*/y
const TOKEN =
  // oxlint-disable-next-line no-control-regex -- RFC 8259 bars these characters from strings.
  /[{}[\],:]|"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"|true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y

/** Drops the one byte order mark that some services and editors put in front; RFC 8259 lets a reader ignore it. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

/**
 * Reads JSON text by RFC 8259. Numbers become {@link JsonNumber}; duplicate keys and deep nesting are refused, which
 * `JSON.parse` alone would let pass. Problems carry a place, never content.
 */
export function parseJson(text: string): Result<unknown, JsonProblem> {
  const problem = findProblem(text)
  if (problem !== undefined) return err(problem)
  try {
    return ok(JSON.parse(text, keepSource))
  } catch {
    return err({ kind: 'syntax', offset: 0 })
  }
}

function keepSource(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number') return value
  if (context?.source === undefined) throw new Error('this runtime does not give the source of a number')
  return new JsonNumber(context.source)
}

interface Frame {
  /** The keys so far; null for an array. */
  readonly keys: Set<string> | null
  /** The key or index that is being read. */
  place: string | number
}

type Expected = 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'commaOrEnd' | 'nothing'

/** Walks the grammar with a stack of its own, so that no text can overflow the runtime's. */
function findProblem(text: string): JsonProblem | undefined {
  const frames: Frame[] = []
  let expected: Expected = 'value'
  let offset = 0
  for (;;) {
    offset += matchAt(SPACE, text, offset)?.length ?? 0
    if (offset === text.length && expected === 'nothing') return undefined
    const token = matchAt(TOKEN, text, offset)
    const next: Expected | 'duplicateKey' | undefined =
      token === undefined ? undefined : step(frames, expected, token)
    if (token === undefined || next === undefined) return { kind: 'syntax', offset }
    if (next === 'duplicateKey') return { kind: 'duplicateKey', path: pathOf(frames), offset }
    if (frames.length > DEPTH_MAX) return { kind: 'tooDeep', offset }
    expected = next
    offset += token.length
  }
}

/** @returns what comes after `token`, or undefined where it must not stand here. */
function step(frames: Frame[], expected: Expected, token: string): Expected | 'duplicateKey' | undefined {
  const top = frames.at(-1)
  const isValuePlace = expected === 'value' || expected === 'valueOrEnd'
  switch (token) {
    case '{':
    case '[':
      if (!isValuePlace) return undefined
      frames.push(token === '{' ? { keys: new Set(), place: '' } : { keys: null, place: 0 })
      return token === '{' ? 'keyOrEnd' : 'valueOrEnd'
    case '}':
    case ']':
      if (top === undefined || (token === '}') !== (top.keys !== null)) return undefined
      if (expected !== 'commaOrEnd' && expected !== (token === '}' ? 'keyOrEnd' : 'valueOrEnd'))
        return undefined
      frames.pop()
      return afterValue(frames)
    case ',':
      if (top === undefined || expected !== 'commaOrEnd') return undefined
      if (typeof top.place === 'number') top.place += 1
      return top.keys === null ? 'value' : 'key'
    case ':':
      return expected === 'colon' ? 'value' : undefined
    default:
      if (isValuePlace) return afterValue(frames)
      if (!token.startsWith('"') || (expected !== 'key' && expected !== 'keyOrEnd')) return undefined
      return addKey(top, token)
  }
}

function addKey(frame: Frame | undefined, token: string): 'colon' | 'duplicateKey' {
  // Keys are compared by what they say: `"a"` and `"\u0061"` are the same key.
  const key = String(JSON.parse(token))
  if (frame?.keys == null) throw new Error('a key outside an object')
  frame.place = key
  if (frame.keys.has(key)) return 'duplicateKey'
  frame.keys.add(key)
  return 'colon'
}

function afterValue(frames: readonly Frame[]): Expected {
  return frames.length === 0 ? 'nothing' : 'commaOrEnd'
}

function matchAt(sticky: RegExp, text: string, offset: number): string | undefined {
  sticky.lastIndex = offset
  return sticky.exec(text)?.[0]
}

function pathOf(frames: readonly Frame[]): string {
  return frames.map((frame) => frame.place).join('.')
}
