import { strings } from '../strings.ts'
import { cx } from './cx.ts'
import styles from './Skeleton.module.css'

const ROWS = 8

/** Bars where rows will be. They come only after 300 ms: what is faster needs no sign of waiting. */
export function Skeleton({ bars = ROWS }: { bars?: number }) {
  return (
    <div className={cx(styles.skeleton)} data-skeleton="true">
      <span className={cx(styles.said)}>{strings.status.reading}</span>
      {Array.from({ length: bars }, (_, bar) => (
        <span key={bar} aria-hidden="true" className={cx(styles.bar)} />
      ))}
    </div>
  )
}
