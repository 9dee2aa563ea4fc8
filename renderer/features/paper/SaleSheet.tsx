import { recordNames, type RecordView } from '../../../shared/record.ts'
import type { SaleDetail, TimelineEntry } from '../../../shared/sale.ts'
import { useApp } from '../../core/context.tsx'
import type { SalePaper } from '../../core/paperTypes.ts'
import { serviceDayOf } from '../../core/serviceDay.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
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
import { PaperTable, Part, shopOf } from './PaperParts.tsx'
import styles from './Papers.module.css'

const words = lazyStrings.paper

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
          <PaperTable
            key={says}
            caption={[
              atMs === null ? `${says}.` : words.asOf(says, momentText(atMs)),
              ...oddTexts(record, today),
            ].join(' ')}
            head={words.columns}
            rows={recordFacts(record, today).map(({ field, label, value }) => [
              label,
              recordNames[field],
              value,
            ])}
          />
        ))}
      </Part>
      {detail !== null && <History timeline={detail.timeline} />}
    </>
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
    ...(sale.from === null ? [] : [{ label: lazyStrings.tills.fact, value: sale.from }]),
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
  const { at, what, who } = words.times
  const rowOf = (entry: TimelineEntry): readonly string[] => [
    momentText(entry.atMs),
    `${lazyStrings.timeline[entry.kind]}${secondLine(timelineDetail(entry))}`,
  ]
  const nameOf = ({ by }: TimelineEntry): string => (by === '' ? strings.people.notKnown : (by ?? ''))
  return (
    <>
      <Part title={words.people}>
        <PaperTable
          head={[at, what, who]}
          rows={timeline.filter(isByPeople).map((entry) => [...rowOf(entry), nameOf(entry)])}
        />
      </Part>
      <Part title={words.wire}>
        <PaperTable head={[at, what]} rows={timeline.filter((entry) => !isByPeople(entry)).map(rowOf)} />
      </Part>
    </>
  )
}

const secondLine = (text: string | null): string => (text === null || text === '' ? '' : `. ${text}`)
