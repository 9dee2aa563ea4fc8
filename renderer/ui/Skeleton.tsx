import { strings } from '../strings/strings.ts'
import { cx } from './cx.ts'
import styles from './Skeleton.module.css'

const ROWS = 8

/** Placeholder bars for rows. They appear only after 300 ms: a shorter wait needs no sign. */
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
