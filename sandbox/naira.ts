/** Largest amount that the practice bank accepts, in kobo: far inside the exact integers. */
const AMOUNT_KOBO_MAX = 999_999_999_999n

/**
 * Reads an amount (docs/service.md 4.7): a string, in naira. Its format is undocumented, so only plain decimal digits
 * with at most two places are accepted.
 * @returns whole kobo above zero, or undefined
 */
export function koboOfWire(text: string): number | undefined {
  const match = /^(0|[1-9][0-9]{0,11})(?:\.([0-9]{1,2}))?$/u.exec(text)
  if (match === null) return undefined
  const kobo = BigInt(match[1] ?? '0') * 100n + BigInt((match[2] ?? '').padEnd(2, '0'))
  return kobo > 0n && kobo <= AMOUNT_KOBO_MAX ? Number(kobo) : undefined
}

const SCALE = 6

/**
 * Adds two decimal texts exactly, such as `1500.50` and `-0.0025`.
 * @returns the sum with at least two places and no more than needed
 */
export function addNaira(text: string, adds: string): string {
  const sum = scaled(text) + scaled(adds)
  const digits = String(sum < 0n ? -sum : sum).padStart(SCALE + 1, '0')
  const fraction = digits.slice(-SCALE).replace(/0{1,4}$/u, '')
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -SCALE)}.${fraction}`
}

function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.')
  const value = BigInt(whole + fraction.padEnd(SCALE, '0'))
  return text.startsWith('-') ? -value : value
}

/**
 * The fee on an amount, exact, rounded half up to a whole kobo.
 * @param percentage decimal text such as `0.50`
 */
export function feeKobo(amountKobo: number, percentage: string): number {
  const [whole = '0', fraction = ''] = percentage.split('.')
  const perHundred = 100n * 10n ** BigInt(fraction.length)
  const scaled = BigInt(amountKobo) * BigInt(whole + fraction)
  return Number((scaled + perHundred / 2n) / perHundred)
}
