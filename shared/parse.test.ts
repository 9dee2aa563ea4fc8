import { fc } from '../electron/testing/fuzz.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { parseUnknown } from './parse.ts'

const SECRET = 'hunter2-secret'

const schema = z.strictObject({
  text: z.string().check(z.maxLength(3), z.regex(/^[a-z]*$/u)),
  count: z.int().check(z.minimum(1), z.maximum(9), z.multipleOf(2)),
  choice: z.enum(['query', 'body']),
  literal: z.literal('live'),
  address: z.url(),
  list: z.array(z.union([z.number(), z.boolean()])),
  own: z.string().check(z.refine((text) => text === '')),
  worded: z.string().check(z.refine((text) => text === '', 'must use https')),
  map: z.record(z.string().check(z.maxLength(3)), z.number()),
})

const good = {
  text: 'abc',
  count: 4,
  choice: 'query',
  literal: 'live',
  address: 'https://bank.example',
  list: [1, true],
  own: '',
  worded: '',
  map: { a: 1 },
}

test('a valid value passes', () => {
  expect(parseUnknown(schema, good)).toEqual({ ok: true, value: good })
})

test.each([
  [{ text: SECRET }, 'text', 'must not be above 3'],
  [{ text: 7 }, 'text', 'must be string'],
  [{ count: 0 }, 'count', 'must not be below 1'],
  [{ count: 2.5 }, 'count', 'must be int'],
  [{ count: 3 }, 'count', 'is not valid (not_multiple_of)'],
  [{ choice: SECRET }, 'choice', 'must be one of query, body'],
  [{ literal: SECRET }, 'literal', 'must be one of live'],
  [{ address: SECRET }, 'address', 'is not valid (invalid_format)'],
  [{ list: [1, SECRET] }, 'list.1', 'is not valid (invalid_union)'],
  [{ own: SECRET }, 'own', 'is not valid'],
  [{ worded: SECRET }, 'worded', 'must use https'],
  [{ map: { a: SECRET } }, 'map.a', 'must be number'],
  [{ extra: SECRET }, 'extra', 'is not a known key'],
])('%j is refused at %s: %s', (change, path, problem) => {
  const parsed = parseUnknown(schema, { ...good, ...change })
  expect(parsed.ok ? [] : parsed.error).toContainEqual({ path, problem })
  expect(JSON.stringify(parsed)).not.toContain(SECRET)
})

test.each([[SECRET], [null], [undefined], [[SECRET]], [7]])(
  'a value of the wrong type, %j, is refused',
  (value) => {
    const parsed = parseUnknown(schema, value)
    expect(parsed).toEqual({ ok: false, error: [{ path: '(whole value)', problem: 'must be object' }] })
  },
)

test('no error quotes a value from outside, at any field', () => {
  const hostile = fc.anything({
    values: [fc.constant(SECRET), fc.constant({ deep: SECRET }), fc.constant(new Error(SECRET))],
  })
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(good)), hostile, (key, value) => {
      const parsed = parseUnknown(schema, { ...good, [key]: value })
      if (!parsed.ok) expect(JSON.stringify(parsed.error)).not.toContain(SECRET)
    }),
  )
})

test('an endless key name is cut', () => {
  const parsed = parseUnknown(schema, { ...good, ['k'.repeat(100_000)]: 1 })
  expect(parsed.ok ? [] : parsed.error.map((each) => each.path.length)).toEqual([200])
})
