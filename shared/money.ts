import { err, ok, type Result } from './result.ts'

/** Largest amount that one sale may have: ₦9,999,999,999.99 in kobo, far inside the exact integers. */
export const AMOUNT_KOBO_MAX = 999_999_999_999

/** Longer than any amount that a person types; checked before any pattern runs. */
const AMOUNT_TEXT_LENGTH_MAX = 40

export type AmountProblem =
  'empty' | 'notANumber' | 'otherDigits' | 'badGrouping' | 'negative' | 'zero' | 'tooFine' | 'tooLarge'

/**
 * Reads a naira amount as a person types or pastes it: `1500`, `1,500.50`, `₦1,500`. Commas are allowed only between
 * groups of three digits: `1500,50` without its comma would be a hundred times too much, and `0,500` may have been meant
 * as half a naira.
 * @returns whole kobo, 1 to {@link AMOUNT_KOBO_MAX}.
 */
export function parseAmount(text: string): Result<number, AmountProblem> {
  if (text.length > AMOUNT_TEXT_LENGTH_MAX) return err('tooLarge')
  const bare = text.trim().replace(/^₦\s*/u, '')
  if (bare === '') return err('empty')
  if (/^[-−]/u.test(bare)) return err('negative')
  if (/[^\p{ASCII}]/u.test(bare) && /\p{Nd}/u.test(bare.replace(/[0-9]/gu, ''))) return err('otherDigits')
  if (!/^[0-9,]*\.?[0-9]*$/u.test(bare) || !/[0-9]/u.test(bare)) return err('notANumber')
  const [wholeText = '', fraction = ''] = bare.split('.')
  if (wholeText.includes(',') && !/^[1-9][0-9]{0,2}(,[0-9]{3})+$/u.test(wholeText)) return err('badGrouping')
  if (fraction.length > 2) return err('tooFine')
  const kobo = BigInt(wholeText.replaceAll(',', '') + fraction.padEnd(2, '0'))
  if (kobo === 0n) return err('zero')
  if (kobo > BigInt(AMOUNT_KOBO_MAX)) return err('tooLarge')
  return ok(Number(kobo))
}

/** Whole kobo as decimal naira text with two places: 150050 → `1500.50`. */
export function nairaText(amountKobo: number): string {
  if (!Number.isSafeInteger(amountKobo)) throw new Error('an amount must be whole kobo')
  const digits = String(Math.abs(amountKobo)).padStart(3, '0')
  return `${amountKobo < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** How the profile writes an amount on the wire (docs/service.md 4.7: a string of undocumented format). */
export type AmountFormat = 'twoDecimals' | 'plain'

/** The wire string of an amount, frozen in the sale's row when it is recorded. `plain` drops zero decimals. */
export function amountWire(amountKobo: number, format: AmountFormat): string {
  const text = nairaText(amountKobo)
  return format === 'plain' ? text.replace(/\.00$/u, '') : text
}

/** Naira as exact decimal text, as the service sends it: `5000`, `4975.00`, or finer than kobo, such as `0.125`. */
export type DecimalText = string

/** The most digits that money has; a longer source text is malformed. */
const DECIMAL_LENGTH_MAX = 40
const EXPONENT_MAX = 20

/**
 * Converts the source text of a JSON number to plain decimal text without loss: `5e3` → `5000`, `-0.10` → `-0.1`.
 * @returns undefined if the text is not a JSON number or has more digits than money has.
 */
export function decimalFromSource(source: string): DecimalText | undefined {
  if (source.length > DECIMAL_LENGTH_MAX) return undefined
  const match = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/u.exec(source)
  if (match === null) return undefined
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match
  const exponent = Number(exponentText)
  if (Math.abs(exponent) > EXPONENT_MAX) return undefined
  const places = fraction.length - exponent
  const digits = whole + fraction
  const scaled = places >= 0 ? digits.padStart(places + 1, '0') : digits + '0'.repeat(-places)
  const split = scaled.length - Math.max(places, 0)
  const wholePart = scaled.slice(0, split).replace(/^0+(?=[0-9])/u, '')
  const fractionPart = scaled.slice(split).replace(/0+$/u, '')
  const text = fractionPart === '' ? wholePart : `${wholePart}.${fractionPart}`
  return text === '0' ? '0' : sign + text
}

interface Scaled {
  readonly units: bigint
  readonly places: number
}

function scaled(decimal: DecimalText): Scaled {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return { units: BigInt(whole + fraction), places: fraction.length }
}

function atPlaces({ units, places: own }: Scaled, places: number): bigint {
  return own === places ? units : units * 10n ** BigInt(places - own)
}

function unscaled({ units, places }: Scaled): DecimalText {
  const negative = units < 0n
  const digits = (negative ? -units : units).toString().padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const fraction = digits.slice(digits.length - places).replace(/0+$/u, '')
  return `${negative ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

/** Exact left + right. */
export function addDecimal(left: DecimalText, right: DecimalText): DecimalText {
  const a = scaled(left)
  const b = scaled(right)
  const places = Math.max(a.places, b.places)
  return unscaled({ units: atPlaces(a, places) + atPlaces(b, places), places })
}

/** Exact left − right; the fee of a record is its amount minus what was settled (docs/service.md 2.3). */
export function subtractDecimal(left: DecimalText, right: DecimalText): DecimalText {
  return addDecimal(left, right.startsWith('-') ? right.slice(1) : right === '0' ? '0' : `-${right}`)
}

/** Exact percentage of an amount: of 1500.50 and 0.5 it is 7.5025. */
export function percentOf(amount: DecimalText, percentage: DecimalText): DecimalText {
  const [left, right] = [scaled(amount), scaled(percentage)]
  return unscaled({ units: left.units * right.units, places: left.places + right.places + 2 })
}

export interface DecimalSum {
  add(decimal: DecimalText): void
  total(): DecimalText
  isFinerThanKobo(): boolean
}

export function createDecimalSum(): DecimalSum {
  let sum: Scaled = { units: 0n, places: 2 }
  /** Whole kobo are summed apart: far quicker, and exact while the sum is a safe integer. */
  let kobo = 0
  let isFiner = false
  const addScaled = (next: Scaled): void => {
    const places = Math.max(sum.places, next.places)
    sum = { units: atPlaces(sum, places) + atPlaces(next, places), places }
  }
  const flush = (): void => {
    addScaled({ units: BigInt(kobo), places: 2 })
    kobo = 0
  }
  return {
    add: (decimal) => {
      const whole = plainKobo(decimal)
      if (whole === undefined) {
        if (/\.[0-9]{2}[0-9]*[1-9]/u.test(decimal)) isFiner = true
        addScaled(scaled(decimal))
        return
      }
      kobo += whole
      if (Math.abs(kobo) > PLAIN_SUM_MAX) flush()
    },
    total: () => {
      flush()
      return unscaled(sum)
    },
    isFinerThanKobo: () => isFiner,
  }
}

/** Digits, point and sign of a decimal that plain arithmetic can sum: below 10^15 kobo. */
const PLAIN_LENGTH_MAX = 13
/** Below this, one more such amount still gives a safe integer. */
const PLAIN_SUM_MAX = 2 ** 52

/** Kobo of a text such as `4975`, `4975.5` or `-4975.00` that is short enough for exact arithmetic, else undefined. */
function plainKobo(decimal: DecimalText): number | undefined {
  if (decimal.length > PLAIN_LENGTH_MAX) return undefined
  const point = decimal.indexOf('.')
  if (point === -1) return Number(decimal) * 100
  const places = decimal.length - point - 1
  if (places > 2) return undefined
  return Number(decimal.slice(0, point) + decimal.slice(point + 1)) * (places === 1 ? 10 : 1)
}

/** Whole kobo of a decimal naira text; undefined if it is finer than a kobo or out of range. */
export function koboFromDecimal(decimal: DecimalText): number | undefined {
  // Trailing zeros add nothing: `4975.000` is no finer than a kobo.
  const { units, places } = scaled(decimal.includes('.') ? decimal.replace(/0+$/u, '') : decimal)
  if (places > 2) return undefined
  const kobo = units * 10n ** BigInt(2 - places)
  return kobo >= BigInt(Number.MIN_SAFE_INTEGER) && kobo <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(kobo)
    : undefined
}
