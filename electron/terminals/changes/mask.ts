import { withMaskedNumbers } from '../../../shared/redact.ts'
import { accountEnding } from '../../gateway/recordView.ts'

/** What is shorter stands in many a number that is none of an account. */
const LENGTH_MIN = 6

/** The bank's words without the account numbers that are concerned. Whatever else it said stays as it is. */
export function maskedWords(text: string, accountNumbers: readonly string[]): string {
  return accountNumbers
    .filter((number) => number.length >= LENGTH_MIN)
    .reduce((shown, number) => {
      const ending = accountEnding(number)
      return shown.replaceAll(number, ending.padStart(number.length, '*'))
    }, text)
}

/**
 * A person's words without any account number: whose it is nobody can tell, and the audit keeps none.
 * @param accountNumbers those that are concerned, which may be shorter than others
 */
export function maskedText(text: string, accountNumbers: readonly string[] = []): string {
  return withMaskedNumbers(maskedWords(text, accountNumbers))
}
