import type { RecordView } from '../../../shared/record.ts'
import type { SaleDetail } from '../../../shared/sale.ts'
import { useApp } from '../../core/context.tsx'
import type { SalePaper } from '../../core/paperTypes.ts'
import { serviceDayOf } from '../../core/serviceDay.ts'
import { laterStrings } from '../../strings/laterStrings.ts'
import { strings } from '../../strings/strings.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Foreign } from '../../ui/Foreign.tsx'
import { cx } from '../../ui/cx.ts'
import { formatKobo } from '../../ui/format/money.ts'
import { momentText } from '../../ui/format/time.ts'
import { RecordFields } from '../sales/RecordFields.tsx'
import { Steps } from '../sales/Steps.tsx'
import { chipFor } from '../sales/saleWords.ts'
import { timelineDetail } from '../sales/timelineText.ts'
import { threeSentences } from './paperWords.ts'
import { shopOf } from './shop.ts'
import styles from './Papers.module.css'

const words = laterStrings.paper

/** Everything about a reference, on A4. */
export function SaleSheet({ paper }: { paper: SalePaper }) {
  const { detail, asked, transactionId, madeAtMs } = paper
  const shop = useApp(shopOf(detail?.sale.terminalId ?? null))
  const today = useApp(serviceDayOf)
  const version = useApp((state) => state.app?.version ?? '')
  const record = asked?.record ?? detail?.record ?? null
  const readAtMs = asked?.record == null ? (detail?.recordReadAtMs ?? null) : asked.readAtMs
  return (
    <>
      <h1>
        <Foreign text={words.title(transactionId)} />
      </h1>
      <p className={cx(styles.small)}>{words.made(momentText(madeAtMs), version)}</p>
      {threeSentences(paper, shop, today).map((sentence) => (
        <p key={sentence} className={cx(styles.sentence)}>
          <Foreign text={sentence} />
        </p>
      ))}
      {detail !== null && <OwnSale detail={detail} />}
      <section className={cx(styles.part)}>
        <h2>{words.record}</h2>
        {record === null ? <p>{words.notRead}</p> : <RecordFields record={record} />}
        {record !== null && readAtMs !== null && (
          <p className={cx(styles.small)}>{words.recordRead(momentText(readAtMs))}</p>
        )}
      </section>
      {detail?.record != null && isTakenApart(detail, record) && (
        <section className={cx(styles.part)}>
          <h2>{words.taken}</h2>
          <RecordFields record={detail.record} />
        </section>
      )}
      {detail?.differing != null && (
        <section className={cx(styles.part)}>
          <h2>{words.differing}</h2>
          <RecordFields record={detail.differing} />
        </section>
      )}
    </>
  )
}

/** Whether the sale was accepted by another record than the one that the paper shows. */
function isTakenApart({ sale, record: taken }: SaleDetail, shown: RecordView | null): boolean {
  return sale.state === 'accepted' && shown !== null && JSON.stringify(taken) !== JSON.stringify(shown)
}

function OwnSale({ detail: { sale, timeline } }: { detail: SaleDetail }) {
  const names = words.facts
  const facts = [
    { label: names.reference, value: sale.transactionId },
    { label: names.amount, value: formatKobo(sale.amountKobo) },
    { label: names.terminal, value: sale.terminalId },
    { label: names.state, value: strings.chip[chipFor(sale)] },
    ...(sale.cashier === null
      ? []
      : [{ label: names.cashier, value: sale.cashier || strings.people.notKnown }]),
    ...(sale.note === '' ? [] : [{ label: names.note, value: sale.note }]),
    { label: names.sends, value: String(sale.sendCount) },
    { label: names.checks, value: String(sale.checkCount) },
  ]
  return (
    <>
      <section className={cx(styles.part)}>
        <h2>{words.steps}</h2>
        <Steps sale={sale} />
        <Facts facts={facts} />
      </section>
      <section className={cx(styles.part)}>
        <h2>{words.history}</h2>
        <ol className={cx(styles.history)}>
          {timeline.map((entry, place) => (
            <li key={`${entry.atMs} ${entry.kind} ${place}`}>
              <time>{momentText(entry.atMs)}</time>
              <span>
                {laterStrings.timeline[entry.kind]}
                <Foreign text={secondLine(timelineDetail(entry))} />
                {entry.by !== undefined && <Foreign text={secondLine(strings.people.by(entry.by))} />}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}

const secondLine = (text: string | null): string => (text === null || text === '' ? '' : `. ${text}`)
