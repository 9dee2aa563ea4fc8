import { expect, test } from 'vitest'
import { codeOf, findTerms, hasWords } from './findTerms.ts'

test('an amount is read as people type it', () => {
  for (const text of [
    '12500',
    '12,500',
    '12500.00',
    '₦12,500',
    '₦ 12 500',
    'N12,500',
    'ngn 12500',
    ' 12,500.0 ',
  ])
    expect(findTerms(text).amountKobo, text).toBe(1_250_000)
  for (const text of ['12,50', '12.345', '-5', 'twelve', '12 50', '…4472'])
    expect(findTerms(text).amountKobo, text).toBeNull()
})

test('digits alone are an amount and part of a reference; what is written as money is no reference', () => {
  expect(findTerms('4472')).toMatchObject({ amountKobo: 447_200, starts: ['4472'], code: '4472' })
  for (const text of ['₦4472', '4,472', '4472.50', 'NGN 4472'])
    expect(findTerms(text), text).toMatchObject({ starts: [], code: null })
})

test('a reference is compared without case, spaces and dashes; the ellipsis of a row makes it an end', () => {
  expect(findTerms('01m8 04g0-gefn').code).toBe('01M804G0GEFN')
  expect(findTerms('01M8 04G0').starts).toEqual(['01M8 04G0', '01M804G0'])
  expect(findTerms('REF/2026/000981').code).toBe(codeOf('ref 2026 000981'))
  for (const text of ['…7A7V', '...7A7V', '… 7a7v'])
    expect(findTerms(text), text).toMatchObject({ code: '7A7V', isEnd: true, starts: [], words: [] })
})

test('too short a text searches only what it can mean', () => {
  expect(findTerms('7A7')).toMatchObject({ code: null, starts: ['7A7'], words: ['7a7'] })
  expect(findTerms('5')).toMatchObject({ amountKobo: 500, starts: [], code: null, words: [] })
  expect(findTerms('  ')).toMatchObject({ amountKobo: null, starts: [], code: null, words: [] })
  expect(findTerms('x'.repeat(65))).toMatchObject({ starts: [], code: null })
})

test('words meet a text without its case and marks, in any order, and all of them must', () => {
  const { words } = findTerms('sade  EGUSI')
  expect(hasWords('2 bags of Ẹ̀gúsí for Ṣadé', words)).toBe(true)
  expect(hasWords('2 bags of egusi', words)).toBe(false)
  expect(hasWords('', words)).toBe(false)
  expect(hasWords('anything', [])).toBe(false)
})
