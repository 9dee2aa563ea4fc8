import { PIN_DIGITS_MAX, PIN_DIGITS_MIN } from './access.ts'

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
