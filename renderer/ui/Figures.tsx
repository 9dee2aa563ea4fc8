import { Fragment } from 'react'
import { plainText } from '../../shared/plainText.ts'
import { groupsOf } from '../../shared/referenceGroups.ts'
import { formatKobo, formatNaira } from './format/money.ts'
import { strings } from '../strings/strings.ts'
import hidden from './Hidden.module.css'
import styles from './Figures.module.css'
import { cx } from './cx.ts'

/** An amount in kobo, right-aligned, in digits of one width. */
export function Kobo({ amountKobo }: { amountKobo: number }) {
  return <span className={cx(styles.figure)}>{formatKobo(amountKobo)}</span>
}

/** The bank's decimal naira; a missing amount is a dash that reads "not known", never ₦0.00. */
export function Naira({ decimal }: { decimal: string | null }) {
  if (decimal !== null) return <span className={cx(styles.figure)}>{formatNaira(decimal)}</span>
  return (
    <span className={cx(styles.figure)} role="img" aria-label={strings.detail.feeNotKnownLabel}>
      {strings.detail.feeNotKnown}
    </span>
  )
}

/** A reference up to this length stays on one line. */
const SHORT_MAX = 16
/** Enough to tell one from another. */
const ENDING = 6

/**
 * A reference in a row of one line: a long one, as those that are made here, shows its end; a slip number is mostly
 * whole. A screen reader and the tooltip have all of it.
 */
export function ShortReference({ value }: { value: string }) {
  if (value.length <= SHORT_MAX) return <Reference value={value} />
  const text = plainText(value)
  return (
    <bdi className={cx(styles.reference, styles.short)} title={text}>
      <span className={cx(hidden.hidden)}>{text}</span>
      <span aria-hidden="true">…{text.slice(-ENDING)}</span>
    </bdi>
  )
}

/** Outside rows of one line a reference is never cut: it wraps between groups, and copying it gives the raw value. */
export function Reference({ value }: { value: string }) {
  const isLong = value.length > SHORT_MAX
  return (
    <bdi className={cx(styles.reference, !isLong && styles.short)}>
      {groupsOf(plainText(value)).map(({ text, at, isCut }) => (
        <Fragment key={at}>
          <span className={cx(isCut && styles.cut)}>{text}</span>
          {isLong && <wbr />}
        </Fragment>
      ))}
    </bdi>
  )
}
