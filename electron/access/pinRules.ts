import { PIN_DIGITS_MAX, PIN_DIGITS_MIN } from '../../shared/access.ts'

export type PinProblem = 'notDigits' | 'tooShort' | 'tooLong' | 'tooSimple'

/** What is wrong with a new PIN; undefined where it may be taken. */
export function pinProblem(pin: string): PinProblem | undefined {
  if (!/^[0-9]*$/u.test(pin)) return 'notDigits'
  if (pin.length < PIN_DIGITS_MIN) return 'tooShort'
  if (pin.length > PIN_DIGITS_MAX) return 'tooLong'
  return isSimple(pin) ? 'tooSimple' : undefined
}

/** One digit over and over, or one step up or down over and over: what everybody tries first. */
function isSimple(pin: string): boolean {
  const digits = Array.from(pin, Number)
  const steps = digits.slice(1).map((digit, place) => digit - (digits[place] ?? 0))
  return steps.every((step) => step === steps[0]) && Math.abs(steps[0] ?? 0) <= 1
}

const FREE_TRIES = 3
const FIRST_WAIT_MS = 30_000
const WAIT_MS_MAX = 60 * 60_000

/**
 * How long nobody may try after so many wrong tries in a row. It doubles from half a minute to an hour, so that a day of
 * guessing is some thirty tries of the ten thousand that four digits have.
 */
export function waitAfterMs(wrongTries: number): number {
  if (wrongTries < FREE_TRIES) return 0
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(wrongTries - FREE_TRIES, 20), WAIT_MS_MAX)
}

/** As many as it takes to the longest wait: what is counted where the count itself cannot be read. */
export const TRIES_OF_LONGEST_WAIT = 10
