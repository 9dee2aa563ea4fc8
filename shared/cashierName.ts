import { NOT_PLAIN } from './plainText.ts'
import { CASHIER_NAME_LENGTH_MAX } from './people.ts'

export type NameProblem = 'empty' | 'tooLong' | 'notPlain' | 'nameUsed'

/** As it is kept: without outer and double spaces, composed. */
export function tidyName(typed: string): string {
  return typed.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')
}

/** @param others the names of the cashiers who could be confused with this one */
export function nameProblem(name: string, others: readonly string[]): NameProblem | undefined {
  if (name === '') return 'empty'
  if (name.length > CASHIER_NAME_LENGTH_MAX) return 'tooLong'
  if (NOT_PLAIN.test(name) || NOT_SEEN.test(name)) return 'notPlain'
  return others.some((other) => isAlike(other, name)) ? 'nameUsed' : undefined
}

/** What no screen shows would make two names of one. */
const NOT_SEEN = /[\p{DI}\p{Cf}]/u

/** Letters and digits that a lock screen does not show apart from a Latin letter; Greek and Cyrillic in small letters. */
const LOOKS_LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  (
    [
      ['a', 'аα'],
      ['b', 'в'],
      ['c', 'с'],
      ['e', 'еε'],
      ['h', 'н'],
      ['i', 'іι'],
      ['j', 'ј'],
      ['k', 'кκ'],
      ['l', '1|ӏ'],
      ['m', 'м'],
      ['o', '0оοо'],
      ['p', 'рρ'],
      ['s', 'ѕ'],
      ['t', 'тτ'],
      ['v', 'ν'],
      ['x', 'хχ'],
      ['y', 'уυ'],
    ] as const
  ).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin])),
)

function isAlike(one: string, other: string): boolean {
  // A capital I looks like a small l, and is the capital of i all the same.
  return (
    sameLetters(one) === sameLetters(other) ||
    sameLetters(one.replaceAll('I', 'l')) === sameLetters(other.replaceAll('I', 'l'))
  )
}

function sameLetters(name: string): string {
  const small = name.normalize('NFKC').toLowerCase()
  return Array.from(small, (letter) => LOOKS_LIKE[letter] ?? letter).join('')
}
