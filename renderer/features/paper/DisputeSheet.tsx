import { reasonWords, stateWords } from '../../../shared/dispute.ts'
import { shortText } from '../../../shared/plainText.ts'
import { standingWords } from '../../../shared/standing.ts'
import { useApp } from '../../core/context.tsx'
import type { DisputePaper } from '../../core/paperTypes.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { Facts } from '../../ui/Facts.tsx'
import { cx } from '../../ui/cx.ts'
import { formatNaira } from '../../ui/format/money.ts'
import { dayWords, momentText } from '../../ui/format/time.ts'
import { PaperTable, Part } from './PaperParts.tsx'
import styles from './Papers.module.css'
import { SaleSheet } from './SaleSheet.tsx'

const words = lazyStrings.disputes
/** Each sale's own part has all of it. */
const ID_SHOWN = 40

/** A case for the bank's dispute officer, and everything about its first sales. */
export function DisputeSheet({ paper: { dispute, sales, madeAtMs } }: { paper: DisputePaper }) {
  const version = useApp((state) => state.app?.version ?? '')
  const { caseNumber, reportedAtMs, reportedHow, answerBy, recovered, payment } = dispute
  const optional = (label: string, value: string) => (value === '' ? [] : [{ label, value }])
  const facts = [
    { label: words.paper.why, value: reasonWords[dispute.reason] },
    { label: words.paper.stake, value: formatNaira(dispute.atStake) },
    { label: words.paper.state, value: stateWords[dispute.state] },
    ...optional(words.facts.number, caseNumber),
    ...optional(
      words.facts.how,
      reportedAtMs === null ? '' : `${momentText(reportedAtMs)} ${reportedHow}`.trim(),
    ),
    ...optional(words.facts.answerBy, answerBy === '' ? '' : dayWords(answerBy)),
    ...optional(words.facts.back, recovered === null ? '' : formatNaira(recovered)),
    ...optional(words.facts.payment, payment),
  ]
  const left = dispute.about.length - sales.length
  return (
    <>
      <h1>{words.paper.title}</h1>
      <p className={cx(styles.small)}>{words.paper.made(momentText(madeAtMs), version)}</p>
      <Part title={words.paper.case}>
        <Facts facts={facts} />
      </Part>
      <Part title={words.paper.sales}>
        <PaperTable
          isFigures
          head={words.paper.saleColumns}
          rows={dispute.about.map(({ transactionId, terminalId, amount, settled }, at) => {
            const standing = dispute.now[at]?.standing ?? null
            return [
              shortText(transactionId, ID_SHOWN),
              shortText(terminalId, ID_SHOWN),
              formatNaira(amount),
              settled === null ? '–' : formatNaira(settled),
              standing === null ? words.notHere : standingWords[standing],
            ]
          })}
        />
      </Part>
      <Part title={words.paper.steps}>
        <PaperTable
          head={words.paper.stepColumns}
          rows={dispute.steps
            // A pack that was made before is no fact of the case.
            .filter(({ kind }) => kind !== 'packed')
            .map(({ atMs, kind, text, file, by }) => [
              momentText(atMs),
              [words.step[kind], file?.name ?? '', text].filter((each) => each !== '').join('. '),
              by === '' ? strings.people.notKnown : by,
            ])}
        />
      </Part>
      {sales.map((sale) => (
        <section key={sale.transactionId} className={cx(styles.part)}>
          <SaleSheet paper={sale} />
        </section>
      ))}
      {left > 0 && <p>{words.paper.left(left)}</p>}
    </>
  )
}
