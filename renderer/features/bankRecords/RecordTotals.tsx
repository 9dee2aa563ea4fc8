import { inSentence, shortText } from '../../../shared/plainText.ts'
import type { RecordFilter, RecordSearchView, RecordTotals } from '../../../shared/record.ts'
import { Button } from '../../ui/Button.tsx'
import { Export } from '../../ui/Export.tsx'
import { Field } from '../../ui/Field.tsx'
import { ChoiceField } from '../../ui/ChoiceField.tsx'
import { ROW_TEXT_MAX } from '../../ui/Foreign.tsx'
import { cx } from '../../ui/cx.ts'
import { countText } from '../../ui/format/count.ts'
import { formatNaira } from '../../ui/format/money.ts'
import { clockText, dayWords } from '../../ui/format/time.ts'
import { useApp } from '../../core/context.tsx'
import { isOtherSearch } from '../../core/serviceDay.ts'
import { RECORDS_PAGE_SIZE } from './findSlice.ts'
import type { ShownRecords } from '../../core/findTypes.ts'
import { lazyStrings } from '../../strings/lazyStrings.ts'
import { strings } from '../../strings/strings.ts'
import { completeText } from './findWords.ts'
import styles from './Find.module.css'
import { PageTurner } from '../../ui/PageTurner.tsx'
import screen from '../../ui/Screen.module.css'

const words = lazyStrings.find
const SHOW: readonly RecordFilter['show'][] = ['all', 'paid', 'unpaid', 'elsewhere']

/** Which search the results are of, and filters for the records to show and sum. */
export function RecordFilters({ result }: { result: RecordSearchView }) {
  const { filter, isReading } = useApp((state) => state.find)
  const isOther = useApp(isOtherSearch) && !isReading
  const filterRecords = useApp((state) => state.filterRecords)
  return (
    <div className={cx(styles.filters)}>
      <ChoiceField
        label={words.show}
        value={filter.show}
        options={SHOW.map((value) => ({ value, text: words.shows[value] }))}
        onChange={(show) => void filterRecords({ show })}
      />
      <Field
        label={words.filterAmount}
        value={filter.amountText}
        maxLength={60}
        inputMode="decimal"
        autoComplete="off"
        onChange={(amountText) => void filterRecords({ amountText })}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && filter.amountText !== '') void filterRecords({ amountText: '' })
        }}
      />
      <div className={cx(styles.resultOf)}>
        <h2>
          {words.resultOf(
            shortText(result.terminalId, ROW_TEXT_MAX),
            words.days(dayWords(result.dateFrom), dayWords(result.dateTo)),
            result.basis,
          )}
        </h2>
        <p role="status">{isOther ? words.otherSearch : ''}</p>
      </div>
    </div>
  )
}

interface RecordTotalsFootProps {
  readonly result: RecordSearchView
  readonly shown: ShownRecords
}

/** Exact sums over every record that matches. An incomplete list says so before any figure. */
export function RecordTotalsFoot({ result, shown }: RecordTotalsFootProps) {
  const isReading = useApp((state) => state.find.isReading)
  const isOther = useApp(isOtherSearch)
  const turnRecords = useApp((state) => state.turnRecords)
  const isFiltered = useApp(
    ({ find: { filter } }) => filter.show !== 'all' || filter.amountText.trim() !== '',
  )
  const isWhole = result.incompleteReason === null
  const { totals } = shown
  return (
    <div className={cx(screen.foot, styles.totals)} data-dim={isReading || isOther}>
      <div className={cx(styles.facts)} data-long={result.basis === 'paidDate' || totals.isFinerThanKobo}>
        <p className={cx(screen.total)} data-whole={isWhole}>
          {isWhole ? completeText(result) : words.incomplete}.{' '}
          {words.records(totals.count, countText(totals.count))}
        </p>
        {isFiltered && <FilterInForce />}
        <p className={cx(screen.muted)}>
          {words.readAt(lazyStrings.terminal.pages(result.pagesRead), clockText(result.readAtMs))}
          {result.basis === 'paidDate' && ` ${words.notCovered(dayWords(result.readFrom))}`}
          {totals.isFinerThanKobo && ` ${words.finer}`}
        </p>
      </div>
      <Sums totals={totals} isWhole={isWhole} />
      <Export
        offBecause={offBecause({ isReading, isOther, isWhole })}
        count={totals.count}
        isAll={!isFiltered}
      />
      <PageTurner
        offset={shown.offset}
        shown={shown.records.length}
        total={totals.count}
        size={RECORDS_PAGE_SIZE}
        onTurn={(offset) => void turnRecords(offset)}
      />
    </div>
  )
}

function FilterInForce() {
  const { show, amountText } = useApp(({ find }) => find.filter)
  const filterRecords = useApp((state) => state.filterRecords)
  return (
    <p className={cx(screen.counted)}>
      {words.only([
        ...(show === 'all' ? [] : [words.shows[show]]),
        ...(amountText.trim() === '' ? [] : [words.onlyAmount(inSentence(amountText))]),
      ])}{' '}
      <Button look="quiet" onPress={() => void filterRecords({ show: 'all', amountText: '' })}>
        {lazyStrings.transactions.clear}
      </Button>
    </p>
  )
}

function offBecause({
  isReading,
  isOther,
  isWhole,
}: Readonly<Record<'isReading' | 'isOther' | 'isWhole', boolean>>): string | null {
  if (isReading) return strings.exporting.reading
  if (isOther) return strings.exporting.otherSearch
  return isWhole ? null : strings.exporting.incomplete
}

/** Where the bank does not say what was settled of each paid record, their sum is not known. */
function sumText(naira: string | null): string {
  return naira === null ? strings.detail.feeNotKnown : formatNaira(naira)
}

function Sums({ totals, isWhole }: { totals: RecordTotals; isWhole: boolean }) {
  const sums = [
    { label: words.sums.gross, value: formatNaira(totals.gross) },
    { label: words.sums.fee, value: sumText(totals.fee) },
    { label: words.sums.net, value: words.sumOf(countText(totals.paidCount), sumText(totals.net)) },
    {
      label: words.sums.unpaid,
      value: words.sumOf(countText(totals.unpaidCount), formatNaira(totals.unpaidGross)),
    },
  ]
  return (
    <dl className={cx(styles.sums)}>
      {sums.map(({ label, value }) => (
        <div key={label}>
          <dt>{isWhole ? label : `${label}, ${words.incomplete}`}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
