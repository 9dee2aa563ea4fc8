import { formatKobo, formatNaira } from '../format/money.ts'
import { strings } from '../strings.ts'
import styles from './Figures.module.css'
import { cx } from './cx.ts'

/** Kobo, right-aligned digits of one width. */
export function Kobo({ amountKobo }: { amountKobo: number }) {
  return <span className={cx(styles.figure)}>{formatKobo(amountKobo)}</span>
}

/** Decimal naira of the bank; what the bank has not said is a dash that reads "not known", never ₦0.00. */
export function Naira({ decimal }: { decimal: string | null }) {
  if (decimal !== null) return <span className={cx(styles.figure)}>{formatNaira(decimal)}</span>
  return (
    <span className={cx(styles.figure)} role="img" aria-label={strings.detail.feeNotKnownLabel}>
      {strings.detail.feeNotKnown}
    </span>
  )
}

/** A reference, never cut: it wraps, and copying it gives the raw value. */
export function Reference({ value }: { value: string }) {
  return <span className={cx(styles.reference)}>{value}</span>
}
