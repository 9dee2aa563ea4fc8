import { PIN_DIGITS_MAX, PIN_DIGITS_MIN } from '../../shared/access.ts'

export type PinProblem = 'notDigits' | 'tooShort' | 'tooLong' | 'tooSimple'

/** What is wrong with a new PIN; undefined if nothing. */
export function pinProblem(pin: string): PinProblem | undefined {
  if (!/^[0-9]*$/u.test(pin)) return 'notDigits'
  if (pin.length < PIN_DIGITS_MIN) return 'tooShort'
  if (pin.length > PIN_DIGITS_MAX) return 'tooLong'
  return isSimple(pin) ? 'tooSimple' : undefined
}

/** One digit repeated, or counting up or down by one: the first guesses. */
function isSimple(pin: string): boolean {
  const digits = Array.from(pin, Number)
  const steps = digits.slice(1).map((digit, place) => digit - (digits[place] ?? 0))
  return steps.every((step) => step === steps[0]) && Math.abs(steps[0] ?? 0) <= 1
}

export const FREE_TRIES = 3
const FIRST_WAIT_MS = 30_000
const WAIT_MS_MAX = 60 * 60_000

/** The delay after wrong tries in a row, from half a minute to an hour: some thirty of 10,000 PINs a day. */
export function waitAfterMs(wrongTries: number): number {
  if (wrongTries < FREE_TRIES) return 0
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(wrongTries - FREE_TRIES, 20), WAIT_MS_MAX)
}

/** The tries that lead to the longest delay: used if the count cannot be read. */
export const TRIES_OF_LONGEST_WAIT = 10
