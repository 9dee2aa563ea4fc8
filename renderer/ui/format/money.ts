import { type DecimalText, nairaText } from '../../../shared/money.ts'

/** A fixed locale: with `en-US` the same call writes "NGN 5.00", so the computer's locale must not matter. */
const naira = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN' })
/** For the service's amounts that are finer than a kobo: every digit, never rounded. */
const finerNaira = new Intl.NumberFormat('en-NG', {
  style: 'currency',
  currency: 'NGN',
  maximumFractionDigits: 20,
})

/** Formats decimal naira text without going through a float: `1234567.89` → `₦1,234,567.89`. */
export function formatNaira(decimal: DecimalText): string {
  const places = decimal.split('.')[1]?.length ?? 0
  // `format` reads a decimal string exactly; a number would round above 2^53.
  return (places > 2 ? finerNaira : naira).format(decimal as Intl.StringNumericLiteral)
}

/** Formats whole kobo: 150050 → `₦1,500.50`. */
export function formatKobo(amountKobo: number): string {
  return formatNaira(nairaText(amountKobo))
}
