import type { AccessView } from '../../shared/access.ts'
import type { CallError } from '../../shared/callError.ts'
import { lazyStrings } from '../strings/lazyStrings.ts'
import { problemText } from './problems.ts'

const words = lazyStrings.pin
const MINUTE_MS = 60_000

/** How long until the next try counts, ms: main's wait, less the time since then. */
export function waitLeftMs(access: AccessView | null, accessAtMs: number, nowMs: number): number {
  if (access === null) return 0
  return Math.max(0, access.waitMs - Math.max(0, nowMs - accessAtMs))
}

/** A wait in words, rounded up, so that it never ends later than it says: `20 seconds`, `2 minutes`. */
export function waitText(waitMs: number): string {
  if (waitMs < 2 * MINUTE_MS) return words.seconds(Math.ceil(waitMs / 1_000))
  return words.minutes(Math.ceil(waitMs / MINUTE_MS))
}

/** What opens manager mode: a damaged PIN only a new one. */
export function unlockMode(pin: AccessView['pin']): 'set' | 'enter' | 'reset' {
  if (pin === 'none') return 'set'
  return pin === 'set' ? 'enter' : 'reset'
}

/** The problem with the PIN that was typed. */
export function pinProblemText(error: CallError): string {
  switch (error.code) {
    case 'invalid':
      return newPinText(error.fields.find(({ field }) => field === 'pin')?.problem ?? '')
    case 'notSaved':
      return words.notCounted
    case 'notAllowed':
      return error.reason === 'damaged' ? words.damaged : problemText(error)
    default:
      return problemText(error)
  }
}

function newPinText(problem: string): string {
  switch (problem) {
    case 'notDigits':
    case 'tooShort':
    case 'tooLong':
    case 'tooSimple':
      return words[problem]
    default:
      return words.otherPin
  }
}
