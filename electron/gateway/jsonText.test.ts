import { fc } from '../testing/fuzz.ts'
import { expect, test } from 'vitest'
import { JsonNumber, parseJson, withoutByteOrderMark } from './jsonText.ts'

test('numbers keep their source text, floats that JSON.parse would round included', () => {
  const parsed = parseJson('{"a":0.10,"b":[1e2,9007199254740993,-0],"c":4975.00}')
  expect(parsed).toEqual({
    ok: true,
    value: {
      a: new JsonNumber('0.10'),
      b: [new JsonNumber('1e2'), new JsonNumber('9007199254740993'), new JsonNumber('-0')],
      c: new JsonNumber('4975.00'),
    },
  })
})

test.each([
  ['', 0],
  ['  ', 2],
  ['{"a":1,}', 7],
  ['[1,]', 3],
  ['[1 2]', 3],
  ['{"a" 1}', 5],
  ['{a:1}', 1],
  ['01', 1],
  ['1.', 1],
  ['{"a":1}}', 7],
  ['{"a":1} x', 8],
  ['"a\nb"', 0],
  ['"\\x"', 0],
  ['[}', 1],
  ['{]', 1],
  ['nul', 0],
  ['\u00a01', 0],
])('%j is not JSON, from offset %i on', (text, offset) => {
  expect(parseJson(text)).toEqual({ ok: false, error: { kind: 'syntax', offset } })
})

test('a duplicate key is reported with its path, also if one is written with escapes', () => {
  expect(parseJson('{"data":[{"x":1},{"a":1,"\\u0061":2}]}')).toMatchObject({
    ok: false,
    error: { kind: 'duplicateKey', path: 'data.1.a' },
  })
  expect(parseJson('{"a":{"x":1},"b":{"x":1},"":0}').ok).toBe(true)
  expect(parseJson('{"__proto__":1,"toString":2}').ok).toBe(true)
})

test('deep nesting is refused before it can exhaust the stack', () => {
  expect(parseJson('['.repeat(1_000_000))).toMatchObject({ ok: false, error: { kind: 'tooDeep' } })
  expect(parseJson('{"a":'.repeat(200_000))).toMatchObject({ ok: false, error: { kind: 'tooDeep' } })
})

test('a string of a million escapes is read', () => {
  const parsed = parseJson(`"${'\\n'.repeat(500_000)}"`)
  expect(parsed).toEqual({ ok: true, value: '\n'.repeat(500_000) })
})

test('one byte order mark is dropped, a second is not', () => {
  expect(withoutByteOrderMark('\uFEFF\uFEFF{}')).toBe('\uFEFF{}')
  expect(parseJson('\uFEFF{}').ok).toBe(false)
})

/** Texts that are JSON or nearly JSON. */
const nearJson = fc
  .tuple(
    fc.json({ maxDepth: 4 }),
    fc.nat(),
    fc.nat(4),
    fc.constantFrom('', ',', '"', '}', ']', '0', '\\', ' ', 'e'),
  )
  .map(([text, place, cut, put]) => {
    const at = place % (text.length + 1)
    return text.slice(0, at) + put + text.slice(at + cut)
  })

test('accepts the same texts as JSON.parse, except for duplicate keys and depth', () => {
  fc.assert(
    fc.property(fc.oneof(nearJson, fc.json(), fc.string()), (text) => {
      const parsed = parseJson(text)
      if (!parsed.ok && parsed.error.kind !== 'syntax') return
      expect(parsed.ok).toBe(isJson(text))
    }),
    { numRuns: 3_000 },
  )
})

test('gives the values of JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const parsed = parseJson(JSON.stringify(value))
      expect(parsed.ok && withFloats(parsed.value)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function withFloats(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, inner: unknown) =>
      inner instanceof JsonNumber ? Number(inner.source) : inner,
    ),
  )
}
