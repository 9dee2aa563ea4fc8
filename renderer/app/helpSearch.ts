import type { Answered } from '../strings/helpStrings.ts'

/** Letters and digits, without case and marks. */
function wordsIn(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** @returns the entries that contain each word of the search, those with all of them in the question first */
export function searchHelp(all: readonly Answered[], search: string): readonly Answered[] {
  const wanted = wordsIn(search).split(' ')
  const hasAll = (text: string): boolean => wanted.every((word) => wordsIn(text).includes(word))
  const found = all.filter(({ question, answer }) => hasAll([question, ...answer].join(' ')))
  const inQuestion = found.filter(({ question }) => hasAll(question))
  return [...inQuestion, ...found.filter((one) => !inQuestion.includes(one))]
}
