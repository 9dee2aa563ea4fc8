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
/** In rows of one line, as many characters as those that Tillside makes. */
const LINE_MAX = 26
const END_LENGTH = 12

/** Both ends of a reference, which tell it from others; a screen reader and the tooltip have all of it. */
function TwoEnds({ value }: { value: string }) {
  const text = `${value.slice(0, END_LENGTH)}…${value.slice(-END_LENGTH)}`
  return (
    <bdi className={cx(styles.reference, styles.short)} role="img" aria-label={value} title={value}>
      {text}
    </bdi>
  )
}

/** Enough to tell one from another. */
const ENDING = 6

/**
 * A reference in a row of one line: a long one, as those that are made here, shows its end; a slip number is mostly
 * whole. A screen reader and the tooltip have all of it.
 */
export function ShortReference({ value }: { value: string }) {
  if (value.length <= SHORT_MAX) return <Reference value={value} isOneLine />
  return (
    <bdi className={cx(styles.reference, styles.short)} title={value}>
      <span className={cx(hidden.hidden)}>{plainText(value)}</span>
      <span aria-hidden="true">…{plainText(value).slice(-ENDING)}</span>
    </bdi>
  )
}

/** Outside rows of one line a reference is never cut: it wraps between groups, and copying it gives the raw value. */
export function Reference({ value, isOneLine = false }: { value: string; isOneLine?: boolean }) {
  if (isOneLine && value.length > LINE_MAX) return <TwoEnds value={plainText(value)} />
  const isLong = value.length > SHORT_MAX && !isOneLine
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
