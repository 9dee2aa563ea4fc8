import { accountEnding } from '../../settlements/recordView.ts'

/** What is shorter stands in many a number that is none of an account. */
const LENGTH_MIN = 6

/**
 * Words without the account numbers that are concerned: a person may write one into a note, and the audit keeps none.
 * Whatever else was written stays as it is.
 */
export function maskedText(text: string, accountNumbers: readonly string[]): string {
  return accountNumbers
    .filter((number) => number.length >= LENGTH_MIN)
    .reduce((shown, number) => {
      const ending = accountEnding(number)
      return shown.replaceAll(number, ending.padStart(number.length, '*'))
    }, text)
}
