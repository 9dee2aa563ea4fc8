import { NOT_PLAIN } from '../../shared/plainText.ts'
import { isJsonObject } from './jsonText.ts'

/** Longer than any account's name, so that a longer text is not taken for one. */
const NAME_LENGTH_MAX = 200

/**
 * Finds the account's name in the answer to an enquiry, whose format is undocumented (docs/service.md 4.1). It takes the
 * first of `nameKeys`, compared without case, at the top level of `data`. A person confirms a payout by this name, so
 * control characters, or two different names under one key, count as no name.
 * @returns the bank's own spelling, trimmed; null where there is no name
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

/** Why a text cannot be the name of an account. @param name trimmed */
export function nameProblem(name: string): 'empty' | 'tooLong' | 'hiddenCharacter' | null {
  if (name === '') return 'empty'
  if (name.length > NAME_LENGTH_MAX) return 'tooLong'
  return NOT_PLAIN.test(name) ? 'hiddenCharacter' : null
}
