import { expect, test } from 'vitest'
import { inSentence, plainText, quoted, shortText } from './plainText.ts'

test.each([
  ['Timed out\u202e', 'Timed out\uFFFD'],
  ['\u2067ABC\u2069', '\uFFFDABC\uFFFD'],
  ['a\u200eb\u200fc\u061cd', 'a\uFFFDb\uFFFDc\uFFFDd'],
  ['two\r\nlines\tand\u2028more', 'two lines and more'],
  ['bell\u0007', 'bell\uFFFD'],
  ['half \ud83d', 'half \uFFFD'],
  ['ẸKỌ́ Stores 😀 ₦', 'ẸKỌ́ Stores 😀 ₦'],
  ['دكان', 'دكان'],
])('%j is shown as %j', (text, shown) => {
  expect(plainText(text)).toBe(shown)
  expect(plainText(shown)).toBe(shown)
})

test('within a sentence only a right-to-left text is isolated', () => {
  expect(inSentence('Busy\u202e')).toBe('Busy\uFFFD')
  expect(inSentence('دكان')).toBe('\u2068دكان\u2069')
  expect(inSentence('ADE STORES')).toBe('ADE STORES')
})

test('a long text is cut for a row, never in the middle of a character', () => {
  expect(shortText('abc', 3)).toBe('abc')
  expect(shortText('abcd', 3)).toBe('ab…')
  expect(shortText('😀😀', 4)).toBe('😀😀')
  expect(shortText('😀😀😀', 4)).toBe('😀…')
  expect(shortText('😀😀😀', 5)).toBe('😀😀…')
  expect(shortText('x'.repeat(1_000_000), 80)).toHaveLength(80)
})

test('a quoted text cannot close its quotes, whichever it brings', () => {
  expect(quoted('Busy’. “All” is «well» „now‟')).toBe("‘Busy'. 'All' is 'well' 'now'’")
  expect(quoted('دكان')).toBe('‘\u2068دكان\u2069’')
  expect(quoted('x'.repeat(500), 80)).toHaveLength(82)
})
