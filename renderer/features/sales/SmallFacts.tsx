import type { SaleView } from '../../../shared/sale.ts'
import { type FactMark, factsText, marksOf } from './facts.ts'
import { ticksFor } from './ticks.ts'
import styles from './SmallFacts.module.css'
import { cx } from '../../ui/cx.ts'

/** Saved, accepted, paid: the three facts of a row as three marks, whose shapes show what is known of each. */
export function SmallFacts({ sale }: { sale: SaleView }) {
  const said = factsText(sale)
  return (
    <span
      role="img"
      aria-label={said}
      title={said}
      className={cx(styles.facts)}
      data-ticks={ticksFor(sale)}
      data-marks={marksOf(sale).join(' ')}
    >
      {marksOf(sale).map((mark, place) => (
        <Mark key={place} mark={mark} />
      ))}
    </span>
  )
}

/** A full disc, an empty ring, a question mark, a cross: they differ without colour. */
function Mark({ mark }: { mark: FactMark }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 10 10" className={cx(styles.mark, mark === 'done' && styles.done)}>
      {mark === 'done' && <circle cx="5" cy="5" r="5" fill="currentColor" />}
      {mark === 'notYet' && <circle cx="5" cy="5" r="4.25" />}
      {mark === 'notKnown' && <path d="M2.4 3.1C2.4 0.2 7.6 0.2 7.6 3.1C7.6 4.9 5 4.8 5 6.7M5 8.9V9" />}
      {mark === 'never' && <path d="M1.5 1.5L8.5 8.5M8.5 1.5L1.5 8.5" />}
    </svg>
  )
}
