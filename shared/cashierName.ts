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
  if (NOT_PLAIN.test(name)) return 'notPlain'
  return others.some((other) => alike(other) === alike(name)) ? 'nameUsed' : undefined
}

/** Small and capital letters are not told apart on a lock screen. */
const alike = (name: string): string => name.normalize('NFKC').toLowerCase()
