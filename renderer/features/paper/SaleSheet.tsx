import type { ReactNode } from 'react'
import { recordNames, type RecordView } from '../../../shared/record.ts'
import type { SaleDetail, TimelineEntry } from '../../../shared/sale.ts'
import { useApp } from '../../core/context.tsx'
import type { SalePaper } from '../../core/paperTypes.ts'
import { serviceDayOf } from '../../core/serviceDay.ts'
import { laterStrings } from '../../strings/laterStrings.ts'
import { strings } from '../../strings/strings.ts'
import { Facts } from '../../ui/Facts.tsx'
import { Foreign } from '../../ui/Foreign.tsx'
import { cx } from '../../ui/cx.ts'
import { formatKobo, formatNaira } from '../../ui/format/money.ts'
import { momentText } from '../../ui/format/time.ts'
import { oddTexts } from '../sales/oddWords.ts'
import { recordFacts } from '../sales/RecordFields.tsx'
import { Steps } from '../sales/Steps.tsx'
import { chipFor } from '../sales/saleWords.ts'
import { timelineDetail } from '../sales/timelineText.ts'
import { nowText } from './paperWords.ts'
import { shopOf } from './shop.ts'
import styles from './Papers.module.css'

const words = laterStrings.paper

/** Everything about a reference, on A4: what is true now first, then what it rests on. */
export function SaleSheet({ paper }: { paper: SalePaper }) {
  const { detail, transactionId, madeAtMs } = paper
  const today = useApp(serviceDayOf)
  const version = useApp((state) => state.app?.version ?? '')
  const records = recordsOf(paper)
  return (
    <>
      <h1>
        <Foreign text={words.title(transactionId)} />
      </h1>
      <p className={cx(styles.small)}>{words.made(momentText(madeAtMs), version)}</p>
      <Part title={words.now}>
        <p className={cx(styles.sentence)}>
          {detail !== null && <strong>{strings.chip[chipFor(detail.sale)]}. </strong>}
          <Foreign text={nowText(paper, today)} />
        </p>
      </Part>
      {detail !== null && <OwnSale detail={detail} />}
      <Part title={words.records}>
        {records.length === 0 && <p>{words.notRead}</p>}
        {records.map(({ record, says, atMs }) => (
          <RecordTable key={says} record={record} today={today}>
            {atMs === null ? `${says}.` : words.asOf(says, momentText(atMs))}
          </RecordTable>
        ))}
      </Part>
      {detail !== null && <History timeline={detail.timeline} />}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={cx(styles.part)}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

interface Saying {
  readonly record: RecordView
  readonly says: string
  readonly atMs: number | null
}

/** What the bank showed, the newest first; what one of them says again is left out. */
function recordsOf({ asked, detail }: SalePaper): readonly Saying[] {
  const all: readonly { record: RecordView | null | undefined; says: string; atMs: number | null }[] = [
    { record: asked?.record, says: words.askedNow, atMs: asked?.readAtMs ?? null },
    { record: detail?.differing, says: words.differing, atMs: detail?.differingReadAtMs ?? null },
    {
      record: detail?.record,
      says: detail?.sale.state === 'accepted' ? words.taken : words.kept,
      atMs: detail?.recordReadAtMs ?? null,
    },
  ]
  const seen = new Set<string>()
  return all.flatMap(({ record, says, atMs }) => {
    if (record == null || seen.has(JSON.stringify(record))) return []
    seen.add(JSON.stringify(record))
    return [{ record, says, atMs }]
  })
}

function RecordTable({ record, today, children }: { record: RecordView; today: string; children: string }) {
  const odd = oddTexts(record, today)
  return (
    <table className={cx(styles.table)}>
      <caption>
        <Foreign text={[children, ...odd].join(' ')} />
      </caption>
      <thead>
        <tr>
          <th scope="col">{words.columns.field}</th>
          <th scope="col">{words.columns.bankName}</th>
          <th scope="col">{words.columns.value}</th>
        </tr>
      </thead>
      <tbody>
        {recordFacts(record, today).map(({ field, label, value }) => (
          <tr key={field}>
            <th scope="row">{label}</th>
            <td>{recordNames[field]}</td>
            <td>{typeof value === 'string' ? <Foreign text={value} /> : value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function OwnSale({ detail: { sale, record } }: { detail: SaleDetail }) {
  const shop = useApp(shopOf(sale.terminalId))
  const names = words.facts
  const amounts = [
    { label: words.recorded, value: formatKobo(sale.amountKobo) },
    ...(record === null || sale.otherAmount === null
      ? []
      : [{ label: words.acceptedAmount, value: formatNaira(sale.otherAmount) }]),
    ...(sale.standing === 'paid' && sale.amountSettled !== null
      ? [{ label: words.settled, value: formatNaira(sale.amountSettled) }]
      : []),
    ...(sale.fee === null ? [] : [{ label: words.fee, value: formatNaira(sale.fee) }]),
  ]
  const facts = [
    { label: names.reference, value: sale.transactionId },
    { label: names.terminal, value: sale.terminalId },
    ...(shop === null ? [] : [{ label: names.shop, value: shop }]),
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
      <Part title={words.amounts}>
        <Facts facts={amounts} />
      </Part>
      <Part title={words.steps}>
        <Steps sale={sale} />
        <Facts facts={facts} />
      </Part>
    </>
  )
}

/** What people did; all else is between this computer and the bank. */
const BY_PEOPLE: readonly TimelineEntry['kind'][] = [
  ...(['recorded', 'sentAgain', 'sentUnclear', 'writtenOff', 'acceptedByManager', 'cancelled'] as const),
  ...(['keptOurs', 'tookBanks', 'saidOther', 'corrected', 'refusalSeen', 'receiptPrinted'] as const),
  'factsRestored',
]

function History({ timeline }: Pick<SaleDetail, 'timeline'>) {
  const isByPeople = ({ kind }: TimelineEntry): boolean => BY_PEOPLE.includes(kind)
  return (
    <>
      <Entries title={words.people} entries={timeline.filter(isByPeople)} hasWho />
      <Entries title={words.wire} entries={timeline.filter((entry) => !isByPeople(entry))} />
    </>
  )
}

interface EntriesProps {
  readonly title: string
  readonly entries: readonly TimelineEntry[]
  readonly hasWho?: boolean
}

function Entries({ title, entries, hasWho = false }: EntriesProps) {
  const { at, what, who } = words.times
  return (
    <Part title={title}>
      {entries.length === 0 ? (
        <p>{words.nobody}</p>
      ) : (
        <table className={cx(styles.table)}>
          <thead>
            <tr>
              <th scope="col">{at}</th>
              <th scope="col">{what}</th>
              {hasWho && <th scope="col">{who}</th>}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, place) => (
              <tr key={`${entry.atMs} ${entry.kind} ${place}`}>
                <td>{momentText(entry.atMs)}</td>
                <td>
                  {laterStrings.timeline[entry.kind]}
                  <Foreign text={secondLine(timelineDetail(entry))} />
                </td>
                {hasWho && (
                  <td>
                    {entry.by !== undefined && (
                      <Foreign text={entry.by === '' ? strings.people.notKnown : entry.by} />
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Part>
  )
}

const secondLine = (text: string | null): string => (text === null || text === '' ? '' : `. ${text}`)
