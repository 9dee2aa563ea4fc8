import { NOT_PLAIN } from '../../shared/plainText.ts'
import { isJsonObject } from './wireFields.ts'

/** Longer than any account's name; what is longer is something else. */
const NAME_LENGTH_MAX = 200

/**
 * The account's name in the answer to an enquiry, which is undocumented (docs/service.md 4.1): the first of `nameKeys`
 * under which `data` itself has one, in any case. A person confirms a payout by it, so what is no plain text, or occurs
 * twice and differs, is no name.
 * @returns the bank's own spelling without spaces at its ends; null where there is none
 */
export function accountName(data: unknown, nameKeys: readonly string[]): string | null {
  if (!isJsonObject(data)) return null
  for (const nameKey of nameKeys) {
    const found = Object.entries(data)
      .filter(([key]) => key.toLowerCase() === nameKey.toLowerCase())
      .map(([, value]) => nameIn(value))
      .filter((name) => name !== null)
    const [first] = found
    if (first !== undefined) return found.every((name) => name === first) ? first : null
  }
  return null
}

function nameIn(value: unknown): string | null {
  const name = typeof value === 'string' ? value.trim() : ''
  return nameProblem(name) === null ? name : null
}

/** Why a text cannot be the name of an account, whoever says it. @param name trimmed */
export function nameProblem(name: string): 'empty' | 'tooLong' | 'hiddenCharacter' | null {
  if (name === '') return 'empty'
  if (name.length > NAME_LENGTH_MAX) return 'tooLong'
  return NOT_PLAIN.test(name) ? 'hiddenCharacter' : null
}
