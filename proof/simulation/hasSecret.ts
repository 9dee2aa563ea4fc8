import { ACCOUNT_NUMBER, OTHER_ACCOUNT_NUMBER } from './modelBank.ts'
import { TOKEN_PREFIX } from './modelDesk.ts'

/** Whether a text holds something that must never be stored or logged. */
export function hasSecret(text: string): boolean {
  return [ACCOUNT_NUMBER, OTHER_ACCOUNT_NUMBER, TOKEN_PREFIX].some((secret) => text.includes(secret))
}
