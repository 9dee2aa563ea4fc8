import { fc } from '../testing/fuzz.ts'
import { expect, test } from 'vitest'
import { parseTransactionId, TRANSACTION_ID_LENGTH_MAX } from '../../shared/transactionId.ts'
import { patternProblem, WAYS_MAX } from './patternCost.ts'
import { readPattern, type PatternTree } from './patternTree.ts'

const judge = (inner: string): string | null => {
  const tree = readPattern(inner)
  return tree === null ? 'unreadable' : patternProblem(tree)
}

test.each([
  '[A-Za-z0-9][A-Za-z0-9._/-]*',
  '[A-Z]{3}-[0-9]{6}',
  '(POS|PAY|PUR)-[0-9]{4,12}',
  '[A-Z0-9]{4}(?:-[A-Z0-9]{4})*',
  '\\d{2}\\/\\d{4}\\/[A-Z]+',
  '[A-Z0-9]{3,10}-?[0-9]+',
  '[A-Z]+[A-Z0-9]*[0-9]+',
  '(?:A[0-9]+|B[0-9]+)',
  '[^\\s]{1,64}',
  '.+',
  '[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*',
  '[A-Z]{1,200}',
  'T-\\x41\\u0042\\u{43}',
  '',
])('the rule %j that a person would write is taken', (inner) => {
  expect(judge(inner)).toBeNull()
})

test.each([
  '(a+)+',
  '(a*)*',
  '(?:a|a)*',
  '(a|aa)+',
  '(a|ab|b)*',
  '([a-z]+)*',
  '([a-zA-Z0-9]+\\s?)*',
  '(\\w+\\d*)+',
  '(a?){30}a{30}',
  'a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaaaaaaaaaaaa',
  '(.*)*',
  '(.*a){12}',
  '.*.*.*.*.*.*=.*',
  '(a*){2,}',
  '(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)(|)b',
  '(((a?)?)?)?',
  '((a{1,8}){1,8}){1,8}',
  '([0-9]|[0-9A-F]){1,40}!',
  '(?:(?:x+x+)+y)+',
  '([^-]*-?)*',
  '\\w+(?:[._-]\\w+)*',
])('the bomb %j is refused', (inner) => {
  expect(judge(inner)).not.toBeNull()
})

test.each([
  '(?=a+)a+',
  '(?!a)b',
  '(?<=a)b',
  '(?<name>a)\\k<name>',
  '(a)\\1',
  '\\bA',
  '\\p{L}+',
  '[\\p{L}-]',
  '[\\b]',
  '^a',
  'a$',
  'a$|^b',
  '\\cA',
  '\\ud83d\\ude00',
  'a\\',
  'a)(b',
  '(a',
  '[a',
  '*',
])('%j is more than a rule for references needs', (inner) => {
  expect(judge(inner)).toBe('unreadable')
})

test('a pattern that is as long as a book once its repetitions are written out is refused at once', () => {
  expect(judge('(?:(?:a{60}){60}){60}')).toBe('tooLong')
  expect(judge('a{99999999999}')).toBe('tooLong')
})

/** What the language's engine does, step by step and counted; it knows nothing of how the count is foretold. */
function tries(tree: PatternTree, text: string): { readonly isMatch: boolean; readonly steps: number } {
  let steps = 0
  type Then = (at: number) => boolean
  const matches = (node: PatternTree, at: number, then: Then): boolean => {
    switch (node.kind) {
      case 'one': {
        const point = text.codePointAt(at)
        if (point === undefined || !node.ranges.some(([from, to]) => from <= point && point <= to))
          return false
        steps += 1
        return then(at + (point > 0xffff ? 2 : 1))
      }
      case 'row':
        return node.parts.reduceRight<Then>((rest, part) => (from) => matches(part, from, rest), then)(at)
      case 'choice':
        return node.ways.some((way) => matches(way, at, then))
      case 'repeat': {
        const more = (count: number): Then => {
          return (from) =>
            (count < node.max &&
              matches(node.of, from, (to) =>
                to === from && count >= node.min ? false : more(count + 1)(to),
              )) ||
            (count >= node.min && then(from))
        }
        return more(0)(at)
      }
    }
  }
  return { isMatch: matches(tree, 0, (at) => at === text.length), steps }
}

/** Small alphabets, so that things overlap. */
const { inner: patterns } = fc.letrec<{ inner: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '\\w', '[a-c]'),
    tie('inner').map((inner) => `(?:${inner})`),
  ),
  inner: fc
    .array(
      fc.array(
        fc
          .tuple(tie('atom'), fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?'))
          .map((part) => part.join('')),
        { maxLength: 4 },
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((ways) => ways.map((parts) => parts.join('')).join('|')),
}))

test('whatever is taken is tried in fewer steps than foretold, and read as the language reads it', () => {
  let taken = 0
  fc.assert(
    fc.property(
      patterns.filter((inner) => inner.length <= 40),
      fc.array(fc.stringMatching(/^[abc!]{0,64}$/u), { minLength: 1, maxLength: 8 }),
      fc.constantFrom('a', 'ab', 'aab'),
      (inner, texts, unit) => {
        const tree = readPattern(inner)
        if (tree === null) throw new Error(`not read: ${inner}`)
        if (patternProblem(tree) !== null) return
        taken += 1
        const long = unit.repeat(TRANSACTION_ID_LENGTH_MAX).slice(0, TRANSACTION_ID_LENGTH_MAX - 1)
        for (const text of [...texts, long, `${long}!`, `${long}c`]) {
          const { isMatch, steps } = tries(tree, text)
          expect({ inner, text, isMatch }).toEqual({
            inner,
            text,
            isMatch: new RegExp(`^(?:${inner})$`, 'u').test(text),
          })
          expect(steps).toBeLessThanOrEqual(WAYS_MAX)
        }
      },
    ),
    { numRuns: 500 },
  )
  expect(taken).toBeGreaterThan(100)
})

test('a class is read as the language reads it', () => {
  const classes = fc
    .array(
      fc.constantFrom(
        'a',
        'z',
        '0-9',
        'A-F',
        '\\d',
        '\\w',
        '\\S',
        '\\-',
        '\\]',
        '.',
        '/',
        'é',
        '😀',
        '\\u{1F600}',
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .chain((members) =>
      fc.constantFrom(`[${members.join('')}]`, `[^${members.join('')}]`, `[${members.join('')}-]`),
    )
  fc.assert(
    fc.property(
      fc.oneof(classes, fc.constantFrom('.', '\\s', '\\S', '\\D', '\\W', '\\.', '\\0')),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      (inner, text) => {
        const tree = readPattern(inner)
        if (tree === null) throw new Error(`not read: ${inner}`)
        expect(tries(tree, text).isMatch).toBe(new RegExp(`^${inner}$`, 'u').test(text))
      },
    ),
    { numRuns: 200 },
  )
})

test('what is taken answers at once for the longest reference, also where it does not fit', () => {
  // The engine itself, on the worst that is still taken; a bomb would not come back before the test is given up.
  for (const pattern of ['^[A-Z]*[A-Z]*[A-Z]*$', '^(?:a|b|c)*(?:a|b)*c*$']) {
    expect(judge(pattern.slice(1, -1))).toBeNull()
    for (const text of [`${'A'.repeat(63)}!`, `${'abc'.repeat(21)}!`]) {
      expect(parseTransactionId(text, pattern)).toMatchObject({ ok: false })
    }
  }
})
