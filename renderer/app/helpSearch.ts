import type { Answered } from '../strings/helpStrings.ts'

/** Words that say nothing about what is meant, in a question of a shopkeeper. */
const SMALL = new Set(
  (
    'a about am an and any are at be been but by can could did do does for from get go got had has have he her his how ' +
    'i if in is it its just made make me much my no not of on one or our please say says see she should so tell than that the their ' +
    'them then there they this to took us want was we went were what when where which who why will with would you your'
  ).split(' '),
)

const IN_QUESTION = 4
const IN_KEYWORDS = 5
const IN_ANSWER = 1
/** Only the beginning of a word was met: `refund` for `refunds`. */
const PART = 0.6
/** So many letters are enough to know a word by its beginning. */
const PART_LENGTH_MIN = 3

/** Letters and digits, without case and marks. */
function wordsIn(text: string): readonly string[] {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').replace(/[’']/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/** How well a word is met: 0, by a beginning, or whole. */
function met(wanted: string, words: readonly string[]): number {
  if (words.includes(wanted)) return 1
  if (wanted.length < PART_LENGTH_MIN) return 0
  return words.some((word) => word.startsWith(wanted) || isInflected(wanted, word)) ? PART : 0
}

/** `receipts` and `closing` for `receipt` and `close`. */
function isInflected(wanted: string, word: string): boolean {
  const stem = wanted.replace(/(?:ing|ed|es|s)$/u, '')
  return stem !== wanted && stem.length >= PART_LENGTH_MIN && word.startsWith(stem)
}

/**
 * How much a word tells: the fewer entries know it, the more. One that no entry knows tells most, so a search for
 * something else finds nothing.
 */
function telling(scores: readonly number[]): number {
  return Math.log(1 + scores.length / (0.5 + scores.filter((score) => score > 0).length))
}

/**
 * @returns the entries that meet the search, the best first; all of them without a search. Small words do not count,
 * unless there are no others. An entry need not meet every word, since people type whole questions, but what tells most.
 */
export function searchHelp(all: readonly Answered[], search: string): readonly Answered[] {
  const typed = wordsIn(search)
  if (typed.length === 0) return all
  const large = typed.filter((word) => !SMALL.has(word))
  const wanted = [...new Set(large.length > 0 ? large : typed)]
  const entries = all.map(({ question, keywords, answer }) => [
    { worth: IN_QUESTION, words: wordsIn(question) },
    { worth: IN_KEYWORDS, words: wordsIn(keywords) },
    { worth: IN_ANSWER, words: wordsIn(answer.join(' ')) },
  ])
  const scoresOf = (word: string): readonly number[] =>
    entries.map((places) => Math.max(...places.map(({ worth, words }) => worth * met(word, words))))
  const found = wanted.map(scoresOf).map((scores) => ({ scores, weight: telling(scores) }))
  const whole = sum(found.map(({ weight }) => weight))
  return all
    .map((one, at) => ({
      one,
      metWeight: sum(found.map(({ scores, weight }) => ((scores[at] ?? 0) > 0 ? weight : 0))),
      score: sum(found.map(({ scores, weight }) => weight * (scores[at] ?? 0))),
    }))
    .filter(({ metWeight }) => metWeight > whole / 2)
    .toSorted((a, b) => b.score - a.score)
    .map(({ one }) => one)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
