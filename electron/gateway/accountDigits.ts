/** How many digits an account number may have. */
export type AccountDigits = ReadonlySet<number>

/** Nigerian account numbers (NUBAN) have ten. */
export const TEN: AccountDigits = new Set([10])

/** Shorter numbers are everywhere, such as amounts and codes. */
const DIGITS_MIN = 6
/** The longest account number of any country (IBAN). */
const DIGITS_MAX = 34

/** A character, an escape or a class of a pattern (profileSchema.ts), and how often it stands there. */
const PART = /(\[(?:\\.|[^\\\]])+\]|\\.|[^\\^$|])(?:\{([0-9]+)(,([0-9]*))?\}|([*+?]))?/gu

/** Of the profile's `accountPattern`: numbers that a text repeats are masked by it. */
export function digitsOf(accountPattern: string): AccountDigits {
  return new Set(accountPattern.split('|').flatMap(digitsOfAlternative))
}

function digitsOfAlternative(alternative: string): readonly number[] {
  let [least, most] = [0, 0]
  for (const [, one = '', from, range, to = '', sign] of alternative.matchAll(PART)) {
    if (!mayBeDigit(one)) continue
    const min = from === undefined ? Number(sign === undefined || sign === '+') : Number(from)
    const isEndless = sign === '*' || sign === '+' || (range !== undefined && to === '')
    least += min
    most += isEndless ? DIGITS_MAX : range === undefined ? Math.max(min, 1) : Number(to)
  }
  const [first, last] = [Math.max(least, DIGITS_MIN), Math.min(most, DIGITS_MAX)]
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, more) => first + more)
}

function mayBeDigit(part: string): boolean {
  const one = new RegExp(`^${part}$`, 'u')
  return '0123456789'.split('').some((digit) => one.test(digit))
}

/** Of an account that is known: the bank's may have another form than the profile says. */
export function withDigitsOf(accountNumber: string): AccountDigits {
  const count = accountNumber.replace(/[^0-9]/gu, '').length
  return count < DIGITS_MIN ? TEN : new Set([...TEN, count])
}
