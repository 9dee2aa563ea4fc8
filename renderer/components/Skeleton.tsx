import { strings } from '../strings.ts'
import { cx } from './cx.ts'
import styles from './Skeleton.module.css'

const BARS = [0, 1, 2, 3, 4, 5, 6, 7]

/** Eight bars where rows will be. They come only after 300 ms: what is faster needs no sign of waiting. */
export function Skeleton() {
  return (
    <div className={cx(styles.skeleton)} data-skeleton="true">
      <span className={cx(styles.said)}>{strings.status.reading}</span>
      {BARS.map((bar) => (
        <span key={bar} aria-hidden="true" className={cx(styles.bar)} />
      ))}
    </div>
  )
}
