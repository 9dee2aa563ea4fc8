import type { SaleDetail, SaleView } from '../../../shared/sale.ts'
import { useApp } from '../../core/context.tsx'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { differingEvidence, evidenceOf, isShownAgain, lookUpText } from './decision.ts'
import { isUnclear } from './saleWords.ts'
import { Foreign } from '../../ui/Foreign.tsx'
import sides from '../../ui/Differs.module.css'
import styles from './Evidence.module.css'
import { cx } from '../../ui/cx.ts'

const words = lazyStrings.needsYou

interface EvidenceProps {
  readonly sale: SaleView
  readonly rest: Omit<SaleDetail, 'sale'>
  /** False where the age of the last look-up is shown beside it. */
  readonly saysAge?: boolean
}

/** What was recorded here beside what the bank shows, and when the bank was last asked. */
export function Evidence({ sale, rest, saysAge = true }: EvidenceProps) {
  const sinceReadMs = useApp(({ detail, nowMs }) => (detail === null ? 0 : nowMs - detail.restAtMs))
  const { decision, record, differing } = rest
  if (decision === null) return null
  const said = lookUpText(decision, saysAge ? Math.max(0, sinceReadMs) : null)
  const lines =
    differing === null
      ? evidenceOf(sale, record, decision.differences)
      : differingEvidence(sale, record, differing, decision.differences)
  return (
    <section className={cx(styles.evidence)} aria-label={words.compare}>
      <table className={cx(styles.table)}>
        <thead>
          <tr>
            <th scope="col">{words.fact}</th>
            <th scope="col">{differing === null ? words.here : words.accepted}</th>
            <th scope="col">{words.bank}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line, place) => (
            <tr key={line.fact} className={cx(line.differs && sides.differs)}>
              <th scope="row">{line.fact}</th>
              <td>
                <Foreign text={line.here} />
              </td>
              {line.bank !== null && (
                <td>
                  <Foreign text={line.bank} />
                  {line.differs && <strong className={cx(sides.mark)}>{words.differs}</strong>}
                </td>
              )}
              {record === null && differing === null && place === 0 && (
                <td rowSpan={lines.length}>{isUnclear(sale) ? words.bankUnread : words.bankNothing}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {isShownAgain(rest) && <p className={cx(styles.asked)}>{words.shownAgain}</p>}
      {said !== '' && <p className={cx(styles.asked)}>{said}</p>}
    </section>
  )
}
