import { withMaskedNumbers } from '../../../shared/redact.ts'
import { accountEnding } from '../../gateway/recordView.ts'

/** Shorter digits occur in many numbers that are not accounts. */
const LENGTH_MIN = 6

/** The bank's words without the account numbers concerned; otherwise unchanged. */
export function maskedWords(text: string, accountNumbers: readonly string[]): string {
  return accountNumbers
    .filter((number) => number.length >= LENGTH_MIN)
    .reduce((shown, number) => {
      const ending = accountEnding(number)
      return shown.replaceAll(number, ending.padStart(number.length, '*'))
    }, text)
}

/**
 * A person's words without any account number: its owner is unknown, and the audit keeps none.
 * @param accountNumbers those concerned, which may be shorter than others
 */
export function maskedText(text: string, accountNumbers: readonly string[] = []): string {
  return withMaskedNumbers(maskedWords(text, accountNumbers))
}
