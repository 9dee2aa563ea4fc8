import type { SaleDetail } from '../../../shared/sale.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { changedLine } from './decision.ts'
import sides from '../../ui/Differs.module.css'
import styles from './Evidence.module.css'
import { Notice } from '../../ui/Notice.tsx'
import { cx } from '../../ui/cx.ts'

const words = lazyStrings.changedFacts

/** The facts recorded with a sale beside those in its row of the file, one by one. */
export function ChangedFacts({ changed }: { changed: NonNullable<SaleDetail['changedFacts']> }) {
  const { differences } = changed
  return (
    <section className={cx(styles.evidence)} aria-label={words.title}>
      <Notice tone="warning">
        {words.lead} {differences === null && words.noProof}
      </Notice>
      {differences !== null && (
        <table className={cx(styles.table)}>
          <thead>
            <tr>
              <th scope="col">{lazyStrings.needsYou.fact}</th>
              <th scope="col">{words.recorded}</th>
              <th scope="col">{words.stands}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(changedLine).map((line) => (
              <tr key={line.fact} className={cx(sides.differs)}>
                <th scope="row">{line.fact}</th>
                <td>{line.recorded}</td>
                <td>{line.stands}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
