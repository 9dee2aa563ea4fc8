import type { SaleView } from '../../shared/sale.ts'
import { factsText } from '../words/facts.ts'
import { ticksFor } from '../words/ticks.ts'
import styles from './SmallFacts.module.css'
import { cx } from './cx.ts'

/** Saved, accepted, paid: the three facts of a row as three marks, filled where a stored fact says so. */
export function SmallFacts({ sale }: { sale: SaleView }) {
  const ticks = ticksFor(sale)
  return (
    <span role="img" aria-label={factsText(sale)} className={cx(styles.facts)} data-ticks={ticks}>
      <span className={cx(styles.mark, styles.done)} />
      <span className={cx(styles.mark, ticks >= 1 && styles.done)} />
      <span className={cx(styles.mark, ticks === 2 && styles.done)} />
    </span>
  )
}
