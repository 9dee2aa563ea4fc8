import { expect, test } from 'vitest'
import { folded, searchWords } from './searchText.ts'

test.each([
  ['ADE STORES', 'ade stores'],
  ['Ọláńrewájú', 'olanrewaju'],
  ['ỌLÁŃREWÁJÚ', 'olanrewaju'],
  // The same name with combining marks.
  ['Ọláńrewájú'.normalize('NFD'), 'olanrewaju'],
  ['Ṣadé Ẹ̀kọ́', 'sade eko'],
  ['Ƙanƙara Ɗanjuma Ɓaƙo', 'kankara danjuma bako'],
  ['ƙanƙara ɗanjuma ɓaƙo', 'kankara danjuma bako'],
  ['Ƴar’Adua', "yar'adua"],
  ['ʼYarʼadua', "'yar'adua"],
  ['Ụmụahịa Ṅgwa', 'umuahia ngwa'],
  ['₦ 0123', '₦ 0123'],
])('%s is searched for as %s', (text, asFolded) => {
  expect(folded(text)).toBe(asFolded)
})

test.each([
  ['', []],
  ['  \t ', []],
  [' Adé  STORES\n', ['ade', 'stores']],
  // A mark alone cannot be searched for.
  ['\u0301', []],
])('the words of %j are %j', (search, words) => {
  expect(searchWords(search)).toEqual(words)
})
