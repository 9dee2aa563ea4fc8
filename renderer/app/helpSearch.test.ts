import { expect, test } from 'vitest'
import { helpStrings } from '../strings/helpStrings.ts'
import { searchHelp } from './helpSearch.ts'

const { answers } = helpStrings
const questions = (search: string): readonly string[] =>
  searchHelp(answers, search).map(({ question }) => question)

test('without a search every question is there, in its order', () => {
  expect(questions(' ')).toEqual(answers.map(({ question }) => question))
  expect(answers).toHaveLength(10)
})

test('a search needs each of its words, and questions come before answers', () => {
  expect(questions('WRONG amount')[0]).toBe('I entered a wrong amount')
  expect(questions('no internet')[0]).toBe('There is no internet. Can I go on?')
  expect(questions('chécking')[0]).toBe('It says Checking. What do I do?')
  expect(questions('checking giraffe')).toEqual([])
})
